import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation
import Testing

/// The formats of programs write the bytes of the renderers.
@Suite struct RenderingTests {
  private static let sales = Table([
    (name: "Region", column: Column(["Europe", nil, "a;b"])), (name: "Sales", column: Column([1.5, 2, nil])),
  ])

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test(arguments: ChartCase.all) func `A format of charts is its renderer`(chart: ChartCase) throws {
    let model = try chart.model()
    let size = ChartSize(width: 300, height: 200)
    #expect(try model.rendered(as: .json) == text(ChartJSON().data(for: model)))
    #expect(try model.rendered(as: .svg()) == text(SVG().data(for: model)))
    #expect(
      try model.rendered(as: .svg(theme: .dark, size: size)) == text(SVG(theme: .dark, size: size).data(for: model)))
    #expect(try model.rendered(as: .terminal(width: 60)) == text(TerminalChart(width: 60).data(for: model)))
    let colored = text(TerminalChart(isColored: true, theme: .light).data(for: model))
    #expect(try model.rendered(as: .terminal(theme: .light)) == colored)
    #expect(try model.rendered(as: .csv()) == text(DelimitedText().data(for: model.tabulatedInView())))
  }

  @Test(arguments: ChartCase.all) func `Vega and Vega-Lite have the errors of their renderers`(chart: ChartCase) throws
  {
    let model = try chart.model()
    func same(_ format: OutputFormat<ChartModel, String>, _ renderer: () throws -> [UInt8]) throws {
      do {
        let expected = try renderer()
        #expect(try model.rendered(as: format) == text(expected))
      } catch let expected as AugerError {
        let error = #expect(throws: AugerError.self) { try model.rendered(as: format) }
        #expect(error?.code == expected.code && error?.hint == expected.hint)
      }
    }
    try same(.vegaLite(theme: .dark)) { try VegaLite(theme: .dark).data(for: model) }
    try same(.vega()) { try Vega().data(for: model) }
  }

  @Test func `A format of tables is its renderer`() throws {
    let table = Self.sales
    #expect(try table.rendered(as: .csv()) == text(DelimitedText().data(for: table)))
    #expect(
      try table.rendered(as: .csv(delimiter: ";"))
        == text(DelimitedText(delimiter: UInt8(ascii: ";")).data(for: table)))
    #expect(try table.rendered(as: .json) == text(JSONRows().data(for: table)))
    #expect(try table.rendered(as: .terminal(width: 50)) == text(TerminalChart(width: 50).data(for: table).bytes))
  }

  @Test(arguments: ["\"", "\n", "\r\n", "é"] as [Character])
  func `A delimiter that CSV cannot have is refused`(delimiter: Character) {
    let error = #expect(throws: AugerError.self) { try Self.sales.rendered(as: .csv(delimiter: delimiter)) }
    #expect(error?.code == .unknownOption)
  }

  @Test func `The height of a terminal is that of its plot`() throws {
    let model = try ChartModel(.line, categories: Column([1, 2, 3] as [Int64]), values: [[1, 3, 2]])
    func lines(_ height: Int) throws -> Int {
      try model.rendered(as: .terminal(height: height)).split(separator: "\n", omittingEmptySubsequences: false).count
    }
    #expect(try lines(20) - lines(10) == 10)
  }

  @Test func `A format of one's own is a static member`() throws {
    let model = try ChartModel(.column, "Sales", categories: ["a", "b"], values: [[1, 2]])
    #expect(try model.rendered(as: .titleAlone) == "Sales: 2")
    let error = #expect(throws: AugerError.self) { try model.rendered(as: .broken) }
    #expect(error?.code == .other)
  }

  @Test func `A theme of one's own colours a picture`() throws {
    var brand = Theme.light
    brand.palette = ["#0B5FFF", "teal"]
    brand.background = "#FFFAF0"
    let model = try ChartModel(.column, categories: ["a"], series: ["x", "y"], values: [[1], [2]])
    let svg = try model.rendered(as: .svg(theme: brand))
    for color in ["#0b5fff", "#008080", "#fffaf0"] { #expect(svg.contains(color), "\(color)") }
  }

  @Test(arguments: ChartCase.all) func `JSONEncoder writes the values of chart JSON`(chart: ChartCase) throws {
    let model = try chart.model()
    let encoded = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(model)) as? NSDictionary
    let written = try JSONSerialization.jsonObject(with: Data(ChartJSON().data(for: model))) as? NSDictionary
    #expect(encoded != nil && encoded == written)
  }
}

extension OutputFormat where Model == ChartModel, Output == String {
  fileprivate static var titleAlone: Self {
    Self(fileExtension: "txt") { chart in "\(chart.title): \(chart.categories.count)" }
  }

  fileprivate static var broken: Self { Self(fileExtension: "txt") { _ in throw POSIXError(.EIO) } }
}
