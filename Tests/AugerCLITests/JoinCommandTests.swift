import Foundation
import TestSupport
import Testing

/// Joins of table queries in a workspace, across sources.
@Suite struct JoinCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(
      "carrier,day,delay\nAA,2023-05-01,5\nBB,2023-06-01,-2\nAA,2024-01-01,11\nXX,,1\n", to: "flights.csv")
    let database = Database(path: folder.url("shop.sqlite").path)
    database.execute(
      "CREATE TABLE airlines(carrier TEXT PRIMARY KEY, name TEXT);"
        + "INSERT INTO airlines VALUES('AA','American'),('BB','Best');"
        + "CREATE TABLE targets(who TEXT, year INTEGER, target REAL);"
        + "INSERT INTO targets VALUES('AA',2023,1.5),('AA',2024,2.5),('BB',2023,0);")
  }

  private func query(_ definition: String, _ arguments: String...) throws -> Auger {
    _ = try folder.write(
      """
      sources:
        files: { adapter: csv, path: "*.csv" }
        shop: { adapter: sqlite, path: shop.sqlite }
      queries:
        Q:
          source: files
          from: flights
      \(definition.split(separator: "\n").map { "    " + $0 }.joined(separator: "\n"))
      """, to: "auger.yaml")
    return try Auger(["query", "Q", "--format", "csv"] + arguments, in: folder.root)
  }

  private func lines(_ run: Auger) -> [String] { run.output.split(whereSeparator: \.isNewline).map(String.init) }

  @Test func queryJoinsTablesOfOtherSources() throws {
    let run = try query(
      """
      join:
        airlines: { source: shop, on: carrier }
        goal: { source: shop, from: targets, on: { who: carrier, year: year(day) }, kind: inner }
      where: [ "airlines.name <> 'Best'" ]
      groupBy: [name]
      measures: { late: avg(delay), target: max(goal.target), n: count() }
      """)
    #expect(lines(run) == ["name,late,target,n", "American,8,2.5,2"], "\(run.errors)")
  }

  @Test func joinHasAllColumnsWithEachKeyOnce() throws {
    let run = try query("join: { airlines: { source: shop, on: [carrier] } }\norderBy: [-delay]\nlimit: 2")
    #expect(
      lines(run) == ["carrier,day,delay,name", "AA,2024-01-01,11,American", "AA,2023-05-01,5,American"],
      "\(run.errors)")
  }

  @Test func duplicateKeyIsReportedAtTheJoin() throws {
    let run = try query("join:\n  targets: { source: shop, on: { who: carrier } }\nmeasures: { n: count() }")
    #expect(run.exitCode == 2)
    #expect(
      run.errors.contains("auger.yaml:9:7: error: joinNotUnique: 'targets' has more than one row where who is AA"),
      "\(run.errors)")
  }

  @Test func rowsWhoseTypesWidenAreJoined() throws {
    let rows = (0..<20_000).map { "\($0 % 3),\($0)\n" }.joined()
    _ = try folder.write("key,n\n" + rows + "2.5,7\n", to: "late.csv")
    _ = try folder.write("key,name\n9,nine\n2.5,more\n", to: "names.csv")
    let run = try Auger(
      ["query", "late.csv", "--inner-join", "names.csv on key", "--select", "key,name,n", "--format", "csv"],
      in: folder.root)
    #expect(lines(run) == ["key,name,n", "2.5,more,7"], "\(run.errors)")
  }

  @Test func tableJoinsItself() throws {
    _ = try folder.write("id,boss,name\n1,,Ada\n2,1,Bo\n3,2,Cy\n", to: "people.csv")
    let run = try Auger(
      [
        "query", "people.csv", "--join", "boss=people.csv on id=boss", "--join", "top=people.csv on id=boss.boss",
        "--select", "name,boss.name,top.name", "--format", "csv",
      ], in: folder.root)
    #expect(lines(run) == ["name,boss.name,top.name", "Ada,,", "Bo,Ada,", "Cy,Bo,Ada"], "\(run.errors)")
  }

  @Test func missingJoinTableHasASuggestion() throws {
    let run = try query("join: { airline: { source: shop, on: carrier } }")
    #expect(run.exitCode == 2 && run.errors.contains("Did you mean 'airlines'?"), "\(run.errors)")
  }

  @Test(arguments: [
    ("join: { airlines: { source: shop } }", "missingKey"),
    ("join: { airlines: { source: shop, on: carier } }", "unknownColumn: 'airlines' has no column 'carier'"),
    ("join: { airlines: { source: shop, on: { carrier: delay } } }", "joinTypesDiffer"),
    ("join: { airlines: { source: shop, on: carrier, kind: outer } }", "'kind' must be one of left, inner"),
    ("join: { airlines: { source: stop, on: carrier } }", "Did you mean 'shop'?"),
    ("join: { airlines: { source: shop, on: year(day) } }", "a key of a join is a column that both tables have"),
    ("join: { airlines: { source: shop, on: carrier, many: true } }", "unknownKey"),
    ("join: { airlines: { source: shop, on: carrier } }\ngroupBy: [airlines.nam]", "Did you mean 'airlines.name'?"),
    (
      "join: { airlines: { source: shop, on: carrier } }\nmeasures: { n: count(airlines.nam) }",
      "unknownColumn: column 'airlines.nam' is not known"
    ),
    ("join: { airlines: { source: shop, on: { carrier: upper(carier) } } }", "Did you mean 'carrier'?"),
    (
      "join: { airlines: { source: shop, on: carrier } }\nwhere: [ nothing > 1 ]",
      "hint: columns: carrier, day, delay, airlines.carrier, name\n"
    ),
    (
      "join:\n  a: { source: shop, from: airlines, on: { carrier: b.who } }\n"
        + "  b: { source: shop, from: targets, on: { who: a.carrier, year: year(day) } }",
      "joinOrder: the key of join 'a' needs 'b.who', and join 'b' comes after it"
    ),
    ("join: { a: { source: shop, from: airlines, on: { carrier: a.name } } }", "compared with its own column 'a.name'"),
    (
      "join:\n  a: { source: shop, from: airlines, on: carrier }\n"
        + "  b: { source: shop, from: airlines, on: carrier }\nwhere: [ \"name <> 'Best'\" ]",
      "ambiguousColumn: column 'name' is in 2 of the joined tables"
    ),
  ])
  func joinErrorsHaveALocation(definition: String, finding: String) throws {
    let run = try query(definition)
    #expect(run.exitCode == 2 && run.errors.contains(finding) && run.errors.contains("auger.yaml:"), "\(run.errors)")
  }

  private func command(_ arguments: String...) throws -> Auger {
    try Auger(["query", "flights.csv"] + arguments + ["--format", "csv"], in: folder.root)
  }

  @Test func joinOptionJoinsTables() throws {
    let named = try command(
      "--join", "a=shop.sqlite.airlines on carrier", "--inner-join",
      "shop.sqlite.targets on who=carrier,year=year(day)",
      "--group-by", "a.name", "--measure", "target=sum(target)", "--order-by", "-target")
    #expect(lines(named) == ["a.name,target", "American,4", "Best,0"], "\(named.errors)")
    let own = try Auger(
      [
        "query", "shop.sqlite.targets", "--join", "shop.sqlite.airlines on carrier=who", "--select", "name", "--limit",
        "1",
      ],
      in: folder.root)
    #expect(own.exitCode == 0 && own.output.contains("American"), "\(own.errors)")
    let shared = try command("--join", "shop.sqlite.airlines", "--select", "name,delay", "--limit", "1")
    #expect(lines(shared) == ["name,delay", "American,5"], "\(shared.errors)")
  }

  @Test func invalidJoinOptionFails() throws {
    let nothing = try command("--join", "shop.sqlite.targets")
    #expect(nothing.exitCode == 2 && nothing.errors.contains("no column name in common"), "\(nothing.errors)")
    let several = try command("--join", "shop.sqlite")
    #expect(several.exitCode == 2 && several.errors.contains("it has 2 tables"), "\(several.errors)")
    _ = try query("measures: { n: count() }")
    let result = try Auger(["query", "Q", "--join", "shop.sqlite.airlines"], in: folder.root)
    #expect(result.exitCode == 2 && result.errors.contains("only tables can be joined"), "\(result.errors)")
  }
}
