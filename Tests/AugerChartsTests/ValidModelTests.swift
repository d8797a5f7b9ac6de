import AugerCharts
import AugerColumns
import AugerDiagnostics
import Testing

/// Clients receive only valid models. Creating or decoding an invalid model fails.
@Suite struct ValidModelTests {
  private static func chart() throws -> ChartModel {
    try ChartModel(.column, categories: ["a", "b"], series: ["x", "y"], values: [[1, 2], [3, 4]])
  }

  struct Change: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (inout ChartModel) -> Void

    init(_ description: String, _ make: @escaping @Sendable (inout ChartModel) -> Void) {
      testDescription = description
      self.make = make
    }
  }

  static let wrong = [
    Change("a series of a layer that is not there") { $0.series[0].layer = 2 },
    Change("a layer below the first") { $0.series[0].layer = -1 },
    Change("upper edges of fewer categories") { $0.levels[0].upperEdges = Column([1.0]) },
    Change("an Other that is no category") { $0.levels[0].other = 2 },
    Change("a selected category that is not there") { $0.state.selectedCategories = [2] },
    Change("a hidden series that is not there") { $0.state.hiddenSeries = [-1] },
    Change("a selected row of no items") { $0.state.selectedRows = [0] },
    Change("a part in view beyond the whole") { $0.state.horizontalRange = Bounds(0.5...2) },
    Change("picks of fewer categories") { $0.drill = DrillInfo(categoryPicks: [nil]) },
    Change("a format of too many digits") { $0.dimensions[0].format = .rounded(10) },
    Change("a currency code of two letters") { $0.dimensions[0].format = .currency("EU") },
    Change("an axis without an end") { $0.axes.value.lower = .float(.infinity) },
    Change("a forecast of fewer values") {
      $0.forecast = ChartForecast(
        method: "linear", confidence: 0.95, low: Column([1.0]), high: Column([2.0]), errors: [nil, nil])
    },
    Change("a diagram without a root") { $0.diagram = DiagramModel(nodes: []) },
  ]

  @Test(arguments: wrong) func `Invalid changes fail`(change: Change) throws {
    var model = try Self.chart()
    try model.validate()
    change.make(&model)
    let error = try #require(throws: AugerError.self) { try model.validate() }
    #expect(error.code == .invalidChart)
  }

  private struct Nothing: ChartDataSource {
    let chartTitle = ""
    let chartType = ChartType.column
    var seriesCount: Int { -1 }
    func categoryCount(level: Int) -> Int { 0 }
    func category(at index: Int, level: Int) -> Scalar { .null }
    func value(dimension: Int, series: Int, category: Int, level: Int) -> Scalar { .null }
  }

  @Test func `A data source with negative counts fails`() throws {
    let error = try #require(throws: AugerError.self) { try ChartModel(name: "n", Nothing()) }
    #expect(error.code == .invalidChart)
  }
}
