import AugerCharts
import AugerColumns
import AugerExport
import TestSupport
import Testing

@Suite struct SVGGridTests {
  @Test func `Numbers in a grid are not truncated, and omitted columns are counted`() throws {
    let numbers: [[Double?]] = (0..<12).map { column in
      (0..<4).map { row in Double(column + 2) * 123_456.789 + Double(row) }
    }
    for count in [1, 4, 12] {
      let titles = (0..<count).map { "Measure \($0)" }
      let model = try ChartModel(
        .dataGrid, "Grid", categories: Column(["A category of many words", "B", "C", "D"]), series: titles,
        values: Array(numbers[..<count]))
      for width in stride(from: 60.0, through: 900, by: 40) {
        let texts = SVGElements(SVG(size: ChartSize(width: width, height: 220)).data(for: model)).all
          .filter { $0.name == "text" }
        let left = texts.compactMap { $0.text.firstMatch(of: /(\d+) more columns?$/).flatMap { Int($0.1) } }.first ?? 0
        // Each of the four rows has a number in each drawn column except the first.
        let drawn = texts.count { $0["text-anchor"] == "end" && $0.text.contains(/^[0-9,.]+[KM]?$/) }
        #expect(drawn == (count - left) * 4, "\(count) columns at \(width): \(texts.map(\.text))")
        #expect(width < 900 || left == 0)
      }
    }
  }

  @Test(arguments: ["en_US", "de_DE", "ja_JP"])
  func `Numbers in a narrow grid are complete if they fit and shortened otherwise`(locale: String) throws {
    let numbers: [Double] = [5623, 25_913, 1_523_456, 999, 5623.78, 0.123456, -2_345_678]
    var counts = (whole: 0, short: 0)
    for format in [nil, .rounded(0), .rounded(2), .currency("USD"), .percent] as [ValueFormat?] {
      var model = try ChartModel(
        .dataGrid, "Grid", categories: Column(numbers.indices.map { "A name of many words \($0)" }), values: [numbers],
        format: format)
      model.locale = ChartLocale(locale)
      func numbersDrawn(_ width: Double) -> [String] {
        SVGElements(SVG(size: ChartSize(width: width, height: 300)).data(for: model)).all
          .filter { $0["text-anchor"] == "end" && $0.text.contains(/[0-9]/) }.map(\.text)
      }
      let whole = numbersDrawn(900)
      for width in stride(from: 100.0, through: 360, by: 5) {
        let texts = numbersDrawn(width)
        // The whole column may be omitted and counted. Then no number ends at its right edge.
        if texts.isEmpty { continue }
        try #require(texts.count == numbers.count, "\(locale), \(width): \(texts)")
        for (row, text) in texts.enumerated() {
          if text == whole[row] { counts.whole += 1; continue }
          counts.short += 1
          let short = TickFormatter.short(numbers[row], format: format, locale: model.locale)
          #expect(text == short, "\(locale), \(width)")
        }
      }
    }
    #expect(counts.whole > 500 && counts.short > 10, "\(locale), \(counts)")
  }
}
