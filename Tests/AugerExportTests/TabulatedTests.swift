import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Testing

/// A chart as the table that CSV, TSV and text output write.
@Suite struct TabulatedTests {
  private func csv(_ model: ChartModel) throws -> String {
    try model.validate()
    return String(decoding: DelimitedText().data(for: model.tabulated()), as: UTF8.self)
  }

  @Test func categoriesFollowTheirParents() throws {
    let model = ChartModel(
      name: "zoomed", type: .column,
      levels: [
        CategoryLevel(column: "q", title: "Quarter", values: Column([1, 2, 1] as [Int64])),
        CategoryLevel(
          column: "y", title: "Year", values: Column([2023, 2024, 2025] as [Int64]), firstChild: [0, 2, 2],
          lastChild: [1, 1, 2], cells: [Column([30, nil, 3] as [Int64?])]),
      ], visibleLevel: 0, dimensions: [ValueDimension(title: "Amount", cells: Column([10, 20, 3] as [Int64]))])
    #expect(try csv(model) == "Year,Quarter,Amount\n2023,1,10\n2023,2,20\n2025,1,3\n")
    var coarser = model
    coarser.visibleLevel = 1
    #expect(try csv(coarser) == "Year,Amount\n2023,30\n2024,\n2025,3\n")
  }

  @Test func otherCategoryIsNamed() throws {
    var level = CategoryLevel(column: "y", title: "Year", values: Column([2024, nil] as [Int64?]))
    level.labels[1] = "Other"
    level.other = 1
    let model = ChartModel(
      name: "top", type: .bar, levels: [level],
      dimensions: [ValueDimension(title: "Amount", cells: Column([5, 7] as [Int64]))])
    #expect(try csv(model) == "Year,Amount\n2024,5\nOther,7\n")
  }

  @Test func valuesAndSeriesAreColumnsWithTheirTitles() throws {
    let model = ChartModel(
      name: "both", type: .column, levels: [CategoryLevel(column: "c", title: "C", values: Column(["a", "b"]))],
      series: [ChartLabel(value: .string("x")), ChartLabel(value: .null)], seriesColumn: "s", seriesTitle: "S",
      dimensions: [
        ValueDimension(title: "V", cells: Column([1, 2, 3, 4] as [Int64])),
        ValueDimension(sequence: 2, title: "W", cells: Column([5, 6, 7, nil] as [Int64?])),
      ])
    #expect(try csv(model) == "C,V - x,V - –,W - x,W - –\na,1,3,5,7\nb,2,4,6,\n")
  }

  @Test func dataItemsAreRows() throws {
    let model = ChartModel(
      name: "items", type: .scatter, levels: [CategoryLevel(column: "x", title: "X", values: Column([1.5, 2.5]))],
      series: [ChartLabel(value: .string("s")), ChartLabel(value: .string("t"))], seriesColumn: "g", seriesTitle: "G",
      dimensions: [ValueDimension(title: "Y", cells: Column([Int64]()))],
      items: ChartItems(category: Column([1.5, 2.5, 1.5]), series: [0, 1, 0], values: [Column([7, 8, 9] as [Int64])]))
    #expect(try csv(model) == "X,G,Y\n1.5,s,7\n2.5,t,8\n1.5,s,9\n")
  }

  @Test func gridIsItsOwnTable() throws {
    let cells = Column([1, 2] as [Int64])
    let model = ChartModel(
      name: "grid", type: .dataGrid, levels: [CategoryLevel(column: "n", values: cells)],
      dimensions: [ValueDimension(cells: cells)],
      table: ChartTable(columns: [
        .init(title: "Name", isHeader: true, cells: Column(["a", "b"])),
        .init(title: "N", cells: cells, texts: ["one", "two"]),
      ]))
    #expect(try csv(model) == "Name,N\na,1\nb,2\n")
  }

  @Test func warningsAreIncluded() throws {
    var model = try ChartModel(.column, categories: ["a"], values: [[1]])
    model.warnings = [Warning(.dataTableEmpty, "nothing there")]
    #expect(model.tabulated().warnings.items == model.warnings)
  }

  @Test func numbersThatContainTheDelimiterAreQuoted() {
    let table = Table([("a", Column([1.5])), ("b", Column(["x.y"]))])
    #expect(
      String(decoding: DelimitedText(delimiter: UInt8(ascii: ".")).data(for: table), as: UTF8.self)
        == "a.b\n\"1.5\".\"x.y\"\n")
  }
}

extension Diagnostic.Code { fileprivate static let dataTableEmpty = Self("dataTableEmpty") }
