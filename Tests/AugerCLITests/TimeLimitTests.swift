import Foundation
import TestSupport
import Testing

/// The time limit of a query includes the computations on its rows.
@Suite struct TimeLimitTests {
  private let folder: TemporaryFolder

  /// Without a limit, each query takes seconds.
  init() throws {
    folder = try TemporaryFolder()
    let rows = (0..<200_000).map { "\($0),name \($0)\n" }.joined()
    _ = try folder.write("id,name\n\(rows)", to: "things.csv")
    let slow = Array(repeating: "len(upper(concat(name, name, name)))", count: 40).joined(separator: " + ")
    _ = try folder.write(
      """
      sources: { files: { adapter: csv, path: "*.csv" } }
      queries:
        Rows: { source: files, from: things, derive: { d: "\(slow)" }, select: [d], limits: { time: 50ms } }
        Groups:
          source: files
          from: things
          derive: { d: "\(slow)" }
          groupBy: [name]
          measures: { n: sum(d) }
          limits: { time: 50ms }
      """, to: "auger.yaml")
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["Rows", "Groups"])
  func slowExpressionTimesOut(query: String) throws {
    let run = try Auger(["query", query, "--format", "csv", "-o", "out.csv"], in: folder.root)
    #expect(run.exitCode == 2 && run.errors.contains("error: timeout: it exceeded its time limit"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.url("out.csv").path))
  }
}
