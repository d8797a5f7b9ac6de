import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Testing

/// The states of a page. Each state must equal the result of the pipeline for its URL.
@Suite struct DashboardPageTests {
  private let dashboard: Dashboard
  private let pipeline: Pipeline

  init() throws {
    dashboard = try RegionalSales.dashboard()
    pipeline = Pipeline(delegate: RegionalSales(), dashboards: [dashboard])
  }

  private func page(
    _ limit: DashboardPage.Limit = .standard, at place: Exploration = Exploration()
  ) async throws -> (text: String, warnings: [Warning]) {
    let models = try await pipeline.charts(of: dashboard, at: place)
    let page = try await DashboardPage(limit: limit).data(for: dashboard, models, at: place, from: pipeline)
    return (String(decoding: page.bytes, as: UTF8.self), page.warnings)
  }

  /// Returns the texts between two markers.
  private func parts(_ text: String, from start: String, to end: String) -> [String] {
    text.split(separator: start, omittingEmptySubsequences: false).dropFirst()
      .map { String($0.split(separator: end, omittingEmptySubsequences: false)[0]) }
  }

  private func addresses(_ text: String) -> [String] { parts(text, from: "data-address=\"", to: "\"") }

  @Test func pageContainsTheStatesOfItsMoves() async throws {
    let page = try await page()
    #expect(
      Set(addresses(page.text)) == [
        "", "Sales.drill=Region:Asia", "Sales.drill=Region:Europe", "filter.Regions=Asia", "filter.Regions=Europe",
        "Sales.drill=Region:Asia&amp;filter.Regions=Asia", "Sales.drill=Region:Europe&amp;filter.Regions=Europe",
      ])
    #expect(page.text.contains("This page contains 7 states of the dashboard, including all states that it links to."))
    #expect(page.warnings.isEmpty)
  }

  @Test func excludedSelectionIsDisabledWithAReason() async throws {
    let text = try await page().text
    let section = try #require(
      parts(text, from: "<section", to: "</section>").first { $0.contains("\"Sales.drill=Region:Europe\"") })
    #expect(section.contains("<a role=\"link\" aria-disabled=\"true\">Asia</a>"))
    #expect(section.contains("Not on this page: Asia, because no data match that selection."), "\(section)")
  }

  @Test func eachStateEqualsThePipelineResult() async throws {
    let text = try await page().text
    for section in parts(text, from: "<section", to: "</section>") {
      let state = parts(section, from: "id=\"", to: "\"")[0]
      let address = parts(section, from: "data-address=\"", to: "\"")[0].replacing("&amp;", with: "&")
      let figures = parts(text, from: "#\(state):target~.g :is(", to: ")")[0].split(separator: ",")
        .map { $0.dropFirst() }.filter { $0.hasPrefix("f") }
      let models = try await pipeline.charts(of: dashboard, at: try Exploration(address))
      #expect(figures.count == models.count)
      for (figure, model) in zip(figures, models) {
        let shown = parts(text, from: "id=\"\(figure)\">", to: "</figure>")[0]
        let cells = parts(shown, from: "<td>", to: "</td>")
        #expect(cells == model.cells(dimension: 0, series: 0).scalars.map(\.description), "\(address) \(figure)")
      }
    }
  }

  @Test func nearestStatesComeFirstAndOthersAreReported() async throws {
    let whole = try await page().text
    let smallest = try await page(.total(10)).text.utf8.count
    for share in [0.75, 0.5] {
      let limit = smallest + Int((Double(whole.utf8.count - smallest) * share).rounded())
      let part = try await page(.total(limit))
      #expect(part.text.utf8.count <= limit && part.warnings.isEmpty)
      #expect((2..<7).contains(addresses(part.text).count))
      #expect(part.text.contains("because the page is limited to \(limit) bytes"))
      // States that are one move away are tried first. A state that is two moves away needs little space if its numbers
      // are equal.
      #expect(addresses(part.text).contains { !$0.isEmpty && !$0.contains("&amp;") })
    }
    let least = try await page(.total(10))
    #expect(addresses(least.text) == [""] && least.warnings.map(\.code) == [.pageOverLimit])
  }

  @Test func statesWithEqualNumbersShareFigures() async throws {
    let text = try await page().text
    // The countries of Asia, with and without the filter: one figure, and one caption for each of the two states.
    let japan = parts(text, from: "<figure", to: "</figure>").filter { $0.contains(">Japan<") }
    #expect(japan.count == 1)
    let captions = parts(japan[0], from: "<div class=\"q\" id=\"p", to: "</div>")
    #expect(captions.count == 2 && captions.count { $0.contains("Regions: Asia</p>") } == 1, "\(captions)")
  }

  @Test func emptyChartIsReportedWithoutItsQueryName() async throws {
    let place = try Exploration("filter.Regions=Nowhere")
    let models = try await pipeline.charts(of: dashboard, at: place)
    let text = try await page(at: place).text
    #expect(text.contains("<p class=\"r\">This chart has no data.</p>"))
    #expect(!text.contains("query '") && !text.contains("chart '") && !text.contains("auger "))
    // The warnings of the models still contain the name.
    #expect(models.contains { $0.warnings.contains { $0.message.hasPrefix("query 'Risen' has no rows") } })
  }

  @Test func moveInOneItemRevertsMovesInOtherItems() async throws {
    let start = try Exploration("Risen.sort=-value&$rise=2")
    let text = try await page(at: start).text
    #expect(addresses(text).allSatisfy { $0.hasPrefix("Risen.sort=-value") && $0.hasSuffix("$rise=2") })
    #expect(parts(text, from: "id=\"s0\"", to: ">")[0].contains("data-address=\"Risen.sort=-value&amp;$rise=2\""))
  }

  @Test func missingChartIsReported() async throws {
    let models: [ChartModel?] = [try await pipeline.chart("Sales", of: dashboard), nil]
    let page = try await DashboardPage().data(for: dashboard, models, from: pipeline)
    let text = String(decoding: page.bytes, as: UTF8.self)
    #expect(text.contains("<h3>Risen</h3>\n<p class=\"r\">This chart could not be computed.</p>"))
    #expect(addresses(text).contains("Sales.drill=Region:Asia"))
  }

  @Test func outputIsReproducible() async throws {
    let fresh = Pipeline(delegate: RegionalSales(), dashboards: [dashboard], workers: 1)
    let again = try await DashboardPage().data(
      for: dashboard, try await fresh.charts(of: dashboard), from: fresh)
    #expect(try await page().text == String(decoding: again.bytes, as: UTF8.self))
  }
}
