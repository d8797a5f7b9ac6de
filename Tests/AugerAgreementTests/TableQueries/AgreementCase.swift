import AugerColumns
import Foundation

/// A saved case: tables, a query and its expected result as readable text. `KeptCasesTests` runs it on all code paths.
struct AgreementCase {
  enum Expected {
    /// The expected rows, with one string per cell.
    case rows([[String]])
    case overflow
    /// A joined table has two rows with this key.
    case multiple(String)
  }

  var note: [String]
  var tables: GeneratedTables
  var query: QueryParts
  var expected: Expected

  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Fixtures/Cases/Agreement")

  static func answer(_ rows: [[Scalar]]) -> [[String]] {
    rows.map { row in row.map { $0.isNull ? "" : $0 == .string("") ? "\"\"" : field($0.description) } }
  }

  /// Returns a field without line breaks: control characters and quotes are escaped.
  private static func field(_ text: String) -> String {
    let needsQuotes = text.contains { ",\"\n\\".contains($0) } || text.hasPrefix(" ") || text.hasSuffix(" ")
    if !needsQuotes { return text }
    return "\"" + text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "\\\"") + "\""
  }

  // MARK: Writing

  var text: String {
    var lines = note.map { "# \($0)" }
    lines += Self.lines("table", tables.main)
    for join in query.joins {
      let keys = join.keys.map { "\($0.column) = \($0.text)" }.joined(separator: "; ")
      lines.append("\(join.isInner ? "inner join" : "join"): \(join.name): \(keys)")
      lines += Self.lines("joined", tables.sides[join.side].table)
    }
    for item in query.derive { lines.append("derive: \(item.name) = \(item.text)") }
    for filter in query.filters { lines.append("where\(filter.isOptional ? "?" : ""): \(filter.text)") }
    if let select = query.select { lines.append("select: " + select.joined(separator: "; ")) }
    if !query.groupBy.isEmpty { lines.append("groupBy: " + query.groupBy.joined(separator: "; ")) }
    for item in query.measures { lines.append("measure: \(item.name) = \(item.text)") }
    for filter in query.having { lines.append("having\(filter.isOptional ? "?" : ""): \(filter.text)") }
    if let pivot = query.pivot { lines.append("pivot: \(pivot)") }
    if !query.orderBy.isEmpty {
      lines.append("orderBy: " + query.orderBy.map { ($0.isDescending ? "-" : "") + $0.name }.joined(separator: "; "))
    }
    if let limit = query.limit { lines.append("limit: \(limit)") }
    switch expected {
    case .rows(let rows):
      lines.append("expect:")
      lines += rows.map { "= " + $0.joined(separator: ",") }
    case .overflow: lines.append("expect: overflow")
    case .multiple(let key): lines.append("expect: joinNotUnique \(key)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ name: String, _ table: GeneratedTable) -> [String] {
    ["\(name): " + table.columns.map { "\($0.name): \($0.type.dataType)" }.joined(separator: "; ")]
      + table.rows.map { "| " + answer([$0])[0].joined(separator: ",") }
  }

  // MARK: Reading

  struct Mistake: Error, CustomStringConvertible {
    let description: String
  }

  init(note: [String], tables: GeneratedTables, query: QueryParts, expected: Expected) {
    self.note = note
    self.tables = tables
    self.query = query
    self.expected = expected
  }

  init(text: String, name: String) throws {
    // The main table, followed by the joined tables in order.
    var tables: [GeneratedTable] = []
    var query = QueryParts()
    var rows: [[String]] = []
    var expected: Expected?
    var notes: [String] = []
    func list(_ text: String) -> [String] { text.components(separatedBy: "; ") }
    func named(_ text: String) -> (String, String) {
      let parts = text.components(separatedBy: " = ")
      return (parts[0], parts.dropFirst().joined(separator: " = "))
    }
    func columns(_ text: String) throws -> [GeneratedTable.Column] {
      try list(text).map { item in
        let parts = item.components(separatedBy: ": ")
        guard let type = GenType(name: parts[parts.count - 1]) else { throw Mistake(description: "\(name): \(item)") }
        return .init(name: parts[0], type: type)
      }
    }
    for line in text.components(separatedBy: "\n") where !line.isEmpty {
      if line.hasPrefix("# ") {
        notes.append(String(line.dropFirst(2)))
        continue
      }
      if line.hasPrefix("|"), let table = tables.indices.last {
        tables[table].rows.append(
          try zip(tables[table].columns, Self.fields(String(line.dropFirst(2)))).map { column, field in
            try Self.scalar(field, column.type, name)
          })
        continue
      }
      if line.hasPrefix("=") {
        rows.append(Self.fields(String(line.dropFirst(2))))
        continue
      }
      guard let colon = line.firstIndex(of: ":") else { throw Mistake(description: "\(name): '\(line)'") }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " })
      switch line[..<colon] {
      case "table", "joined": tables.append(GeneratedTable(columns: try columns(value), rows: []))
      case "join", "inner join":
        guard let end = value.firstRange(of: ": ") else { throw Mistake(description: "\(name): '\(line)'") }
        query.joins.append(
          .init(
            name: String(value[..<end.lowerBound]), side: query.joins.count, isInner: line.hasPrefix("inner"),
            keys: list(String(value[end.upperBound...])).map(named)))
      case "derive": query.derive.append(named(value))
      case "where": query.filters.append((value, false))
      case "where?": query.filters.append((value, true))
      case "having": query.having.append((value, false))
      case "having?": query.having.append((value, true))
      case "pivot": query.pivot = value
      case "select": query.select = list(value)
      case "groupBy": query.groupBy = list(value)
      case "measure": query.measures.append(named(value))
      case "orderBy":
        query.orderBy = list(value).map { $0.hasPrefix("-") ? (String($0.dropFirst()), true) : ($0, false) }
      case "limit": query.limit = Int(value)
      case "expect" where value == "overflow": expected = .overflow
      case "expect" where value.hasPrefix("joinNotUnique "): expected = .multiple(String(value.dropFirst(14)))
      case "expect": expected = nil
      default: throw Mistake(description: "\(name): '\(line)'")
      }
    }
    guard let main = tables.first, tables.count == query.joins.count + 1 else {
      throw Mistake(description: "\(name): \(tables.count) tables and \(query.joins.count) joins")
    }
    let sides = tables.dropFirst().map { GeneratedTables.Side(table: $0, keys: []) }
    self.init(note: notes, tables: .init(main, sides: sides), query: query, expected: expected ?? .rows(rows))
  }

  /// Splits a line into the fields that `field` wrote. The quotes of an empty string are preserved.
  private static func fields(_ line: String) -> [String] {
    var fields = [""]
    var isQuoted = false
    var isEscaped = false
    var wasQuoted = false
    // Split by scalars, because a combining mark would join the preceding comma in one character.
    for character in line.unicodeScalars {
      if isEscaped {
        fields[fields.count - 1].unicodeScalars.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\", isQuoted {
        isEscaped = true
      } else if character == "\"" {
        isQuoted.toggle()
        wasQuoted = true
      } else if character == ",", !isQuoted {
        if wasQuoted, fields[fields.count - 1].isEmpty { fields[fields.count - 1] = "\"\"" }
        wasQuoted = false
        fields.append("")
      } else {
        fields[fields.count - 1].unicodeScalars.append(character)
      }
    }
    if wasQuoted, fields[fields.count - 1].isEmpty { fields[fields.count - 1] = "\"\"" }
    return fields
  }

  private static func scalar(_ field: String, _ type: GenType, _ name: String) throws -> Scalar {
    if field.isEmpty { return .null }
    if field == "\"\"" { return .string("") }
    if type == .text { return .string(field) }
    guard let value = Scalar(text: field, type: type.dataType) else {
      throw Mistake(description: "\(name): '\(field)' is no \(type.dataType)")
    }
    return value
  }

  /// Describes how an outcome differs from the expected result. Floats may differ by a relative error of 1e−12.
  func complaint(_ outcome: Roads.Outcome) -> String? {
    let expected: [[String]]
    switch self.expected {
    case .rows(let rows): expected = rows
    case .overflow: return Answer.overflow.complaint(outcome)
    case .multiple(let key): return Answer.multiple(key).complaint(outcome)
    }
    guard let table = outcome.table else { return "error \(outcome.error ?? "?")" }
    guard table.rowCount == expected.count else { return "\(table.rowCount) rows instead of \(expected.count)" }
    for (row, fields) in expected.enumerated() {
      guard fields.count == table.columns.count else { return "\(table.columns.count) columns" }
      for (column, field) in fields.enumerated() {
        let value = table.columns[column][row]
        let isEmpty = field == "\"\""
        if value.isNull ? field.isEmpty : value.description == (isEmpty ? "" : field) && (isEmpty || !field.isEmpty) {
          continue
        }
        if case .float(let got) = value, let wanted = Double(field), abs(got - wanted) <= 1e-12 * abs(wanted) {
          continue
        }
        return "row \(row + 1), column \(column + 1): \(value.debug) instead of '\(field)'"
      }
    }
    return nil
  }
}

extension GenType {
  init?(name: String) {
    switch DataType(name: name) {
    case .int64: self = .int
    case .float64: self = .float
    case .string: self = .text
    case .date: self = .date
    case .timestamp: self = .moment
    case .bool: self = .bool
    case .decimal(_, let scale): self = .decimal(scale)
    default: return nil
    }
  }
}
