import AugerColumns
import AugerDiagnostics

/// A part of a state in a query string: `Sales.sort=-value`, `filter.Regions=Europe`, `$rise=5`.
struct StatePart: Sendable {
  typealias Slice = ArraySlice<UInt8>

  /// The kind of owner that the query string names.
  enum Owner: Sendable { case item, filter, variable }

  /// The word after the name of an item, or before the name of a filter or variable.
  let key: String
  let owner: Owner
  /// True if the key of an item has a suffix: `whatif.Amount[Europe]`.
  let hasTail: Bool
  /// Returns the parameters of the owner with the given name.
  let write: @Sendable (Exploration, String) -> [(key: String, value: String)]
  /// Reads a parameter from the owner's name, the key without the owner, and the value.
  let read: @Sendable (inout ExplorationReader, String, Slice, Slice) -> Void

  /// All parts, in the order of the query string.
  static let all = [drill, zoom, whatIf, select, sort, range, hide, highlight, node, filter, variable]
  static let ofItems = all.filter { $0.owner == .item }

  /// Creates a part of an item with any number of parameters.
  private static func item(
    _ key: String, hasTail: Bool = false,
    write: @escaping @Sendable (ItemState) -> [(tail: String, value: String)],
    read: @escaping @Sendable (inout ExplorationReader, Slice, Slice, inout ItemState) -> Void
  ) -> StatePart {
    StatePart(
      key: key, owner: .item, hasTail: hasTail,
      write: { exploration, name in
        write(exploration[item: name]).map { ("\(AddressText.item(name)).\(key)\($0.tail)", $0.value) }
      },
      read: { reader, name, part, value in
        var state = reader.exploration[item: name]
        read(&reader, part, value, &state)
        reader.exploration[item: name] = state
      })
  }

  /// Creates a part of an item with one parameter, written if it differs from the initial state.
  private static func item<Value: Hashable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<ItemState, Value> & Sendable,
    write: @escaping @Sendable (Value) -> String?,
    read: @escaping @Sendable (inout ExplorationReader, Slice) -> Value?
  ) -> StatePart {
    let start = ItemState()[keyPath: path]
    return item(
      key,
      write: { state in
        let value = state[keyPath: path]
        return value == start ? [] : write(value).map { [("", $0)] } ?? []
      },
      read: { reader, _, value, state in
        if let value = read(&reader, value) { state[keyPath: path] = value }
      })
  }

  static let drill = item("drill", \.drill, write: { $0.address }, read: { $0.drill($1) })

  static let zoom = item(
    "zoom", \.zoom, write: { $0.map { String($0) } },
    read: { $0.number($1, "a zooming level, from 1", upTo: Int(Int32.max)) })

  static let whatIf = item(
    "whatif", hasTail: true, write: { $0.whatIf.map { (".\($0.target)", $0.amount.address) } },
    read: { reader, part, value, state in
      guard let change = reader.whatIf(part.dropFirst("whatif".utf8.count), value) else { return }
      if state.whatIf.contains(where: { $0.hasTarget(of: change) }) {
        reader.refuse(.explorationDuplicate, "'\(change.column)' is changed twice for one category", part)
      }
      state.whatIf.append(change)
    })

  static let select = item("select", \.selection, write: { $0.address }, read: { $0.selection($1) })

  static let sort = item("sort", \.sort, write: { $0?.address }, read: { $0.sort($1) })

  static let range = item("range", \.range, write: { $0?.address }, read: { $0.range($1) })

  static let hide = item("hide", \.hidden, write: { $0.address }, read: { $0.scalars($1) })

  static let highlight = item("highlight", \.highlighted, write: { $0?.address }, read: { $0.scalar($1) })

  static let node = item(
    "node", hasTail: true,
    write: { $0.nodes.entries.map { ("[\(AddressText.name($0.name))]", $0.value.address) } },
    read: { reader, part, value, state in
      guard let inner = reader.bracketed(part.dropFirst("node".utf8.count)), let name = reader.name(inner),
        let scalar = reader.scalar(value)
      else { return }
      state.nodes[name] = scalar
    })

  static let filter = StatePart(
    key: "filter", owner: .filter, hasTail: false,
    write: { exploration, name in
      exploration.filters[name].map { [("filter.\(AddressText.name(name))", $0.address)] } ?? []
    },
    read: { reader, name, _, value in
      if let state = reader.filterState(value) { reader.exploration.filters[name] = state }
    })

  static let variable = StatePart(
    key: "$", owner: .variable, hasTail: false,
    write: { exploration, name in
      exploration.variables[name].map { [("$\(AddressText.name(name))", $0.address)] } ?? []
    },
    read: { reader, name, _, value in
      if let scalar = reader.scalar(value) { reader.exploration.variables[name] = scalar }
    })
}
