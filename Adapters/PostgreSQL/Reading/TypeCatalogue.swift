import AugerColumns
import AugerQuery

/// Information about types from the server's catalog, cached for the lifetime of a source.
final class TypeCatalogue: Sendable {
  private struct Key: Hashable, Sendable {
    var type: UInt32
    var modifier: Int32
  }

  private struct Entry: Sendable {
    var form: ValueForm
    var name: String
  }

  private let entries = Locked<[Key: Entry]>([:])

  /// Returns names and forms of the columns of a statement.
  func columns(
    _ columns: [Description.Column], _ connection: PostgreSQLConnection, _ watch: Watch
  ) throws -> [ResultColumn] {
    let keys = columns.map { Key(type: $0.type, modifier: $0.modifier) }
    var known = entries.withLock { $0 }
    let unknown = keys.filter { known[$0] == nil }
    if !unknown.isEmpty {
      let found = try look(up: unknown, connection, watch)
      for (key, entry) in zip(unknown, found) { known[key] = entry }
      entries.withLock { entries in for (key, entry) in zip(unknown, found) { entries[key] = entry } }
    }
    return zip(columns, keys).map { column, key in
      ResultColumn(
        name: column.name, form: known[key]?.form ?? .cast(.fallback), declaredType: known[key]?.name ?? "")
    }
  }

  /// Reads types by number, so that no quoting is needed.
  private func look(up keys: [Key], _ connection: PostgreSQLConnection, _ watch: Watch) throws -> [Entry] {
    let values = keys.enumerated().map { "(\($0), \($1.type)::oid, \($1.modifier))" }.joined(separator: ", ")
    let rows = try connection.rows(
      """
      SELECT pg_catalog.format_type(v.type, v.modifier), t.typtype, t.typname,
        EXISTS (SELECT FROM pg_catalog.pg_type AS e WHERE e.typarray = t.oid)
      FROM (VALUES \(values)) AS v (number, type, modifier)
      LEFT JOIN pg_catalog.pg_type AS t ON t.oid = v.type ORDER BY v.number
      """, columns: 4, watch)
    return zip(keys, rows).map { key, row in
      Entry(
        form: ValueForm(builtin: key.type, modifier: key.modifier)
          ?? Self.form(kind: row[1] ?? "", name: row[2] ?? "", isArray: row[3] == "t"), name: row[0] ?? "")
    }
  }

  private static func form(kind: String, name: String, isArray: Bool) -> ValueForm {
    if isArray { return .cast(.json) }
    switch kind {
    // The binary format of an enumeration is its label.
    case "e": return .text
    case "r", "m": return .cast(.text)
    default: return name == "citext" ? .text : .cast(.fallback)
    }
  }
}
