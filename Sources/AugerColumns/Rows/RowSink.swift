import AugerDiagnostics
import Foundation

/// Collects the cells of encoded rows in columns. A column appears with its first key, in the order of the keys.
final class RowSink {
  private struct Target {
    let name: String
    var cells: WideningColumnBuilder
    /// True for an optional value without a type of a column. If it turns out to have keys, their columns replace it.
    let isPlaceholder: Bool
  }

  private var targets: [Target] = []
  private var places: [Name: Int] = [:]
  /// The number of rows before the current one.
  private(set) var row = 0
  /// The first error of a container, because some functions of encoders cannot throw.
  private var failure: AugerError?

  /// Adds a cell of the current row.
  func add(
    _ value: some ColumnValue, named name: String, _ path: @autoclosure () -> [any CodingKey]
  ) throws(AugerError) {
    let scalar = value.scalar
    if case .float = scalar, let decimal = value as? Decimal, !decimal.isNaN {
      throw notTabular(
        path(), "\(decimal) has more than 38 digits", hint: "Round it, or encode a Double.")
    }
    let place = place(of: name, declared: nil)
    try fill(place, path)
    targets[place].cells.append(scalar)
  }

  /// Adds a null of the current row. `declared` is the type of the column, if it is known. Nil means that the value
  /// could also have keys.
  func addNull(
    named name: String, declared: DataType?, _ path: @autoclosure () -> [any CodingKey]
  ) throws(AugerError) {
    let place = place(of: name, declared: declared, isPlaceholder: declared == nil)
    try fill(place, path)
    targets[place].cells.appendNull()
    if targets[place].cells.declared == nil { targets[place].cells.declared = declared }
  }

  private func place(of name: String, declared: DataType?, isPlaceholder: Bool = false) -> Int {
    if let place = places[Name(name)] { return place }
    targets.append(
      Target(name: name, cells: WideningColumnBuilder(declared: declared), isPlaceholder: isPlaceholder))
    places[Name(name)] = targets.count - 1
    return targets.count - 1
  }

  /// Adds nulls for previous rows without a cell.
  private func fill(_ place: Int, _ path: () -> [any CodingKey]) throws(AugerError) {
    guard targets[place].cells.count <= row else {
      throw notTabular(path(), "two values are encoded as column '\(targets[place].name)'")
    }
    while targets[place].cells.count < row { targets[place].cells.appendNull() }
  }

  /// Remembers that a value has no keys, such as an array. The row fails when it ends.
  func refuse(_ path: [any CodingKey], _ message: String, hint: String? = nil) {
    if failure == nil { failure = notTabular(path, message, hint: hint) }
  }

  func endRow() throws(AugerError) {
    if let failure { throw failure }
    row += 1
  }

  /// Returns the table of all rows.
  func finish() -> Table {
    var order: [Int] = []
    var isPlaced = Set<Int>()
    func place(_ index: Int) { if isPlaced.insert(index).inserted { order.append(index) } }
    for (index, target) in targets.enumerated() {
      let keys =
        target.isPlaceholder && target.cells.isEmpty
        ? targets.indices.filter { targets[$0].name.utf8.starts(with: (target.name + ".").utf8) } : []
      if keys.isEmpty { place(index) } else { isPlaced.insert(index) }
      for key in keys { place(key) }
    }
    var fields: [Field] = []
    var columns: [Column] = []
    for index in order {
      while targets[index].cells.count < row { targets[index].cells.appendNull() }
      let isUntyped = targets[index].cells.isEmpty && targets[index].cells.declared == nil
      let column = targets[index].cells.finish()
      fields.append(Field(targets[index].name, column.type, isUntyped: isUntyped))
      columns.append(column)
    }
    return Table(Schema(fields), columns, rowCount: row)
  }

  private func notTabular(_ path: [any CodingKey], _ message: String, hint: String? = nil) -> AugerError {
    AugerError(
      .notTabular, operation: "make a table of rows", message, place: RowPath.place(ofRow: row, path), hint: hint)
  }
}

/// The position of a value in encoded or decoded rows.
enum RowPath {
  /// Returns the path of a value with the number of its row, from 1: `row 3, customer.tags`.
  static func place(ofRow row: Int, _ path: [any CodingKey]) -> String {
    "row \(row + 1)" + (path.isEmpty ? "" : ", " + path.map(\.stringValue).joined(separator: "."))
  }

  /// Returns the error of a row. Errors of its own encoding or decoding functions get the position of the row.
  static func error(_ error: any Error, ofRow row: Int, operation: String) -> AugerError {
    switch error {
    case let error as AugerError: return error
    case EncodingError.invalidValue(_, let context):
      return AugerError(
        .notTabular, operation: operation, context.debugDescription, place: place(ofRow: row, context.codingPath))
    case DecodingError.dataCorrupted(let context), DecodingError.keyNotFound(_, let context),
      DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      return AugerError(
        .typeMismatch, operation: operation, context.debugDescription, place: place(ofRow: row, context.codingPath))
    default: return AugerError(.other, operation: operation, "\(error)", place: place(ofRow: row, []))
    }
  }
}

extension Diagnostic.Code {
  /// A row with a value that cannot be a cell, such as an array.
  package static let notTabular = Self("notTabular")
}
