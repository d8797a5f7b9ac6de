import Foundation
import TestSupport
import Testing

/// Runs the commands of `Documentation/exploration.md` in the demo folder.
@Suite struct ExplorationPageTests {
  /// Splits a line with single quotes like a shell.
  private static func arguments(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  @Test func documentedExplorationsWork() throws {
    let page = try String(
      contentsOf: Shared.repository.appendingPathComponent("Documentation/exploration.md"), encoding: .utf8)
    let commands = page.split(separator: "\n").filter { $0.hasPrefix("auger ") }.map(String.init)
    #expect(commands.count == 9)
    let folder = try SampleWorkspace.copy()
    for command in commands {
      let run = try Auger(Array(Self.arguments(command).dropFirst()), in: folder.root)
      #expect(run.exitCode == 0, "\(command): \(run.errors)")
      #expect(!run.errors.contains("warning"), "\(command): \(run.errors)")
    }
    // Every part in the table belongs to an item of the demo.
    let parts = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "`").dropFirst().first.map(String.init) }
    #expect(parts.count == 11)
    let places = [
      "Markets": "drill", "Years": "zoom", "filter": "filters", "$rise": "variables", "Profit": "whatif",
      "Regions": "drill",
    ]
    for part in parts {
      let dashboard = try #require(places.first { part.hasPrefix($0.key) }?.value, "\(part)")
      let run = try Auger(
        ["export", dashboard, "--explore", part, "--formats", "json", "-o", folder.url("out").path], in: folder.root)
      #expect(run.exitCode == 0, "\(part): \(run.errors)")
    }
  }
}
