import Foundation
import Testing

/// Command-line arguments: values that begin with a dash, repeated options, ambiguous names.
@Suite struct CommandLineTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nN,1\nS,5\nN,2\n", to: "sales.csv")
  }

  private func run(_ arguments: String...) throws -> Auger { try Auger(arguments, in: folder.root) }

  @Test func valueCanBeginWithADash() throws {
    #expect(try run("eval", "-2*-3").output == "6\n")
    #expect(try run("eval", "-amount", "--table", "sales.csv").output == "-1\n-5\n-2\n")
    let chart = try run(
      "chart", "sales.csv", "--category", "region", "--value", "-sum(amount)", "--sort", "-value", "--where",
      "-amount < 0", "--format", "csv")
    #expect(chart.output == "region,-sum(amount)\nN,-3\nS,-5\n", "\(chart.errors)")
  }

  @Test(arguments: [
    ["chart", "sales.csv", "--category", "region", "--category", "amount"],
    ["chart", "sales.csv", "--series=region", "--series", "amount"],
    ["chart", "sales.csv", "--value-format", "Percent", "--value-format", "Rounded2"],
    ["query", "sales.csv", "-o", "a.csv", "--output", "b.csv"],
    ["inspect", "sales.csv", "--workers", "1", "--workers", "2"],
  ])
  func repeatedSingleOptionFails(_ arguments: [String]) throws {
    let run = try Auger(arguments, in: folder.root)
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(run.errors.contains("is given twice"), "\(run.errors)")
  }

  @Test func optionWithoutValueFails() throws {
    let run = try run("chart", "sales.csv", "--category", "--format", "csv")
    #expect(run.exitCode == 2 && run.errors.contains("Missing value for '--category"), "\(run.errors)")
  }

  @Test(arguments: [
    (["query", "sales.csv"], "--arg"), (["query", "All", "--workspace", "w.yaml"], "--arg"),
    (["plan", "All", "--workspace", "w.yaml"], "--arg"), (["eval", "$Region"], "--set"),
  ])
  func unusedArgumentFails(command: [String], option: String) throws {
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: sales.csv } }
      queries: { All: { source: drops, from: sales, where: ["[[ region == $Region ]]"] } }
      """, to: "w.yaml")
    let known = command[0] == "eval" ? [option, "Region=1"] : []
    let run = try Auger(command + known + [option, "Regoin=N"], in: folder.root)
    #expect(run.exitCode == 2 && run.output.isEmpty)
    #expect(run.errors.contains("argumentUnused") && run.errors.contains("Regoin"), "\(run.errors)")
    if command[1] != "sales.csv" { #expect(run.errors.contains("Did you mean 'Region'?"), "\(run.errors)") }
  }

  @Test func repeatedArgumentFails() throws {
    let run = try run("eval", "$x", "--set", "x=1", "--set", "x=2")
    #expect(run.exitCode == 2 && run.errors.contains("given twice"), "\(run.errors)")
  }

  @Test func fileTakesPrecedenceOverASource() throws {
    _ = try folder.write("region,amount\nother,0\n", to: "other.csv")
    _ = try folder.write("sources: { sales: { adapter: csv, path: other.csv } }\n", to: "auger.yaml")
    let (file, source) = ("N,1\nS,5\nN,2\n", "other,0\n")
    for (name, rows) in [("./sales.csv", file), ("sales.csv", file), ("sales", source), ("sales.other", source)] {
      #expect(try run("query", name, "--format", "csv").output == "region,amount\n" + rows, "\(name)")
    }
    // A picture shows the name of the file, not the qualified name that distinguishes it from the source.
    let chart = try run("chart", "sales.csv", "--category", "region", "--value", "sum(amount)", "--format", "svg")
    #expect(chart.output.contains(">Source: sales.csv<"), "\(chart.output)\(chart.errors)")
    // A file without an extension takes precedence as soon as it exists.
    _ = try folder.write("region,amount\nbare,9\n", to: "sales")
    #expect(try run("query", "sales", "--format", "csv").output == "region,amount\nbare,9\n")
  }

  @Test func filesOfOneNameAreSeparateSources() throws {
    for name in ["a", "b"] {
      try FileManager.default.createDirectory(at: folder.url(name), withIntermediateDirectories: true)
      _ = try folder.write("region,\(name)\nN,1\nS,2\n", to: "\(name)/sales.csv")
    }
    let run = try run("init", "a/sales.csv", "b/sales.csv", "-o", "w")
    let workspace = try String(contentsOf: folder.url("w/auger.yaml"), encoding: .utf8)
    #expect(run.exitCode == 0 && workspace.contains("a/sales.csv") && workspace.contains("b/sales.csv"))
    #expect(workspace.contains("sales_2"), "\(workspace)")
  }

  @Test(arguments: ["x.parquet", "x.xlsx"])
  func unsupportedFormatFails(_ name: String) throws {
    for command in [["chart", "sales.csv"], ["export", "d/Chart", "--workspace", "."]] {
      let run = try Auger(command + ["-o", name], in: folder.root)
      #expect(run.exitCode == 2 && !FileManager.default.fileExists(atPath: folder.url(name).path), "\(command)")
      if command[0] == "chart" { #expect(run.errors.contains("unknownFormat"), "\(run.errors)") }
    }
  }

  @Test(arguments: [["query"], ["chart"], ["inspect"], ["eval", "1", "--table"], ["plan"]])
  func unknownNameHasOneCode(_ command: [String]) throws {
    _ = try folder.write("sources: { drops: { adapter: csv, path: sales.csv } }\n", to: "auger.yaml")
    let run = try Auger(command + ["nothing"], in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains("error: metadataObjectUndefined: "), "\(run.errors)")
  }

  @Test func controlCharactersNeverReachATerminal() throws {
    _ = try folder.write("region,amount\n\u{1B}[31mN\u{9B}2J,1\n\"a\nb\",2\n", to: "escape.csv")
    let table = try run("query", "escape.csv")
    #expect(
      table.output == "region    amount\n--------- ------\n\u{FFFD}[31mN\u{FFFD}2J      1\na\u{FFFD}b            2\n"
    )
    let refused = try run("query", "escape\u{1B}[2J.csv")
    #expect(refused.exitCode == 2 && !refused.errors.contains("\u{1B}"), "\(refused.errors)")
    let column = try run("chart", "escape.csv", "--category", "nope\u{1B}[2J")
    #expect(column.exitCode == 2 && !column.errors.contains("\u{1B}"), "\(column.errors)")
    let value = try run("eval", "region", "--table", "escape.csv")
    #expect(!value.output.contains("\u{1B}"))
    // Machine-readable output is exact.
    #expect(try run("query", "escape.csv", "--format", "csv").output.contains("\u{1B}[31mN\u{9B}2J,1\n"))
  }

  @Test func demoOverwritesNothing() throws {
    _ = try folder.write("sources: {}\n", to: "auger.yaml")
    let run = try run("demo", ".")
    #expect(run.exitCode == 2 && run.errors.contains("'auger.yaml' already exists"), "\(run.errors)")
    #expect(try String(contentsOf: folder.url("auger.yaml"), encoding: .utf8) == "sources: {}\n")
    #expect(!FileManager.default.fileExists(atPath: folder.url("shop.sqlite").path))
  }

  @Test func spreadsheetFormulasAreEscapedOnRequest() throws {
    _ = try folder.write("what,=n\n=1+1,-1\n+x,2\n-x,3\n@x,4\n\"\tx\",5\nx=,6\n", to: "formulas.csv")
    let exact = try run("query", "formulas.csv", "--format", "csv")
    #expect(exact.output == "what,=n\n=1+1,-1\n+x,2\n-x,3\n@x,4\n\tx,5\nx=,6\n")
    let safe = try run("query", "formulas.csv", "--format", "csv", "--safe")
    #expect(safe.output == "what,'=n\n'=1+1,-1\n'+x,2\n'-x,3\n'@x,4\n'\tx,5\nx=,6\n")
    let chart = try run(
      "chart", "formulas.csv", "--category", "what", "--value", "[=n]", "--limit", "1", "--safe", "-o", "out.csv")
    #expect(chart.exitCode == 0, "\(chart.errors)")
    #expect(try String(contentsOf: folder.url("out.csv"), encoding: .utf8) == "what,'=n\n'\tx,5\n")
  }
}
