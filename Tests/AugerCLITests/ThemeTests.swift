import Foundation
import TestSupport
import Testing

/// Custom colors: with `--theme`, by name in a workspace, and in jobs.
@Suite struct OwnThemeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("region,amount\nEurope,120\nAsia,80\n", to: "sales.csv")
    try FileManager.default.createDirectory(at: folder.url("themes"), withIntermediateDirectories: true)
    _ = try folder.write("base: dark\npalette: [\"#12ab34\", \"#fedcba\"]\n", to: "themes/corporate.yaml")
    _ = try folder.write("ink: \"#dddddd\"\ninky: 1\n", to: "wrong.yaml")
    _ = try folder.write("ink: \"#dddddd\"\n", to: "pale.yaml")
    _ = try folder.write(
      """
      sources: { shop: { adapter: csv, path: sales.csv } }
      queries: { Q: { source: shop, from: sales } }
      themes: { corporate: themes/corporate.yaml, inline: { background: "#fff8e7" } }
      dashboards: { board: board.xml }
      jobs:
        nightly: { schedule: "0 2 * * *", dashboards: [board], formats: [svg], publish: { directory: public } }
      """, to: "auger.yaml")
    try board(theme: "corporate")
  }

  private func board(theme: String) throws {
    _ = try folder.write(
      """
      <Chart Name="Sales" ChartType="Column" Query="Q" Theme="\(theme)">
        <Category Column="region"/><Values><Value Expression="sum(amount)"/></Values>
      </Chart>
      """, to: "board.xml")
  }

  private func picture(_ words: [String], saying: String = "") throws -> String {
    let run = try Auger(words + ["-o", "out.svg"], in: folder.root)
    #expect(run.exitCode == 0 && (saying.isEmpty || run.errors.contains(saying)), "\(run.errors)")
    return try String(contentsOf: folder.url("out.svg"), encoding: .utf8)
  }

  @Test func chartUsesAWorkspaceTheme() throws {
    let run = try Auger(["check"], in: folder.root)
    #expect(run.exitCode == 0 && !run.errors.contains("unknownTheme"), "\(run.output) \(run.errors)")
    #expect(try picture(["export", "board/Sales"]).contains("#12ab34"))
    let job = try Auger(["refresh"], in: folder.root)
    #expect(job.exitCode == 0, "\(job.errors)")
    for file in ["board/Sales.svg", "board.svg"] {
      let text = try String(contentsOf: folder.url("public/current/\(file)"), encoding: .utf8)
      #expect(text.contains("#12ab34"), "\(file)")
    }
    try board(theme: "corporat")
    let unknown = try Auger(["check"], in: folder.root)
    #expect((unknown.output + unknown.errors).contains("Did you mean 'corporate'?"), "\(unknown.output)")
  }

  @Test func themeIsSelectedByNameOrFile() throws {
    let chart = ["chart", "sales.csv", "--category", "region", "--value", "sum(amount)", "--theme"]
    #expect(try picture(chart + ["corporate"]).contains("#12ab34"))
    #expect(try picture(chart + ["inline"]).contains("#fff8e7"))
    #expect(try picture(chart + ["./themes/corporate.yaml"]).contains("#12ab34"))
    #expect(try picture(chart + ["high-contrast"]).contains("#004a99"))
    _ = try picture(chart + ["pale.yaml"], saying: "pale.yaml:1:6: warning: lowContrast")
    let wrong = try Auger(chart + ["wrong.yaml", "-o", "wrong.svg"], in: folder.root)
    #expect(wrong.exitCode == 2 && wrong.errors.contains("wrong.yaml:2:1: error: unknownKey"), "\(wrong.errors)")
    let missing = try Auger(chart + ["gone.yaml", "-o", "wrong.svg"], in: folder.root)
    #expect(missing.exitCode == 2 && missing.errors.contains("error: fileNotFound"), "\(missing.errors)")
  }

  @Test func themeErrorsAreWorkspaceErrors() throws {
    _ = try folder.write(
      """
      sources: { shop: { adapter: csv, path: sales.csv } }
      themes:
        corporate: wrong.yaml
        Dark: { base: light }
        gone: gone.yaml
      """, to: "auger.yaml")
    let run = try Auger(["query", "shop.sales"], in: folder.root)
    #expect(run.exitCode == 2)
    for part in [
      "wrong.yaml:2:1: error: unknownKey", "auger.yaml:4:3: error: duplicateName",
      "auger.yaml:5:9: error: fileNotFound",
    ] {
      #expect(run.errors.contains(part), "'\(part)' in \(run.errors)")
    }
  }
}
