import Foundation
import TestSupport
import Testing

/// `auger query` supports all features of table queries, for tables and for the results of other queries.
@Suite struct QueryOptionsTests {
  private static let flights = """
    carrier,month,Dep Delay,day
    UA,1,10,2024-01-05
    UA,2,30,2024-02-05
    AA,1,5,2024-01-07
    AA,1,,2024-01-08
    DL,2,-4,2024-02-09
    UA,1,20,2024-01-09

    """

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write(Self.flights, to: "flights.csv")
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: flights.csv } }
      queries:
        Late:
          source: drops
          from: flights
          where: ["[[ month == $Month ]]"]
          groupBy: [carrier]
          measures: { late: "avg([Dep Delay])", n: count() }
      """, to: "auger.yaml")
  }

  private func csv(_ arguments: String...) throws -> String {
    let run = try Auger(["query"] + arguments + ["--format", "csv"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  /// Returns the standard error of a command line that fails.
  private func refusal(_ arguments: String...) throws -> String {
    let run = try Auger(["query"] + arguments, in: folder.root)
    #expect(run.exitCode == 2 && run.output.isEmpty, "\(run.output)")
    return run.errors
  }

  @Test func groupsAreFilteredSortedAndLimited() throws {
    let output = try csv(
      "flights.csv", "--group-by", "carrier", "--measure", "late=avg([Dep Delay])", "--having", "count() > 1",
      "--order-by", "-late", "--limit", "1")
    #expect(output == "carrier,late\nUA,20\n")
  }

  @Test func listOptionsAllowCommasAndRepetition() throws {
    let expected =
      "carrier,month,n,max(day)\nAA,1,2,2024-01-08\nDL,2,1,2024-02-09\nUA,1,2,2024-01-09\nUA,2,1,2024-02-05\n"
    #expect(
      try csv("flights.csv", "--group-by", "carrier,month", "--measure", "n=count(), max(day)") == expected)
    #expect(
      try csv(
        "flights.csv", "--group-by", "carrier", "--group-by", "month", "--measure", "n=count()", "--measure",
        "max(day)") == expected)
  }

  @Test func nestedCommasDoNotSeparate() throws {
    _ = try folder.write("\"Last, First\",a=b\n\"x, y\",1\nz,2\n", to: "names.csv")
    #expect(try csv("names.csv", "--select", "Last, First") == "\"Last, First\"\n\"x, y\"\nz\n")
    let both = try csv("names.csv", "--select", "[Last, First],a=b", "--limit", "1")
    #expect(both == "\"Last, First\",a=b\n\"x, y\",1\n")
    let output = try csv("names.csv", "--group-by", "k=if([a=b] == 1, 'a,b', 'c'),[a=b]", "--measure", "count()")
    #expect(output == "k,a=b,count()\n\"a,b\",1,1\nc,2,1\n")
  }

  @Test func keyExpressionsAreNamedByTheirText() throws {
    let output = try csv("flights.csv", "--group-by", "month(day),q=quarter(day)", "--measure", "count()")
    #expect(output == "month(day),q,count()\n1,1,4\n2,1,2\n")
  }

  @Test func columnNameOfSpacesIsPreserved() throws {
    let output = try csv("flights.csv", "--select", "carrier,Dep Delay", "--order-by", "-Dep Delay", "--limit", "2")
    #expect(output == "carrier,Dep Delay\nUA,30\nUA,20\n")
  }

  @Test func derivedColumnsAreAvailableEverywhere() throws {
    let output = try csv(
      "flights.csv", "--derive", "hours=[Dep Delay] / 60", "--derive", "isLate=hours > 0.2", "--where", "isLate",
      "--select", "carrier,hours", "--order-by", "-hours")
    #expect(output == "carrier,hours\nUA,0.5\nUA,0.3333333333333333\n")
  }

  @Test func pivotTurnsAKeyIntoColumns() throws {
    let output = try csv(
      "flights.csv", "--group-by", "carrier,month", "--measure", "count()", "--pivot", "month", "--order-by",
      "-carrier")
    #expect(output == "carrier,1,2\nUA,2,1\nDL,,1\nAA,2,\n")
    let named = try csv(
      "flights.csv", "--group-by", "carrier,month(day)", "--measure", "count()", "--pivot", "month(day)")
    #expect(named == "carrier,1,2\nAA,2,\nDL,,1\nUA,2,1\n")
  }

  @Test func namedQueryIsQueriedLikeATable() throws {
    #expect(try csv("Late", "--order-by", "-late", "--limit", "2") == "carrier,late,n\nUA,20,3\nAA,5,2\n")
    #expect(try csv("Late", "--where", "n > 1", "--select", "carrier") == "carrier\nAA\nUA\n")
    #expect(try csv("Late", "--group-by", "n", "--measure", "max(late)") == "n,max(late)\n1,-4\n2,5\n3,20\n")
    // Arguments apply to the query and to the conditions on its result.
    let early = try csv("Late", "--where", "n > $Least", "--arg", "Month=1", "--arg", "Least=1")
    #expect(early == "carrier,late,n\nAA,5,2\nUA,15,2\n")
  }

  @Test func sqlResultIsQueriedLikeATable() throws {
    let sample = try SampleWorkspace.copy()
    let database = sample.url("shop.sqlite").path
    let sql = "SELECT region, amount FROM sales"
    let whole = try csv(
      "--source", database, "--sql", sql, "--group-by", "region", "--measure", "n=count()", "--having",
      "n > 0")
    let table = try csv(database + ".sales", "--group-by", "region", "--measure", "n=count()")
    #expect(whole == table && whole.hasPrefix("region,n\n"))
  }

  @Test func conflictingOptionsFailWithAHint() throws {
    #expect(
      try refusal("flights.csv", "--having", "count() > 1") == """
        --having:1:1: error: havingWithoutGroups: 'having' requires groups, and the query has none
          count() > 1
          ^^^^^^^^^^^
          hint: Use 'where' for a condition on rows, or add keys or measures.

        """)
    #expect(
      try refusal("flights.csv", "--group-by", "carrier", "--measure", "count()", "--pivot", "month") == """
        --pivot:1:1: error: pivotNotGrouped: pivot column 'month' is not a key of the groups
          month
          ^^^^^
          hint: Add it to the keys of the groups.

        """)
    #expect(
      try refusal("flights.csv", "--group-by", "carrier,month", "--pivot", "month") == """
        --pivot:1:1: error: pivotWithoutMeasures: the pivot by 'month' has no measures
          month
          ^^^^^
          hint: Add a measure, such as count().

        """)
    let select = try refusal("flights.csv", "--select", "carrier", "--group-by", "carrier")
    #expect(select.contains("error: usage: --select cannot be combined with groups"), "\(select)")
    #expect(select.contains("hint: Remove --select"), "\(select)")
  }

  @Test func errorsAreMarkedInTheArgument() throws {
    #expect(
      try refusal("flights.csv", "--group-by", "month, carier", "--measure", "count()") == """
        --group-by:1:8: error: unknownColumn: column 'carier' is not known
          month, carier
                 ^^^^^^
          hint: Did you mean 'carrier'?

        """)
    let measure = try refusal("flights.csv", "--measure", "n=count(), late=avg(delay)")
    #expect(measure.hasPrefix("--measure:1:21: error: unknownColumn: column 'delay'"), "\(measure)")
    let order = try refusal(
      "flights.csv", "--group-by", "carrier", "--measure", "n=count()", "--order-by", "carrier,-m")
    #expect(order.hasPrefix("--order-by:1:10: error: unknownColumn: column 'm' is not known"), "\(order)")
    let derive = try refusal("flights.csv", "--derive", "month * 2")
    #expect(derive.contains("hint: Write NAME=EXPRESSION."), "\(derive)")
    let empty = try refusal("flights.csv", "--group-by", "carrier,,month")
    #expect(empty.contains("hint: Put a name that contains a comma in brackets"), "\(empty)")
    #expect(try refusal("flights.csv", "--measure", "n=").contains("the expression after 'n=' is missing"))
  }

  @Test func tooManyPivotColumnsFail() throws {
    _ = try folder.write("x\n" + (0...1000).map { "\($0)\n" }.joined(), to: "many.csv")
    let run = try refusal("many.csv", "--group-by", "x", "--measure", "count()", "--pivot", "x")
    #expect(
      run.contains("error: limitExceeded: pivot column 'x' has 1001 values, and the maximum is 1000 columns"), "\(run)")
    #expect(run.contains("hint: Filter the rows, or pivot"), "\(run)")
  }

  #if os(Linux)
    /// Returns the terminal output of a command, run by `script`.
    private func terminal(_ arguments: String) throws -> [Substring] {
      let program = Auger.directory.appendingPathComponent("auger").path
      let run = try Auger(
        ["-qec", "'\(program)' query \(arguments)", "/dev/null"], running: "/usr/bin/script", in: folder.root)
      #expect(run.exitCode == 0, "\(run.output)")
      return run.output.replacing("\r\n", with: "\n").split(separator: "\n")
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func terminalShowsFiftyRowsAndTheCount() throws {
      _ = try folder.write("x\n" + (0..<1234).map { "\($0)\n" }.joined(), to: "many.csv")
      let shown = try terminal("many.csv")
      #expect(shown.count == 53 && shown[51].hasSuffix("49"), "\(shown)")
      #expect(shown.last == "… 50 of 1 234 rows; --all shows them")
      #expect(try terminal("many.csv --all").count == 1236)
      #expect(try terminal("many.csv --limit 50").count == 52)
      #expect(try terminal("many.csv --format csv").count == 1235)
      let piped = try Auger(["query", "many.csv"], in: folder.root)
      #expect(piped.output.split(separator: "\n").count == 1236)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
    func terminalRoundsNumbersAndFitsColumns() throws {
      let months = (1...40).map { String(format: "20%02d-%02d", 20 + $0 / 12, $0 % 12 + 1) }
      _ = try folder.write(
        "name,month,x\n" + months.map { "a,\($0),1.23456789012\n" }.joined(), to: "wide.csv")
      let query = "wide.csv --group-by name,month --measure 'x=sum(x)' --pivot month"
      let shown = try terminal(query).map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
      #expect(shown.count == 4 && shown[0].hasPrefix("name  2020-02  2020-03"), "\(shown)")
      #expect(shown[2].contains(" 1.23457") && !shown[2].contains("1.234567"))
      let count = try #require(shown.last?.firstMatch(of: /^… (\d+) of 41 columns; --all shows them$/))
      #expect(Int(count.1).map { (2...20).contains($0) } == true && shown.allSatisfy { $0.count <= 200 })
      // Complete output and machine-readable output are neither rounded nor truncated.
      let piped = try Auger(
        ["query", "wide.csv", "--group-by", "name,month", "--measure", "x=sum(x)", "--pivot", "month"], in: folder.root)
      #expect(piped.output.split(separator: "\n")[2].split(separator: " ").count == 41)
      #expect(piped.output.contains("1.23456789012"))
      #expect(try terminal(query + " --all").joined(separator: "\n") + "\n" == piped.output)
    }
  #endif
}
