import AugerCharts
import Foundation
import TestSupport
import Testing

@Suite struct ChartPageTests {
  @Test(arguments: ChartType.allCases)
  func `The page of charts lists every kind with a picture that is there`(type: ChartType) throws {
    let file = Shared.repository.appendingPathComponent("Documentation/charts.md")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("| `\(type.rawValue)` |") }, "\(type.rawValue) is not listed")
    let picture = try #require(row.components(separatedBy: "](../").last?.prefix { $0 != ")" })
    #expect(
      FileManager.default.fileExists(atPath: Shared.repository.appendingPathComponent(String(picture)).path))
  }
}
