/// A JSON value. Objects preserve the order of their members, and numbers preserve their digits.
package indirect enum JSONNode: Sendable, Hashable {
  package struct Member: Sendable, Hashable, HasName {
    package var name: String
    package var value: JSONNode

    package init(name: String, value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  case null
  case bool(Bool)
  /// A number in its original notation.
  case number(String)
  case text(String)
  case list([JSONNode])
  case object([Member])

  package init(_ number: Int) { self = .number(String(number)) }

  package init(texts: [String]) { self = .list(texts.map { .text($0) }) }

  /// Returns the first member with the name. Nil if none exists or the value is not an object.
  package subscript(name: String) -> JSONNode? {
    guard case .object(let members) = self else { return nil }
    return members.first(named: name)?.value
  }

  package var text: String? { if case .text(let text) = self { text } else { nil } }

  package var items: [JSONNode]? { if case .list(let items) = self { items } else { nil } }

  package var isObject: Bool { if case .object = self { true } else { false } }

  /// Returns the object with an additional last member. Returns it unchanged if the value is nil.
  package func adding(_ name: String, _ value: JSONNode?) -> JSONNode {
    guard case .object(let members) = self, let value else { return self }
    return .object(members + [Member(name: name, value: value)])
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral text: String) { self = .text(text) }

  package init(booleanLiteral value: Bool) { self = .bool(value) }

  package init(integerLiteral value: Int) { self = .number(String(value)) }

  package init(arrayLiteral items: JSONNode...) { self = .list(items) }

  package init(dictionaryLiteral members: (String, JSONNode)...) {
    self = .object(members.map { Member(name: $0, value: $1) })
  }
}

extension JSONNode {
  /// Options for line breaks.
  package struct Layout: Sendable {
    /// Maximum width of a value on one line.
    var width: Int
    /// Maximum width of a line with several items. Nil means one item per line, without counting the keys.
    var itemWidth: Int?
    /// Paths of members that always occupy several lines, for example `cells.items`.
    var broken: [String] = []

    package static let plain = Layout(width: 110)

    package static func filled(breaking broken: [String] = []) -> Layout {
      Layout(width: 116, itemWidth: 112, broken: broken)
    }
  }

  /// Returns the value as text. A value that fits in one line has one line.
  package func text(_ layout: Layout = .plain) -> String { text(layout, indent: 0, around: 0, path: "") }

  /// Returns the value as text. `around` is the width before and after it on its line, and `path` is its key path.
  private func text(_ layout: Layout, indent: Int, around: Int, path: String) -> String {
    let (short, isBroken) = (line, layout.broken.contains(where: path.hasSuffix))
    let used = layout.itemWidth == nil ? indent : around
    if used + short.utf8.count <= layout.width, !isBroken { return short }
    let (inner, outer) = (String(repeating: " ", count: indent + 2), String(repeating: " ", count: indent))
    func comma(_ index: Int, of count: Int) -> Int { index + 1 < count ? 1 : 0 }
    switch self {
    case .list(let items):
      let texts = items.enumerated().map { index, item in
        item.text(layout, indent: indent + 2, around: indent + 2 + comma(index, of: items.count), path: "")
      }
      var lines: [String] = []
      for (index, text) in texts.enumerated() {
        if let width = layout.itemWidth, !isBroken, let last = lines.last,
          !texts.contains(where: { $0.contains("\n") }),
          indent + 4 + last.utf8.count + text.utf8.count + comma(index, of: texts.count) <= width
        {
          lines[lines.count - 1] = "\(last), \(text)"
        } else {
          lines.append(text)
        }
      }
      return "[\n" + lines.map { inner + $0 }.joined(separator: ",\n") + "\n\(outer)]"
    case .object(let members):
      let lines = members.enumerated().map { index, member in
        let key = "\(inner)\(DiagnosticRenderer.quoted(member.name)): "
        return key
          + member.value.text(
            layout, indent: indent + 2, around: key.utf8.count + comma(index, of: members.count),
            path: "\(path).\(member.name)")
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(outer)}"
    default: return short
    }
  }

  private var line: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let digits): digits
    case .text(let text): DiagnosticRenderer.quoted(text)
    case .list(let items): "[" + items.map(\.line).joined(separator: ", ") + "]"
    case .object(let members) where members.isEmpty: "{}"
    case .object(let members):
      "{ " + members.map { "\(DiagnosticRenderer.quoted($0.name)): \($0.value.line)" }.joined(separator: ", ") + " }"
    }
  }
}
