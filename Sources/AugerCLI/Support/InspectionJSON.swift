import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExport
import AugerQuery

/// Writes the result of `auger inspect` as JSON.
enum InspectionJSON {
  private static func quoted(_ text: String) -> String { DiagnosticRenderer.quoted(text) }

  private static func value(_ value: Scalar, _ column: TableProfile.ColumnProfile) -> String {
    column.field.type.json(of: value)
  }

  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

  static func text(_ tables: [TableDescription]) -> String {
    let items = tables.map { table in
      let columns = table.columns.map { "{\"name\": \(quoted($0.name)), \(declaration($0))}" }
      return "  {\"name\": \(quoted(table.name)), \"kind\": \(quoted(table.kind.rawValue)), \(rows(table))"
        + "\"columns\": \(list(columns)), \(keys(table))}"
    }
    return "[\n" + items.joined(separator: ",\n") + "\n]\n"
  }

  private static func keys(_ table: TableDescription) -> String {
    let foreign = table.foreignKeys.map { key in
      "{\"columns\": \(list(key.columns.map(quoted))), \"table\": \(quoted(key.referencedTable)), "
        + "\"references\": \(list(key.referencedColumns.map(quoted)))}"
    }
    let unique = table.uniqueKeys.map { list($0.map(quoted)) }
    let comment = table.comment.map { ", \"comment\": \(quoted($0))" } ?? ""
    return "\"primaryKey\": \(list(table.primaryKey.map(quoted))), \"uniqueKeys\": \(list(unique)), "
      + "\"foreignKeys\": \(list(foreign))\(comment)"
  }

  /// Returns the member `rows` for counted rows, and `estimatedRows` for an estimate.
  private static func rows(_ table: TableDescription) -> String {
    guard let rows = table.rows else { return "" }
    return "\"\(rows.isExact ? "rows" : "estimatedRows")\": \(rows.number), "
  }

  private static func declaration(_ column: ColumnDescription) -> String {
    var text = "\"declaredType\": \(quoted(column.declaredType)), \"nullable\": \(column.isNullable)"
    if column.isGenerated { text += ", \"generated\": true" }
    if let value = column.defaultValue { text += ", \"default\": \(quoted(value))" }
    if let comment = column.comment { text += ", \"comment\": \(quoted(comment))" }
    return text
  }

  /// The facts that a table can have more than once.
  private static let plural = ["format", "note"]

  /// Returns one member per fact name. Its value is an array if the fact can occur or occurs more than once.
  private static func lists(_ facts: [(name: String, value: String)]) -> [String] {
    var names: [String] = []
    for fact in facts where !names.contains(fact.name) { names.append(fact.name) }
    return names.map { name in
      let values = facts.filter { $0.name == name }.map { quoted($0.value) }
      return "\(quoted(name)): \(values.count > 1 || plural.contains(name) ? list(values) : values[0])"
    }
  }

  static func text(
    _ profile: TableProfile, _ description: TableDescription?, _ facts: [(name: String, value: String)]
  ) -> String {
    var lines = ["\"name\": \(quoted(profile.name))", "\"rows\": \(profile.rowCount)"]
    lines += lists(facts)
    if let description { lines.append(keys(description)) }
    let columns = profile.columns.map { column in
      let declared = description?.columns.first(named: column.field.name)
      return "    {\"name\": \(quoted(column.field.name)), \"type\": \(quoted(column.field.type.description)), "
        + (declared.map { declaration($0) + ", " } ?? "")
        + "\"nulls\": \(column.nullCount), \"distinct\": \(column.distinctCount), "
        + "\"minimum\": \(value(column.minimum, column)), \"maximum\": \(value(column.maximum, column)), "
        + "\"samples\": \(list(column.samples.map { value($0, column) }))}"
    }
    lines.append("\"columns\": [\n\(columns.joined(separator: ",\n"))\n  ]")
    return "{\n  " + lines.joined(separator: ",\n  ") + "\n}\n"
  }
}
