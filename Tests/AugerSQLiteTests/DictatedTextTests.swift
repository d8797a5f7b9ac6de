import AugerColumns
import AugerQuery
import AugerSQLite
import Testing

/// Strings from a data policy are compared by their bytes, for all collations in an author's statement.
@Suite struct DictatedTextTests {
  private static let setup = """
    CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT COLLATE NOCASE, b TEXT COLLATE RTRIM, c TEXT);
    INSERT INTO t VALUES (1, 'acme', 'acme', 'acme'), (2, 'ACME', 'acme  ', 'ACME'), (3, 'zeta', 'zeta', 'zeta');
    """

  @Test(arguments: [
    ("SELECT id FROM t WHERE a = :T", [1]), ("SELECT id FROM t WHERE :T = b", [1]),
    ("SELECT id FROM t WHERE a IN (:T)", [1]), ("SELECT id FROM t WHERE a IN ('zeta', :T)", [1, 3]),
    ("SELECT id FROM t WHERE b IN ( :T , 'zeta') ORDER BY id", [1, 3]),
    ("SELECT id FROM t WHERE a NOT IN (:T, 'x')", [2, 3]), ("SELECT id FROM t WHERE (a IN (:T, :T)) = 1", [1]),
    ("SELECT id FROM t WHERE (a, b) = (:T, :T)", [1]), ("SELECT id FROM t WHERE a BETWEEN :T AND :T", [1]),
    ("SELECT id FROM t WHERE CASE a WHEN :T THEN 1 END", [1]), ("SELECT id FROM t WHERE c = :T", [1]),
    ("SELECT id FROM t WHERE a = :T AND a IN (SELECT c FROM t WHERE c = :T)", [1]),
  ])
  func stringsAreComparedByBytes(_ sql: String, _ ids: [Int]) throws {
    let source = try Database(Self.setup).source()
    let template = try SQLTemplate.parse(sql)
    func found(_ dictated: Set<Name>) throws -> [Int] {
      let statement = try template.bind(["T": .scalar(.string("acme"))], dialect: source.dialect, dictated: dictated)
      let table = try source.execute(statement, limits: .none, RunControl())
      return (0..<table.rowCount).compactMap { table.columns[0][$0].doubleValue.map { Int($0) } }
    }
    #expect(try found([Name("T")]) == ids)
    #expect(try found([]) != ids || sql.contains("c = :T"), "otherwise by the collation of the column")
  }

  @Test func errorNamesTheWrongColumn() throws {
    let source = try Database(Self.setup).source()
    let template = try SQLTemplate.parse("SELECT id FROM t WHERE a IN (:T) AND nothing = 1")
    let statement = try template.bind(
      ["T": .scalar(.string("acme"))], dialect: source.dialect, dictated: [Name("T")])
    let error = SQLiteTests.expect(.queryFailed) { _ = try source.execute(statement, limits: .none, RunControl()) }
    #expect(error?.description.contains("nothing") == true)
  }
}
