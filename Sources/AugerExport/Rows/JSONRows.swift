import AugerColumns
import AugerDiagnostics

/// A table as a JSON array of objects, one row a line.
///
/// Ints and decimals are written with all their digits, floats in their shortest form, dates and times as ISO 8601 -
/// instants with `Z` - bytes as `\x00ff`. NaN and infinities, which JSON has no numbers for, become strings.
public struct JSONRows: Sendable {
  public init() {}

  public func data(for table: Table) -> [UInt8] {
    var all: [UInt8] = []
    write(table) { all += $0 }
    return all
  }

  /// The same bytes, handed on some at a time.
  public func write(_ table: Table, to emit: ([UInt8]) throws -> Void) rethrows {
    let keys = table.schema.names.map { Array((DiagnosticRenderer.quoted($0) + ":").utf8) }
    var out = RowBytes()
    out.bytes.append(UInt8(ascii: "["))
    for row in 0..<table.rowCount {
      out.bytes += row == 0 ? "\n".utf8 : ",\n".utf8
      out.bytes.append(UInt8(ascii: "{"))
      for (index, column) in table.columns.enumerated() {
        if index > 0 { out.bytes.append(UInt8(ascii: ",")) }
        out.bytes += keys[index]
        out.bytes += Self.text(column[row], of: column.type).utf8
      }
      out.bytes.append(UInt8(ascii: "}"))
      try out.endRow(emit)
    }
    out.bytes += table.rowCount == 0 ? "]\n".utf8 : "\n]\n".utf8
    try out.finish(emit)
  }

  package static func text(_ value: Scalar, of type: DataType) -> String {
    switch value {
    case .null: "null"
    case .bool, .int, .decimal: value.description
    case .float(let number): number.isFinite ? value.description : DiagnosticRenderer.quoted(value.description)
    case .string, .date, .timestamp, .time, .interval, .binary:
      DiagnosticRenderer.quoted(type.text(of: value))
    }
  }
}
