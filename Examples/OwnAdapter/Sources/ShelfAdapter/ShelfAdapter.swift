import AugerQuery

/// Opens shelves: what a workspace calls `adapter: shelf`, with the shelf's name as its `url`.
public struct ShelfAdapter: SourceAdapter {
  private let shelves: [String: Shelf]

  public init(_ shelves: [String: Shelf]) { self.shelves = shelves }

  public var name: String { "shelf" }
  public var pathExtensions: [String] { [] }

  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    try configuration.checkOptions(known: [])
    guard let shelf = shelves[configuration.location] else {
      throw AugerError(
        .other, operation: "open '\(configuration.name)'", "there is no shelf '\(configuration.location)'",
        hint: "shelves: \(shelves.keys.sorted().joined(separator: ", "))")
    }
    return ShelfSource(name: configuration.name, shelf: shelf)
  }
}

/// An opened shelf. There is nothing to close.
struct ShelfSource: Source {
  let name: String
  let shelf: Shelf

  func tables(_ control: RunControl) throws -> [TableDescription] {
    shelf.tableNames.map { name in
      TableDescription(
        name: name, kind: .table,
        columns: (shelf.table(name)?.fields ?? []).map {
          ColumnDescription(name: $0.name, declaredType: "\($0.type)", type: $0.type, isNullable: true)
        })
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    guard let table = shelf.table(name) else {
      throw AugerError.tableNotFound(name, of: self.name, among: shelf.tableNames)
    }
    return ShelfTable(name: name, shelf: shelf, fields: table.fields)
  }

  func close() {}
}
