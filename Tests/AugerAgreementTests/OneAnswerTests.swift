import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Every way to a chart's numbers gives the same: fresh or kept answers, one worker or four, asked together or alone,
/// as chart JSON, as a table, as marks of a picture.
///
/// `AUGER_STATES=100000` tries as many states; jobs and commands are held to the same in `AugerCLITests`.
@Suite struct OneAnswerTests {
  private static let states = ProcessInfo.processInfo.environment["AUGER_STATES"].flatMap { Int($0) } ?? 2_000
  private static let statesEach = 40

  @Test func everyPathGivesTheSameChart() async throws {
    let dashboards = max(1, Self.states / Self.statesEach)
    for number in 0..<dashboards {
      // A few are large, most are small: where chunks end and threads share is tried as well as the shapes.
      let rows = number % 25 == 24 ? 300_000 : number % 10 == 9 ? 70_000 : [1, 3, 40, 900, 5_000][number % 5]
      let made = GeneratedWorkspace(seed: UInt64(number) &* 7919 &+ 17, rows: rows, places: Self.statesEach - 1)
      try await check(made, "seed \(number), \(rows) rows")
    }
  }

  private func check(_ made: GeneratedWorkspace, _ name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-one-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for file in made.files { try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name)) }
    let workspace = try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()])
    let kept = Pipeline(workspace, workers: 4)
    let dashboard = try kept.dashboard("made")
    for (number, address) in made.places.enumerated() {
      let place = try Exploration(address)
      // New pipelines read the file again: for large ones, at a few places.
      let isFresh = made.rowCount < 10_000 || number % 13 == 0
      let together = isFresh ? try? await Pipeline(workspace, workers: 1).charts(of: dashboard, at: place) : nil
      let fresh = Pipeline(workspace, workers: 4)
      for (index, item) in GeneratedWorkspace.items.enumerated() {
        let state = "\(name), \(item) at '\(address)'"
        let expected = await outcome(kept, item, dashboard, place)
        if isFresh { #expect(await outcome(fresh, item, dashboard, place) == expected, "fresh: \(state)") }
        if let together { #expect(.chart(faces(together[index])) == expected, "together: \(state)") }
        guard case .chart = expected else { continue }
        let model = try await kept.chart(item, of: dashboard, at: place)
        expectSameNumbers(model, state)
      }
    }
  }

  private enum Outcome: Equatable {
    case chart([String])
    case refused(String)
  }

  private func outcome(
    _ pipeline: Pipeline, _ item: String, _ dashboard: Dashboard, _ place: Exploration
  ) async -> Outcome {
    do { return .chart(faces(try await pipeline.chart(item, of: dashboard, at: place))) } catch {
      return .refused("\(error)")
    }
  }

  /// The model as JSON without what says whether a query ran or an answer was used again, and as CSV.
  private func faces(_ model: ChartModel) -> [String] {
    var model = model
    model.receipt.queries = model.receipt.queries.map { query in
      var query = query
      query.execution = .ran
      return query
    }
    return [
      String(decoding: ChartJSON().data(for: model), as: UTF8.self),
      String(decoding: DelimitedText().data(for: model.tabulated()), as: UTF8.self),
    ]
  }

  /// The cells of the table are those of the model.
  private func expectSameNumbers(_ model: ChartModel, _ name: String) {
    let table = model.tabulated()
    let width = model.levels[model.visibleLevel].count
    #expect(table.rowCount == width, "table: \(name)")
    let cells = table.columns.suffix(model.series.count * model.dimensions.count)
    var column = cells.startIndex
    for dimension in model.dimensions.indices {
      for series in model.series.indices {
        for category in 0..<width {
          #expect(
            cells[column][category] == model[dimension: dimension, series: series, category: category],
            "table: \(name)")
        }
        column += 1
      }
    }
  }
}
