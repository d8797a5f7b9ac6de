import AugerCharts
import AugerColumns
import AugerExport
import Foundation
import TestSupport
import Testing

@Suite struct TerminalChartTests {
  private static func text(_ model: ChartModel, width: Int = 80, isColored: Bool = false) -> String {
    String(decoding: TerminalChart(width: width, isColored: isColored).data(for: model), as: UTF8.self)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Returns the text without color codes.
  private static func plain(_ text: String) -> String {
    text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  @Test(arguments: SVGCase.all) func `Every case is drawn with the recorded characters`(
    chart: SVGCase
  ) throws {
    let text = try Self.text(chart.model())
    #expect(try Golden.difference(text, from: "Fixtures/Cases/Terminal/\(chart.name).txt") == nil)
  }

  @Test(arguments: [40, 61, 80, 200]) func `No line is wider than the terminal`(width: Int) throws {
    for chart in SVGCase.all {
      let model = try chart.model()
      for text in [Self.text(model, width: width), Self.plain(Self.text(model, width: width, isColored: true))] {
        for line in Self.lines(text) { #expect(TerminalText.width(line) <= width, "\(chart.name): \(line)") }
      }
    }
  }

  @Test func `Only colors require escape codes, which end on the same line`() throws {
    for chart in SVGCase.all {
      let model = try chart.model()
      #expect(!Self.text(model).utf8.contains(0x1B), "\(chart.name)")
      for line in Self.lines(Self.text(model, isColored: true)) where line.utf8.contains(0x1B) {
        #expect(line.contains("\u{1B}[0m"), "\(chart.name)")
        #expect(line.components(separatedBy: "\u{1B}[").count % 2 == 1, "each start has its end: \(chart.name)")
      }
    }
  }

  @Test func `Bars show the numbers of the model in order`() throws {
    let values: [Double?] = [120.5, nil, -30, 0, 7_000_000.25, 0.001]
    let names = ["a", "b", "c", "d", "e", "f"]
    let model = try ChartModel(.column, "Sales", categories: names, series: ["x"], values: [values])
    let lines = Self.lines(Self.text(model)).filter { line in
      names.contains { line == $0 || line.hasPrefix($0 + " ") }
    }
    let last = lines.map { $0.split(separator: " ").last.map(String.init) ?? "" }
    #expect(last == ["120.5", "b", "-30", "0", "7000000", "0.001"])
  }

  @Test func `Bar lengths are proportional to their values`() throws {
    let model = try ChartModel(.bar, "", categories: ["a", "b", "c"], series: ["x"], values: [[100, 50, 25]])
    let lengths = Self.lines(Self.text(model)).prefix(3).map { line in line.filter { $0 == "█" }.count }
    #expect(lengths[0] > 60)
    #expect((lengths[1] * 2 - lengths[0]).magnitude <= 1)
    #expect((lengths[2] * 4 - lengths[0]).magnitude <= 3)
  }

  @Test func `Names cannot contain terminal commands`() throws {
    let names = ["\u{1B}[2J", "a\nb", "\u{9B}31m", "\u{202E}evil", "ok\u{7F}"]
    for type in [ChartType.bar, .line, .dataGrid] {
      var model = try ChartModel(
        .bar, "\u{1B}]0;x\u{07}", categories: names, series: ["\u{1B}c"], values: [[1, 2, 3, 4, 5]])
      model.type = type
      model.context.parts = [.init(.filter, title: "\u{1B}[1m", text: "\u{08}")]
      let text = Self.text(model)
      let commands = text.unicodeScalars.filter { scalar in
        scalar.value < 0x20 && scalar != "\n" || (0x7F...0x9F).contains(scalar.value)
          || (0x202A...0x202E).contains(scalar.value)
      }
      #expect(commands.isEmpty, "\(type)")
    }
  }

  @Test func `Wide characters use two columns`() {
    #expect(TerminalText.width("日本") == 4)
    #expect(TerminalText.width("e\u{301}") == 1)
    #expect(TerminalText.fitted("日本語", 5) == "日本…")
    #expect(TerminalText.fitted("abc", 3) == "abc")
    #expect(TerminalText.padded("日", 4, isInFront: true) == "  日")
  }

  @Test func `Omitted rows are counted`() throws {
    var chart = TerminalChart(width: 60)
    chart.mostRows = 3
    let names = (0..<10).map { "n\($0)" }
    let bars = try ChartModel(.bar, "", categories: names, series: ["x"], values: [names.indices.map { Double($0) }])
    #expect(String(decoding: chart.data(for: bars), as: UTF8.self).contains("… 7 more"))
    var table = bars
    table.type = .dataGrid
    #expect(String(decoding: chart.data(for: table), as: UTF8.self).contains("… 7 more rows"))
  }

  @Test func `Dots can be drawn without braille characters`() throws {
    var chart = TerminalChart(width: 60)
    chart.dots = .blocks
    let model = try ChartModel(.line, "", categories: ["a", "b", "c"], series: ["x"], values: [[1, 3, 2]])
    let text = String(decoding: chart.data(for: model), as: UTF8.self)
    #expect(text.unicodeScalars.allSatisfy { !(0x2800...0x28FF).contains($0.value) })
    #expect(text.contains("▀") || text.contains("▄"))
  }
}
