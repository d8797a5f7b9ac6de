import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Foundation
import TestSupport
import Testing

/// All ways to compute a chart give the same numbers: with fresh or cached results, one worker or four, alone or
/// together, from a query or from the underlying rows. Chart JSON, the table and the marks of the picture agree.
///
/// `AUGER_STATES=100000` sets the number of states, `AUGER_FIRST` the first seed. `AugerCLITests` checks the same for
/// jobs and commands.
@Suite struct OneAnswerTests {
  private static let states = ProcessInfo.processInfo.environment["AUGER_STATES"].flatMap { Int($0) } ?? 500
  private static let first = ProcessInfo.processInfo.environment["AUGER_FIRST"].flatMap { Int($0) } ?? 0
  private static let statesEach = 40

  @Test func everyPathGivesTheSameChart() async throws {
    let dashboards = max(1, Self.states / Self.statesEach)
    for number in Self.first..<Self.first + dashboards {
      // Most tables are small. A few are large, to cover chunk boundaries and parallel work. After fifty seeds, large
      // tables are rarer, because shapes need more attempts than sizes.
      let rarity = number < 50 ? 1 : 10
      let rows =
        number % (25 * rarity) == 24
        ? 300_000 : number % (10 * rarity) == 9 ? 70_000 : [1, 3, 40, 900, 5_000][number % 5]
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
      // A new pipeline reads the file again, so large tables have fresh pipelines for only a few states.
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
        expectSamePicture(model, state)
        // A chart of the underlying rows must be equal. Items with averages of groups are excluded, because their
        // groups are queried again and cannot be derived from grouped rows.
        guard isFresh, ["Rows", "Dates", "Windows", "Changed"].contains(item) else { continue }
        let behind = try await kept.table(behind: item, of: dashboard, at: place)
        let again = Pipeline(delegate: RowsBehind(table: behind), dashboards: [dashboard])
        let fromRows = try await again.chart(item, of: dashboard, at: place)
        #expect(
          DelimitedText().data(for: fromRows.tabulated()) == DelimitedText().data(for: model.tabulated()),
          "rows behind: \(state)")
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

  /// Returns the model as JSON, without cache status, and as CSV.
  private func faces(_ model: ChartModel) -> [String] {
    var model = model
    model.receipt.queries = model.receipt.queries.map { query in
      var query = query
      query.execution = .executed
      return query
    }
    return [
      String(decoding: ChartJSON().data(for: model), as: UTF8.self),
      String(decoding: DelimitedText().data(for: model.tabulated()), as: UTF8.self),
    ]
  }

  /// Expects that the cells of the table equal those of the model.
  private func expectSameNumbers(_ model: ChartModel, _ name: String) {
    let read = Result { try ChartJSON().model(from: ChartJSON().data(for: model)) }
    #expect((try? read.get()) == model, "read back: \(name): \(read)")
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

  /// Expects one mark per value in the picture, with the value in its attributes.
  private func expectSamePicture(_ model: ChartModel, _ name: String) {
    guard [.column, .bar, .stackedColumn].contains(model.type) else { return }
    let width = model.levels[model.visibleLevel].count
    // Dimensions share one axis. If their types or formats differ, the axis shows floats without a unit.
    let (first, cells) = (model.dimensions[0], model.dimensions.map(\.cells.type))
    let format = model.dimensions.allSatisfy { $0.format == first.format } ? first.format : nil
    let formatter = ValueFormatter(format, locale: model.locale)
    var expected: [PictureMarks.Place: String] = [:]
    // Floats without a format are rounded for display.
    var rounded: [PictureMarks.Place: Double] = [:]
    for dimension in model.dimensions.indices {
      for series in model.series.indices {
        for category in 0..<width {
          let value = model[dimension: dimension, series: series, category: category]
          guard let number = value.doubleValue, number.isFinite else { continue }
          let place = PictureMarks.Place(series: dimension * model.series.count + series, category: category)
          let isSame = cells.allSatisfy { $0 == cells[0] }
          expected[place] = formatter.text(isSame ? value : .float(number))
          if format == nil, !isSame || cells[0] == .float64 { rounded[place] = number }
        }
      }
    }
    // The marks of a large picture have no titles.
    let hasTexts = model.dimensions.count * model.series.count * width <= 400
    let marks = PictureMarks(SVG().data(for: model))
    #expect(Set(marks.texts.keys) == Set(expected.keys), "picture: \(name)")
    for (place, titles) in marks.texts {
      #expect(titles.count == 1, "picture: one mark for \(place), \(name)")
      guard hasTexts, let text = expected[place] else { continue }
      if let number = rounded[place] {
        let shown = titles[0].split(separator: " ").last.flatMap { Double($0) } ?? .nan
        let isNear = (shown - number).magnitude <= 5.001e-6 * number.magnitude
        #expect(isNear, "picture: \(place) says '\(titles[0])', the model \(number); \(name)")
        continue
      }
      #expect(titles[0].hasSuffix(text), "picture: \(place) says '\(titles[0])', the model '\(text)'; \(name)")
    }
  }
}

/// A delegate that returns one table for every query.
private struct RowsBehind: QueryDelegate {
  let table: Table

  func table(for request: QueryRequest) -> Table { table }
}

/// The marks of a picture that represent a single value, read from their attributes.
private struct PictureMarks {
  struct Place: Hashable {
    let series: Int
    let category: Int
  }

  /// The titles of the marks. Empty if a mark has none.
  private(set) var texts: [Place: [String]] = [:]

  init(_ svg: [UInt8]) {
    let mark = /data-series="(\d+)" data-category="(\d+)"[^>]*?(\/>|><title>([^<]*)<\/title>)/
    for match in String(decoding: svg, as: UTF8.self).matches(of: mark) {
      guard let series = Int(match.1), let category = Int(match.2) else { continue }
      let text = String(match.4 ?? "").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      texts[Place(series: series, category: category), default: []].append(text.replacing("&amp;", with: "&"))
    }
  }
}
