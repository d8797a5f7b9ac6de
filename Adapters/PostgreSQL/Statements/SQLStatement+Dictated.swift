import AugerColumns
import AugerQuery

extension SQLStatement {
  /// Returns the statement with its dictated strings compared by bytes.
  ///
  /// It is unchanged if the server always compares by bytes, because an explicit collation would prevent the use of a
  /// column's indexes. The server rejects a statement that compares such a string with another explicit collation.
  func comparingBytes(_ connection: PostgreSQLConnection, _ watch: Watch) throws -> SQLStatement {
    guard !dictated.isEmpty else { return self }
    // Errors in the statement are reported when the complete statement is prepared.
    let types = try? connection.describe(text, types: [], watch).parameters
    let added = try Self.castsOfAddedTypes(among: types ?? [], connection, watch)
    let mixes = try Self.hasMixingCollations(connection, watch)
    return inserting(
      dictated.flatMap { range -> [(offset: Int, text: String)] in
        let number = Int(text.utf8Text(range.dropFirst())) ?? 0
        // Without a description, every parameter may be a string.
        let type = types.map { $0.indices.contains(number - 1) ? $0[number - 1] : 0 } ?? Argument.text
        let cast = added[type]
        guard cast != nil || mixes && Self.texts.contains(type) else { return [] }
        return [(range.lowerBound, "("), (range.upperBound, "\(cast ?? "") COLLATE \"C\")")]
      })
  }

  /// `name`, `text`, `char(n)`, `varchar` and arrays of them.
  private static let texts: Set<UInt32> = [19, 25, 1042, 1043, 1003, 1009, 1014, 1015]

  /// Returns casts for the string types of extensions, such as `citext`, and arrays of them. These types have special
  /// comparisons, unlike the target types.
  private static func castsOfAddedTypes(
    among types: [UInt32], _ connection: PostgreSQLConnection, _ watch: Watch
  ) throws -> [UInt32: String] {
    let added = Set(types.filter { $0 >= firstAddedType }).sorted().map(String.init)
    guard !added.isEmpty else { return [:] }
    let rows = try connection.rows(
      """
      SELECT t.oid::text, e.oid IS NOT NULL
      FROM pg_catalog.pg_type AS t
      LEFT JOIN pg_catalog.pg_type AS e ON e.typarray = t.oid AND e.typcategory = 'S'
      WHERE t.oid IN (\(added.joined(separator: ", "))) AND (t.typcategory = 'S' OR e.oid IS NOT NULL)
      """, columns: 2, watch)
    let casts = rows.compactMap { row in
      row[0].flatMap { UInt32($0) }.map { ($0, row[1] == "t" ? "::text[]" : "::text") }
    }
    return Dictionary(casts) { first, _ in first }
  }

  /// The first OID of types that are not built in.
  private static let firstAddedType: UInt32 = 16384

  private static func hasMixingCollations(_ connection: PostgreSQLConnection, _ watch: Watch) throws -> Bool {
    do {
      let rows = try connection.rows(
        "SELECT EXISTS (SELECT FROM pg_catalog.pg_collation WHERE NOT collisdeterministic)", columns: 1, watch)
      return rows.first?.first == "t"
    } catch let failure as ServerFailure where failure.isUndefinedColumn {
      // Before PostgreSQL 12 all collations are deterministic.
      return false
    }
  }
}

extension String {
  fileprivate func utf8Text(_ range: Range<Int>) -> String {
    String(decoding: utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}
