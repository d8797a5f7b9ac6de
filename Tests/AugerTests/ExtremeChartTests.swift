import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Foundation
import Testing

/// Charts of the largest numbers, the smallest numbers and no numbers. No value crashes the process, and every picture
/// is valid.
@Suite struct ExtremeChartTests {
  private static let least = Double.leastNonzeroMagnitude

  /// The numbers of a column. Additional values of a chart are the same numbers in another order.
  static let numbers: [(name: String, values: [Double?])] = [
    ("largest", [1.7976931348623157e308, -1.7976931348623157e308, 1.7e308, -1.7e308, 1]),
    ("large of one sign", [1.7e308, 1.7e308, 1.6e308, 1.7976931348623157e308]),
    ("smallest", [least, 2 * least, -least, 0, -0.0]),
    ("smallest and largest", [least, 1.7e308]),
    ("whole beyond halves", [1e16, 1e16, 1e16]),
    ("neighbors beyond halves", [1e16, 1e16 + 2, 1e16 + 4]),
    ("zeros", [0, -0.0, 0]),
    ("not numbers", [.nan, .infinity, -.infinity, 2]),
    ("one row", [-1e308]),
    ("no row", []),
    ("nulls", [nil, nil, nil]),
    ("one number", [3, 3, 3, 3]),
  ]

  /// The output formats.
  static let formats: [ChartFormat] = [.json, .svg, .html, .vegaLite, .vega, .csv]

  static func table(_ values: [Double?], isNumbered: Bool) -> Table {
    let places = Array(values.indices)
    func turned(_ by: Int) -> Column { Column(places.map { values[($0 + by) % values.count] }) }
    let columns = (0..<5).map(turned)
    let names = isNumbered ? Column(values) : Column(places.map { Optional("c\($0)") })
    return Table([(name: "name", column: names)] + columns.enumerated().map { (name: "v\($0)", column: $1) })
  }

  static func model(
    _ type: ChartType, _ values: [Double?], axis: AxisKind = .linear, isNumbered: Bool = false, series: String? = nil
  ) async throws -> (model: ChartModel, dashboard: Dashboard, pipeline: Pipeline) {
    let roles = type.kind.valueRoles.count
    var expressions = (0..<roles).map { type.makesCategories || type == .scatter ? "v\($0)" : "sum(v\($0))" }
    if type == .graph { expressions = ["name", "name", "sum(v0)"] }
    var request = try ChartRequest(category: "name", series: series, values: expressions)
    request.type = type
    request.valueAxis = axis
    if isNumbered, type == .scatter || type == .bubble { request.categoryAxis = axis }
    let (query, dashboard) = try request.resolved(name: "t", source: "t", table: "t")
    var workspace = Workspace(dashboards: [dashboard])
    workspace.adapters = [ResultAdapter(title: "t", table: table(values, isNumbered: isNumbered))]
    workspace.sources = [
      SourceDefinition(adapter: ResultAdapter.adapterName, SourceConfiguration(name: "t", location: "t"))
    ]
    workspace.queries = [query]
    let pipeline = Pipeline(workspace)
    return (try await ChartRequest.model(of: dashboard, pipeline), dashboard, pipeline)
  }

  /// Draws a model in every format and returns the errors in the pictures.
  static func faults(of model: ChartModel) async throws -> [String] {
    var faults: [String] = []
    for format in formats {
      do {
        let bytes = try await ChartFiles().data(for: model, as: format)
        let text = String(decoding: bytes, as: UTF8.self)
        if format == .svg || format == .html { faults += pictureFaults(text).map { "\(format): \($0)" } }
        if [.json, .vegaLite, .vega].contains(format) {
          let isRead = (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
          if !isRead { faults.append("\(format) is not JSON") }
        }
      } catch let error as AugerError {
        // The format does not support this chart.
        if error.code != .noVegaLite, error.code != .noVega { faults.append("\(format): \(error.message)") }
      }
    }
    for isColored in [true, false] { _ = TerminalChart(width: 60, isColored: isColored).data(for: model) }
    _ = ChartFiles().warnings(of: model, in: formats)
    return faults
  }

  /// Returns coordinates that are not numbers or were clamped.
  private static func pictureFaults(_ text: String) -> [String] {
    var faults: [String] = []
    for attribute in ["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "width", "height", "d", "points"] {
      for part in text.split(separator: " \(attribute)=\"").dropFirst() {
        let value = part.prefix { $0 != "\"" }
        let isWrong = ["nan", "inf", "4000000"].contains { value.lowercased().contains($0) }
        if isWrong { faults.append("\(attribute)=\(value.prefix(60))") }
      }
    }
    return Array(faults.prefix(3))
  }

  @Test(arguments: ChartType.allCases)
  func chartsWithExtremeNumbersAreDrawn(type: ChartType) async throws {
    var found: [String] = []
    for (name, values) in Self.numbers {
      for axis in AxisKind.allCases {
        for isNumbered in [false, true] {
          let model: ChartModel
          do { model = try await Self.model(type, values, axis: axis, isNumbered: isNumbered).model } catch {
            // A slice cannot have a negative size, so this chart fails.
            guard let error = error as? AugerError, error.code == .negativeSlice else { throw error }
            continue
          }
          found += try await Self.faults(of: model).map { "\(name), \(axis), numbered \(isNumbered): \($0)" }
        }
      }
    }
    #expect(found.isEmpty, "\(found.prefix(12).joined(separator: "\n"))")
  }

  @Test(arguments: ChartType.allCases)
  func chartsWithoutVisibleSeriesAreDrawn(type: ChartType) async throws {
    for series in [nil, "name"] {
      let (model, dashboard, pipeline) = try await Self.model(type, [1, 2, 3], series: series)
      guard type != .graph, type != .dataGrid else { continue }
      var hidden = dashboard.start
      let all = series == nil ? "null" : "c0,c1,c2"
      hidden = try Exploration("\(model.name).hide=\(all)")
      let bare = try await pipeline.chart(model.name, of: dashboard, at: hidden)
      #expect(try await Self.faults(of: bare).isEmpty)
    }
  }

  @Test(arguments: [1e16, -1e16, 1.7976931348623157e308, -1.7976931348623157e308, .leastNonzeroMagnitude, 0])
  func singleNumberHasABin(number: Double) {
    for count in [nil, 1, 7, 10_000] {
      let bins = HistogramBins([number, number, number], count: count)
      #expect(bins.count >= 1)
      #expect(bins.index(of: number) != nil)
      #expect(bins.edges.allSatisfy { $0.isFinite })
      #expect(zip(bins.edges, bins.edges.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test(arguments: ["c0..c2~5..NaN", "~NaN..0.5", "~NaN..NaN", "c0..c2~NaN..5"])
  func rectanglesWithoutNumbersFail(text: String) throws {
    let error = #expect(throws: DiagnosticError.self) { try Exploration("t.select=rectangles:\(text)") }
    #expect(error?.diagnostics.map(\.code) == [.explorationSyntax])
  }

  @Test(arguments: [Scalar.float(.nan), .float(.infinity), .null, .string("x")])
  func rectanglesWithAnyValueAreDrawn(end: Scalar) async throws {
    for type in ChartType.allCases {
      let (model, dashboard, pipeline) = try await Self.model(type, [1, 2, 3])
      var selection = Selection()
      selection.rectangles = [
        Selection.Rectangle(categories: nil, values: Selection.Span(end, .int(2))),
        Selection.Rectangle(categories: Selection.Span(end, end), values: Selection.Span(.int(2), end)),
      ]
      var place = dashboard.start
      place[item: model.name].selection = selection
      let selected = try await pipeline.chart(model.name, of: dashboard, at: place)
      #expect(try await Self.faults(of: selected).isEmpty)
    }
  }
}
