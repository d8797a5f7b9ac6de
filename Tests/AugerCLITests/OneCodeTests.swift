import Foundation
import Testing

/// The same error has the same code in every command, and a location if one exists.
@Suite struct OneCodeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nEurope,1\nAsia,2\n", to: "sales.csv")
  }

  private func workspace(
    from table: String = "sales", query: String = "", category: String = "region", value: String = "sum(amount)"
  ) throws {
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: \(table).csv } }
      queries:
        Q: { source: drops, from: \(table)\(query) }
      dashboards: { board: board.xml }
      jobs: { all: { dashboards: board, publish: { directory: public } } }
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      <Dashboard>
        <Chart Name="C" ChartType="Column" Query="Q">
          <Category Column="\(category)"/><Values><Value Expression="\(value)"/></Values>
        </Chart>
      </Dashboard>
      """, to: "board.xml")
  }

  /// Returns the codes of all errors that a command reports as JSON lines.
  private func codes(_ words: [String]) throws -> [String] {
    let options = words[0] == "check" ? ["--format", "json"] : ["--diagnostics", "json"]
    let run = try Auger(words + options, in: folder.root)
    #expect(run.exitCode == 1 || run.exitCode == 2, "\(words): \(run.exitCode)")
    return (run.output + run.errors).split(separator: "\n").compactMap { line -> String? in
      let text = line.trimmingPrefix(while: \.isWhitespace)
      let json = text.hasSuffix(",") ? text.dropLast() : text
      let object = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      return object?["level"] as? String == "error" ? object?["code"] as? String : nil
    }
  }

  private func expect(_ code: String, of commands: [[String]]) throws {
    for words in commands { #expect(try codes(words) == [code], "\(words.joined(separator: " "))") }
  }

  private static let commandsOfAQuery = [
    ["query", "Q"], ["query", "board/C"], ["chart", "Q", "--category", "region"], ["plan", "Q"],
    ["export", "board", "-o", "out"], ["export", "board/C", "--formats", "csv", "-o", "-"], ["check", ".", "--live"],
    ["refresh"],
  ]

  @Test func unknownColumnHasOneCode() throws {
    try workspace(query: ", derive: { d: amuont + 1 }")
    try expect("unknownColumn", of: Self.commandsOfAQuery)
    try expect(
      "unknownColumn",
      of: [
        ["query", "sales.csv", "--where", "amuont > 1"], ["eval", "sum(amuont)", "--table", "sales.csv"],
        ["chart", "sales.csv", "--category", "region", "--value", "sum(amount)", "--where", "amuont > 1"],
      ])
  }

  /// A chart refers to a column that its data do not have.
  @Test(arguments: [
    ("region", "sum(amuont)"), ("region", "amuont"), ("region", "Running(amuont) + 1"), ("regoin", "sum(amount)"),
  ])
  func missingChartColumnHasOneCode(_ category: String, _ value: String) throws {
    try workspace(category: category, value: value)
    try expect(
      "dataMissingColumn",
      of: [
        ["export", "board", "-o", "out"], ["export", "board/C", "--formats", "csv", "-o", "-"], ["refresh"],
        ["check", ".", "--live"], ["chart", "sales.csv", "--category", category, "--value", value],
        ["chart", "Q", "--category", category, "--value", value],
        ["chart", "sales.csv", "--category", category, "--value", value, "--type", "Scatter"],
      ])
  }

  @Test func missingFileHasOneCode() throws {
    try workspace(from: "gone")
    try expect("fileNotFound", of: Self.commandsOfAQuery)
    let commands = [["query"], ["chart"], ["inspect"], ["eval", "1", "--table"]]
    try expect("fileNotFound", of: commands.map { $0 + ["gone.csv"] })
  }

  @Test(arguments: [("summ(amount)", "unknownFunction"), ("Abs(region)", "wrongArgumentType")])
  func invalidQueryExpressionHasOneCode(_ expression: String, _ code: String) throws {
    try workspace(query: ", derive: { d: \(expression) }")
    // The argument types are known only with the table.
    try expect(code, of: Self.commandsOfAQuery + (code == "unknownFunction" ? [["check", "."]] : []))
    try expect(
      code, of: [["query", "sales.csv", "--derive", "d=\(expression)"], ["eval", expression, "--table", "sales.csv"]])
  }

  @Test(arguments: [("sum(amount", "syntaxError"), ("summ(amount)", "unknownFunction")])
  func invalidChartExpressionHasOneCode(_ expression: String, _ code: String) throws {
    try workspace(value: expression)
    try expect(
      code,
      of: [
        ["export", "board", "-o", "out"], ["export", "board/C", "--formats", "csv", "-o", "-"], ["check", "."],
        ["check", ".", "--live"], ["refresh"],
        ["chart", "sales.csv", "--category", "region", "--value", expression],
      ])
  }

  // MARK: Duplicate names

  @Test(arguments: [
    (["query", "sales.csv", "--derive", "amount=1"], "--derive:1:1: error: duplicateName: "),
    (["query", "sales.csv", "--derive", "d=1", "--derive", " d = 2"], "--derive:1:2: error: duplicateName: "),
    (["chart", "sales.csv", "--category", "region", "--derive", "amount=1"], "--derive:1:1: error: duplicateName: "),
    (
      ["query", "sales.csv", "--group-by", "region", "--measure", "n=count()", "--measure", "n=sum(amount)"],
      "--measure:1:1: error: duplicateName: "
    ),
    (
      ["query", "sales.csv", "--group-by", "region", "--measure", "region=count()"],
      "--measure:1:1: error: duplicateName: "
    ),
    (
      ["query", "sales.csv", "--join", "b=sales.csv on region", "--join", "b=sales.csv on amount"],
      "--join:1:1: error: duplicateName: "
    ),
    (
      ["query", "sales.csv", "--join", "b=sales.csv on region", "--inner-join", "b=sales.csv on amount"],
      "--inner-join:1:1: error: duplicateName: "
    ),
  ])
  func duplicateNameIsLocatedInItsOption(_ words: [String], _ head: String) throws {
    let run = try Auger(words, in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains(head), "\(run.errors)")
    #expect(run.errors.components(separatedBy: "error: ").count == 2, "\(run.errors)")
  }

  @Test(arguments: [
    (", derive: { amount: 2 * 3 }", "auger.yaml:3:46: error: duplicateName: derived column 'amount'"),
    (
      ", groupBy: [region], measures: { region: count() }",
      "auger.yaml:3:67: error: duplicateName: measure 'region'"
    ),
    // In a mapping, a second entry with the same key is an error of the file.
    (
      ", groupBy: [region], measures: { n: count(), n: sum(amount) }", "auger.yaml:3:79: error: duplicateKey: key 'n'"
    ),
    (", derive: { d: amount, d: amount }", "auger.yaml:3:57: error: duplicateKey: key 'd'"),
    (
      ", join: { t: { from: sales, on: region }, t: { from: sales, on: region } }",
      "auger.yaml:3:76: error: duplicateKey: key 't'"
    ),
  ])
  func duplicateNameIsLocatedInItsFile(_ query: String, _ head: String) throws {
    try workspace(query: query)
    let commands = [["query", "Q"], ["chart", "Q", "--category", "region"], ["export", "board", "-o", "out"]]
    for words in commands {
      let run = try Auger(words, in: folder.root)
      #expect(run.exitCode == 2 && run.errors.contains(head), "\(words): \(run.errors)")
    }
    // A duplicate key is visible in the file, a column's name only in the data.
    let check = try Auger(["check", "."] + (head.contains("duplicateKey") ? [] : ["--live"]), in: folder.root)
    #expect(check.exitCode == 1 && check.output.contains(head), "\(check.output)\(check.errors)")
  }
}
