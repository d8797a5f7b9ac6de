import AugerCharts
import Foundation
import TestSupport
import Testing

@Suite struct ChartPageTests {
  @Test(arguments: ChartType.allCases)
  func `The chart documentation lists every kind with an existing picture`(type: ChartType) throws {
    let file = Shared.repository.appendingPathComponent("Documentation/charts.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("| `\(type.rawValue)` |") }, "\(type.rawValue) is not listed")
    #expect(hasPicture(row))
    #expect(row.contains("| \(type.kind.documentation)"))
    #expect(row.contains("| MAKit |") == type.has(.ofMAKit))
  }

  /// The documentation shows each kind of axis and each part of a chart with a picture of a recorded case.
  @Test func everyDocumentedAxisAndPartHasAPicture() throws {
    let file = Shared.repository.appendingPathComponent("Documentation/charts.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "## Axes and parts\n").dropFirst().first)
    let rows = try #require(section.components(separatedBy: "\n## ").first).split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    #expect(rows.count == 22)
    for row in rows { #expect(hasPicture(row), "\(row)") }
  }

  private func hasPicture(_ row: Substring) -> Bool {
    guard let picture = row.components(separatedBy: "](../").dropFirst().last?.prefix(while: { $0 != ")" }) else {
      return false
    }
    return FileManager.default.fileExists(atPath: Shared.repository.appendingPathComponent(String(picture)).path)
  }
}
