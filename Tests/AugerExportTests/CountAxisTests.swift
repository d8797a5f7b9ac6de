import AugerCharts
import AugerColumns
import AugerExport
import Testing

@Suite struct CountAxisTests {
  private func ticks(_ cells: Column) throws -> [String] {
    let names = (0..<cells.count).map { "n\($0)" }
    var model = try ChartModel(.column, "", categories: names, series: ["x"], values: [names.map { _ in 1 }])
    model.dimensions[0].cells = cells
    let picture = String(decoding: SVG().data(for: model), as: UTF8.self)
    let axis = try #require(picture.firstRange(of: "<g class=\"auger-value-axis\""))
    let group = picture[axis.lowerBound...].prefix { $0 != "\u{0}" }
    return group[..<(group.firstRange(of: "</g>")?.lowerBound ?? group.endIndex)]
      .matches(of: />([^<>\n]+)<\/text>/).map { String($0.output.1) }
  }

  @Test func `An axis of counts has whole numbers`() throws {
    #expect(try ticks(Column([1, 0] as [Int64])) == ["0", "1"])
    #expect(try ticks(Column([2, 1] as [Int64])) == ["0", "1", "2"])
    #expect(try ticks(Column([1.0, 0])).count > 3)
  }
}
