import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerSQLite
import Testing

/// Statements that group one table, executed as a table query and by SQLite over its rows. Both give the same result.
@Suite struct GroupedStatementTests {
  private struct OneTable: Source {
    let table: StoredTable
    var name: String { table.name }

    func tables(_ control: RunControl) -> [TableDescription] {
      [TableDescription(name: table.name, kind: .file, columns: [])]
    }

    func table(_ name: String, _ control: RunControl) -> any ScannableTable { table }

    func close() {}
  }

  /// Returns the result and the table queries that it required.
  private func result(
    _ sql: String, over table: Table, named name: String = "sales", byTableQuery: Bool
  ) throws -> (table: Table, queries: [TableQuery]) {
    let asked = Locked<[TableQuery]>([])
    let answering: OtherSources.Answering = { query, table, arguments, limits, control in
      asked.withLock { $0.append(query) }
      return StoredTable(
        query.from,
        try TableQueryExecutor(workers: 2).execute(query, on: table, arguments: arguments, limits: limits, control))
    }
    let others = OtherSources([name], answering: byTableQuery ? answering : nil) { _ in
      OneTable(table: StoredTable(name, table))
    }
    let source = try SQLAdapter().open(SourceConfiguration(name: "all", location: ""), beside: others)
    let sqlSource = try #require(source.sql)
    let result = try sqlSource.execute(SQLStatement(text: sql), limits: .none, RunControl())
    return (result, asked.withLock { $0 })
  }

  private static var sales: Table {
    let rows = Array(0..<500)
    let regions: [String?] = rows.map { $0 % 11 == 0 ? nil : "Region \($0 % 7)" }
    let units: [String?] = rows.map { "unit \($0 % 3)" }
    let quantities: [Int64?] = rows.map { $0 % 13 == 0 ? nil : Int64($0 % 50) - 10 }
    let amounts: [Double?] = rows.map { $0 % 17 == 0 ? nil : Double($0 % 40) / 4 }
    let broken: [Double?] = rows.map { $0 == 77 ? Double.nan : Double($0) }
    let days = rows.map { CivilDate(days: Int32(18_000 + $0 % 90)) }
    return Table([
      ("Region", Column(regions)), ("Unit Name", Column(units)), ("Quantity", Column(quantities)),
      ("Amount", Column(amounts)), ("Broken", Column(broken)), ("IsNew", Column(rows.map { $0 % 3 == 0 })),
      ("Day", Column(days)),
    ])
  }

  private func rows(_ table: Table) -> [String] {
    (0..<table.rowCount).map { row in table.columns.map { $0[row].description }.joined(separator: "|") }
  }

  private static let grouped = [
    "select Region, sum(Amount) from sales group by Region order by 1",
    "SELECT region, COUNT(*) AS n, avg( Quantity ), min(Day), max([Unit Name]) FROM sales GROUP BY region "
      + "ORDER BY n, 1",
    "select s.Region r, sum(s.Quantity) as Quantity from sales as s where s.Quantity >= 3 and Day < '2019-05-02' "
      + "group by s.Region having sum(Amount) > 20 order by Quantity desc, r limit 4;",
    "select \"Unit Name\", IsNew, count(Region), count(distinct Region), count(distinct Quantity) from \"sales\" "
      + "group by `Unit Name`, [IsNew] order by 1, 2",
    "select round(sum(Amount) * 100.0 / count(*), 1), max(Quantity) - min(Quantity) spread from sales",
    "select count(*), sum(Quantity), min(Region), avg(Amount) from sales where Region = 'nowhere'",
    "select Day, sum(Amount) -- by day\n from sales /* all of it */ where Quantity <> -2 group by Day order by Day",
    "select Region from sales group by Region order by Region",
    "select case when sum(Quantity) > 500 then 'much' else 'little' end, count(*) c from sales group by Region "
      + "order by c, 1, sum(Amount)",
    "select upper(Region) || ' (' || count(*) || ')' from sales where IsNew = 1 or 1 = 1 group by Region order by 1",
  ]

  @Test(arguments: GroupedStatementTests.grouped)
  func groupsMatchSQLite(sql: String) throws {
    let fast = try result(sql, over: Self.sales, byTableQuery: true)
    let plain = try result(sql, over: Self.sales, byTableQuery: false)
    #expect(fast.table.schema.names == plain.table.schema.names)
    #expect(fast.table.schema.fields.map(\.type) == plain.table.schema.fields.map(\.type))
    #expect(rows(fast.table) == rows(plain.table))
    // Only SQLite can evaluate the last condition.
    #expect(fast.queries.count == (sql.contains(" or ") ? 0 : 1))
  }

  /// SQLite executes statements to which a table query would give a different result.
  @Test(arguments: [
    "select Region, Amount from sales group by Region order by 1",
    "select Region, sum(distinct Quantity) from sales group by 1 order by 1",
    "select Region, group_concat(Quantity) from sales group by Region order by 1",
    "select Region, sum(Amount + 1) from sales group by Region order by 1",
    "select upper(Region), count(*) from sales group by upper(Region) order by 1",
    "select Amount, count(*) from sales group by Amount order by 1",
    "select Region, count(*) from sales where Amount > 2 group by Region order by 1",
    "select Region, count(*) from sales where Quantity between 1 and 5 group by Region order by 1",
    "select Region, count(*) from sales where Region like 'region 1' group by Region order by 1",
    "select distinct Region from sales order by 1", "select Region from sales order by rowid limit 3",
    "select Region, max(Quantity, 3) from sales group by Region order by 1, 2",
    "select Region, sum(Quantity) over () from sales order by rowid limit 4",
    "select Region, sum(Quantity) as q from sales group by Region having Quantity > 10 order by 1",
    "select count(*) from (select Region from sales group by Region)",
    "select a.Region, count(*) from sales a, sales b where a.Quantity = b.Quantity group by a.Region order by 1",
    "select Region, sum(Quantity) filter (where IsNew) from sales group by Region order by 1",
    "select * from sales group by Region order by Region limit 2",
    "select Region, count(*) from sales group by Region, region order by 1",
  ])
  func otherStatementsAreLeftToSQLite(sql: String) throws {
    let fast = try result(sql, over: Self.sales, byTableQuery: true)
    #expect(fast.queries.isEmpty, "\(sql)")
    #expect(rows(fast.table) == rows(try result(sql, over: Self.sales, byTableQuery: false).table))
  }

  @Test func invalidNumberIsNullAsInSQL() throws {
    for sql in [
      "select Region, sum(Broken), count(Broken) from sales group by Region order by 1",
      "select min(Broken), max(Broken), avg(Broken) from sales",
    ] {
      let fast = try result(sql, over: Self.sales, byTableQuery: true)
      let plain = try result(sql, over: Self.sales, byTableQuery: false)
      #expect(fast.queries.count == 1)
      #expect(rows(fast.table) == rows(plain.table))
      #expect(fast.table.warnings.items == plain.table.warnings.items)
    }
  }

  @Test func sumsOfFloatsAreExact() throws {
    let table = Table([("x", Column([1e16, 1, -1e16, 1, 1]))])
    let result = try result("select sum(x) from t", over: table, named: "t", byTableQuery: true)
    #expect(result.table.columns[0][0] == .float(3))
  }

  @Test func errorIsLocatedInTheOriginalStatement() throws {
    for sql in [
      "select Region, sum(Amount) from sales group by Region having missing_one > 3",
      "select Region, sum(Amount), missing_one from sales group by Region",
    ] {
      var errors: [AugerError] = []
      for byTableQuery in [true, false] {
        do { _ = try result(sql, over: Self.sales, byTableQuery: byTableQuery) } catch let error as AugerError {
          errors.append(error)
        }
      }
      let (fast, plain) = (try #require(errors.first), try #require(errors.last))
      #expect(errors.count == 2)
      #expect(fast.message.contains("no such column: missing_one"))
      #expect(fast.message == plain.message && fast.place == plain.place)
    }
  }
}
