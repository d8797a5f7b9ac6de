import Foundation
import TestSupport
import Testing

/// `auger query --sql` over several files and databases.
@Suite struct SQLOverTablesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "carrier,delay,day\nAA,5,2024-01-31\nBB,-2,2024-02-01\nAA,11,2024-02-29\n,7,\n", to: "flights.csv")
    _ = try folder.write("carrier,name\nAA,American\nCC,Continental\n", to: "airlines.csv")
    let shop = Database(path: folder.url("shop.sqlite").path)
    shop.execute(
      "CREATE TABLE orders(id INTEGER, carrier TEXT, amount DECIMAL(10,2));"
        + "INSERT INTO orders VALUES(1,'AA',2.5),(2,'BB',4);"
    )
    let erp = Database(path: folder.url("erp.sqlite").path)
    erp.execute(
      "CREATE TABLE orders(id INTEGER); CREATE TABLE targets(carrier TEXT, target REAL);"
        + "INSERT INTO orders VALUES(9); INSERT INTO targets VALUES('AA', 3);")
  }

  private func sql(_ statement: String, _ names: String..., more: [String] = []) throws -> Auger {
    try Auger(["query"] + names + ["--sql", statement, "--format", "csv"] + more, in: folder.root)
  }

  private func rows(_ statement: String, _ names: String..., more: [String] = []) throws -> [String] {
    let run = try Auger(["query"] + names + ["--sql", statement, "--format", "csv"] + more, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output.split(whereSeparator: \.isNewline).map(String.init)
  }

  @Test func twoFilesAreJoined() throws {
    let inner = try rows(
      "SELECT name, count(*) AS flights, avg(delay) AS delay FROM flights JOIN airlines USING (carrier) GROUP BY name",
      "flights.csv", "airlines.csv")
    #expect(inner == ["name,flights,delay", "American,2,8"])
    let left = try rows(
      "SELECT f.carrier, name FROM flights f LEFT JOIN airlines a ON a.carrier = f.carrier ORDER BY f.rowid",
      "flights.csv", "airlines.csv")
    #expect(left == ["carrier,name", "AA,American", "BB,", "AA,American", ","])
  }

  @Test func databaseIsAnOptionalSchema() throws {
    let joined = try rows(
      "SELECT o.id, amount, target FROM orders o JOIN erp.targets t ON t.carrier = o.carrier", "shop.sqlite.orders",
      "erp.sqlite")
    #expect(joined == ["id,amount,target", "1,2.50,3"])
    #expect(try rows("SELECT target FROM targets", "erp.sqlite", "shop.sqlite") == ["target", "3"])
    #expect(try rows("SELECT id FROM erp.orders", "erp.sqlite", "shop.sqlite") == ["id", "9"])
  }

  @Test func ambiguousTableNameFails() throws {
    let run = try sql("SELECT * FROM orders", "erp.sqlite", "shop.sqlite")
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("table 'orders' is in 2 of the sources"), "\(run.errors)")
    #expect(run.errors.contains("Write one of erp.orders, shop.orders."), "\(run.errors)")
  }

  @Test func filesAndDatabasesAreRenamed() throws {
    #expect(try rows("SELECT count(*) AS n FROM f", "f=flights.csv") == ["n", "4"])
    #expect(try rows("SELECT count(*) AS n FROM s.orders", "s=shop.sqlite") == ["n", "2"])
    let twice = try sql("SELECT 1", "f=flights.csv", "f=airlines.csv")
    #expect(twice.exitCode == 2 && twice.errors.contains("duplicateName"), "\(twice.errors)")
  }

  @Test func datesAreSQLStrings() throws {
    let months = try rows(
      "SELECT month(day) AS month, sum(delay) AS delay FROM flights WHERE day >= '2024-01-01' GROUP BY 1", "flights.csv"
    )
    #expect(months == ["month,delay", "1,5", "2,9"])
    #expect(try rows("SELECT day FROM flights WHERE day = '2024-02-29'", "flights.csv") == ["day", "2024-02-29"])
  }

  @Test func statisticsUseTheSample() throws {
    let found = try rows(
      """
      SELECT median(delay) m, percentile(delay, 0.25) p, variance(delay) v, round(stddev(delay), 6) s,
        round(corr(delay, 2 * delay), 9) c FROM flights
      """,
      "flights.csv")
    #expect(found == ["m,p,v,s,c", "6,3.25,29.583333333333332,5.439056,1"])
  }

  @Test func argumentsAreBound() throws {
    let found = try rows(
      "SELECT delay FROM flights WHERE carrier = :Carrier AND delay > :Least", "flights.csv",
      more: ["--arg", "Carrier=AA", "--arg", "Least=6"])
    #expect(found == ["delay", "11"])
  }

  @Test func equalKeysMatchAsInSQL() throws {
    _ = try folder.write("code,n\n05,1\n5,2\n7,3\n", to: "texts.csv")
    _ = try folder.write("number,m\n5,10\n7,20\n", to: "numbers.csv")
    let found = try rows(
      "SELECT number, n FROM numbers CROSS JOIN texts ON texts.code = numbers.number ORDER BY n", "texts.csv",
      "numbers.csv", more: ["--as-text"])
    // Strings compare by bytes. Converted to numbers, '05' and '5' both match.
    #expect(found == ["number,n", "5,2", "7,3"])
    let converted = try rows(
      "SELECT number, n FROM numbers JOIN texts ON CAST(number AS INTEGER) = CAST(texts.code AS INTEGER) ORDER BY n",
      "texts.csv", "numbers.csv", more: ["--as-text"])
    #expect(converted == ["number,n", "5,1", "5,2", "7,3"])
  }

  @Test func workspaceSourcesAreAvailable() throws {
    _ = try folder.write(
      """
      sources:
        flights: { adapter: csv, path: flights.csv }
        shop: { adapter: sqlite, path: shop.sqlite }
        both: { adapter: sql, over: [flights, s=shop] }
      queries:
        Delays:
          source: both
          sql: "SELECT o.id, sum(delay) AS delay FROM s.orders o JOIN flights USING (carrier) GROUP BY 1"
      """, to: "auger.yaml")
    let named = try Auger(["query", "Delays", "--format", "csv"], in: folder.root)
    #expect(
      named.exitCode == 0 && named.output.split(whereSeparator: \.isNewline) == ["id,delay", "1,16", "2,-2"],
      "\(named.errors)")
    #expect(try rows("SELECT count(*) AS n FROM flights, shop.orders") == ["n", "8"])
  }

  @Test(arguments: [
    ("DELETE FROM flights", "notReadOnly"), ("ATTACH 'x.db' AS x", "notReadOnly"),
    ("SELECT load_extension('x')", "notReadOnly"), ("CREATE TABLE t(a)", "notReadOnly"),
    ("SELECT 1; SELECT 2", "multipleStatements"), ("SELECT nowhere FROM flights", "no such column: nowhere"),
    ("SELECT * FROM flight", "Did you mean 'flights'?"), ("SELEC 1", "queryFailed"),
  ])
  func writingAndInvalidStatementsFail(statement: String, finding: String) throws {
    let run = try sql(statement, "flights.csv")
    #expect(run.exitCode == 2 && run.errors.contains(finding), "\(run.errors)")
  }

  @Test func columnsDifferingByCaseGetNumbers() throws {
    _ = try folder.write("Name,name\na,b\n", to: "names.csv")
    #expect(try rows("SELECT Name, name_2 FROM names", "names.csv") == ["Name,name_2", "a,b"])
  }

  @Test func lateValuesWidenTheColumn() throws {
    let numbers = (0..<20_000).map { "\($0)\n" }.joined()
    _ = try folder.write("a\n" + numbers + "oops\n", to: "late.csv")
    let found = try rows("SELECT typeof(a) AS type, count(*) AS n FROM late GROUP BY 1", "late.csv")
    #expect(found == ["type,n", "text,20001"])
  }

  @Test func bothFilesOfOneNameAreRead() throws {
    for (name, last) in [("x", "1"), ("y", "oops")] {
      try FileManager.default.createDirectory(at: folder.url(name), withIntermediateDirectories: true)
      _ = try folder.write("a\n" + (0..<20_000).map { "\($0)\n" }.joined() + last + "\n", to: "\(name)/late.csv")
    }
    let found = try rows(
      "SELECT (SELECT max(rowid) FROM one WHERE a = 'oops') AS x, (SELECT max(rowid) FROM two WHERE a = 'oops') AS y",
      "one=x/late.csv", "two=y/late.csv")
    #expect(found == ["x,y", ",20001"])
  }

  @Test func statementWithoutTablesHasAHint() throws {
    let run = try sql("SELECT 1")
    #expect(run.exitCode == 2 && run.errors.contains("no tables were named"), "\(run.errors)")
  }

  @Test func endlessRecursionEndsAtTheTimeLimit() throws {
    _ = try folder.write(
      """
      sources: { flights: { adapter: csv, path: flights.csv }, all: { adapter: sql, over: [flights] } }
      queries:
        Endless:
          source: all
          sql: "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c, flights"
          limits: { time: 300ms }
      """, to: "auger.yaml")
    let run = try Auger(["query", "Endless"], in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains("timeout"), "\(run.errors)")
  }

  @Test func joinOfManyKeysRespectsTheMemoryLimit() throws {
    let rows = (0..<200_000).map { "\($0),text number \($0)\n" }.joined()
    _ = try folder.write("id,label\n" + rows, to: "many.csv")
    let statement = "SELECT count(*) AS n, max(b.label) AS label FROM many a CROSS JOIN many b ON b.id = a.id"
    #expect(try self.rows(statement, "many.csv") == ["n,label", "200000,text number 99999"])
    let run = try sql(statement, "many.csv", more: ["--memory-limit", "4MB"])
    #expect(run.exitCode == 2 && run.errors.contains("lowMemory"), "\(run.errors)")
  }

  @Test func unsupportedSourcesFail() throws {
    func query(_ sources: String) throws -> Auger {
      _ = try folder.write(
        "sources:\n\(sources)\nqueries: { Q: { source: all, sql: 'SELECT 1 AS one' } }\n", to: "auger.yaml")
      return try Auger(["query", "Q"], in: folder.root)
    }
    let unknown = try query("  flights: { adapter: csv, path: flights.csv }\n  all: { adapter: sql, over: [flight] }")
    #expect(unknown.exitCode == 2 && unknown.errors.contains("Did you mean 'flights'?"), "\(unknown.errors)")
    #expect(unknown.errors.contains("auger.yaml:3:"), "\(unknown.errors)")
    let nested = try query("  one: { adapter: sql, over: [all] }\n  all: { adapter: sql, over: [one] }")
    #expect(nested.exitCode == 2 && nested.errors.contains("sqlOverSQL"), "\(nested.errors)")
    let reserved = try query("  temp: { adapter: sqlite, path: shop.sqlite }\n  all: { adapter: sql, over: [temp] }")
    #expect(reserved.exitCode == 2 && reserved.errors.contains("reservedName"), "\(reserved.errors)")
  }
}
