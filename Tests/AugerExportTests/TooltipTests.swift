import AugerCharts
import AugerColumns
import AugerExport
import TestSupport
import Testing

/// The tooltips of marks in pictures.
@Suite struct TooltipTests {
  private func titles(_ name: String) throws -> [String] {
    let chart = try #require(SVGCase.all.first { $0.name == name })
    let picture = String(decoding: SVG(size: chart.size).data(for: try chart.model()), as: UTF8.self)
    return picture.matches(of: /<title>([^<]*)<\/title>/).map { String($0.output.1) }
  }

  /// The first line names the mark, the others contain one value each.
  @Test(arguments: ["bubble", "candlestick", "box-plot", "horizontal-bullet"])
  func severalValuesHaveLines(name: String) throws {
    let own = try titles(name).map { $0.split(separator: "\n") }.filter { $0.count > 1 }
    #expect(!own.isEmpty)
    #expect(own.allSatisfy { $0.dropFirst().allSatisfy { $0.contains(": ") } }, "\(own)")
  }

  @Test func contoursHaveTheirRange() throws {
    let ranges = try titles("contour").filter { $0.contains(" – ") }
    #expect(ranges.count > 2, "\(ranges)")
    // Each contour starts at the end of the previous one.
    let ends = ranges.map { $0.split(separator: " – ") }
    for (low, high) in zip(ends, ends.dropFirst()) {
      #expect(high[0].hasSuffix(low[1]), "\(low) \(high)")
    }
  }

  @Test func sparklinesHaveTheirValues() throws {
    let lines = try titles("grid-charts").filter { $0.contains("\n") }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.split(separator: "\n").allSatisfy { $0.contains(": ") } })
  }
}
