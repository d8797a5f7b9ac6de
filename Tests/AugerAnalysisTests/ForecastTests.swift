import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// Forecasts that equal those of statsmodels. Scripts/statistics-judge.py records the expected values.
@Suite struct ForecastTests {
  private struct History: Decodable {
    var season: Int
    var values: [Double]
    var line: [Double]
    var low: [Double]
    var high: [Double]
    var weights: [Double]
    var smoothed: [Double]
    var squares: Double
    var bestSquares: Double
  }

  private static func histories() throws -> [History] {
    let file = Shared.repository.appendingPathComponent("Fixtures/Cases/Statistics/statsmodels.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { try JSONDecoder().decode(History.self, from: Data($0.utf8)) }
  }

  private static func areNear(_ a: [Double], _ b: [Double]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { ($0 - $1).magnitude <= 1e-6 * max(1, $0.magnitude) }
  }

  @Test func linearForecastsEqualStatsmodels() throws {
    let histories = try Self.histories()
    #expect(histories.count == 40)
    for history in histories {
      let result = try #require(Forecasting(.linear, season: 1).forecast(history.values, count: history.line.count))
      #expect(Self.areNear(result.values, history.line))
      #expect(Self.areNear(result.low, history.low) && Self.areNear(result.high, history.high))
    }
  }

  @Test func smoothingMatchesStatsmodels() throws {
    for history in try Self.histories() {
      let method = Forecasting(.holtWinters, season: history.season)
      let weights = Forecasting.Weights(
        level: history.weights[0], trend: history.weights[1], season: history.season > 1 ? history.weights[2] : 0)
      let values = method.values(history.values, weights, count: history.smoothed.count)
      // For a whole season ahead, statsmodels uses the season before last and ignores the last value. These steps are
      // excluded.
      let steps = values.indices.filter { history.season == 1 || ($0 + 1) % history.season != 0 }
      #expect(Self.areNear(steps.map { values[$0] }, steps.map { history.smoothed[$0] }))
      #expect(Self.areNear([method.squares(history.values, weights)], [history.squares]))
      // statsmodels limits the weight of the trend to that of the level, and stops when a step improves little.
      let own = method.squares(history.values, method.best(history.values))
      #expect(own <= history.bestSquares * 1.001, "\(own) \(history.bestSquares)")
    }
  }

  @Test func naiveForecastRepeatsThePreviousSeason() throws {
    let result = try #require(Forecasting(.seasonalNaive, season: 2).forecast([1, 10, 3, 12, 4, 13], count: 3))
    #expect(result.values == [4, 13, 4])
    let deviation = ((4.0 + 4 + 1 + 1) / 4).squareRoot() * 1.959963984540054
    #expect((result.high[0] - 4 - deviation).magnitude < 1e-12)
    #expect((result.high[2] - 4 - deviation * 2.0.squareRoot()).magnitude < 1e-12)
    #expect(Forecasting(.seasonalNaive, season: 7).forecast([1, 2, 3], count: 1) == nil)
  }

  private func chart(_ days: [CivilDate], _ values: [Double?], _ forecast: ParsedChart.Forecast) throws
    -> ChartModel
  {
    var definition = ParsedChart(
      name: "f", type: .line, query: "q", category: AxisDefinition(column: "d"),
      values: [ValueDefinition(expression: try .parse("v"))])
    definition.forecast = forecast
    let table = Table([("d", Column(days)), ("v", Column(values))])
    return try ChartBuilder(definition).model(from: table, receipt: Receipt())
  }

  @Test func forecastContinuesTheDateSteps() throws {
    let months = try (0..<24).map { try #require(CivilDate(year: 2022 + $0 / 12, month: $0 % 12 + 1, day: 1)) }
    let model = try chart(months, (0..<24).map { Double($0) * 2 }, .linear)
    #expect(model.categoryCount == 30)
    #expect(model.thresholds.predictiveStart == 24)
    #expect(model.levels[0].values[24] == .date(try #require(CivilDate(year: 2024, month: 1, day: 1))))
    let last = try #require(model[dimension: 0, series: 0, category: 29].doubleValue)
    #expect((last - 58).magnitude < 1e-9)
    let forecast = try #require(model.forecast)
    #expect(forecast.low.isNull(23) && !forecast.low.isNull(24))
    #expect((forecast.errors[0] ?? 1) < 1e-9)
    #expect(model.warnings.isEmpty, "\(model.warnings)")
  }

  @Test func impossibleForecastReportsTheReason() throws {
    let days = [1, 2, 4, 9].map { CivilDate(days: $0) }
    let uneven = try chart(days, [1, 2, 3, 4], .linear)
    #expect(uneven.warnings.map(\.code) == [.forecastNotPossible] && uneven.categoryCount == 4)
    let holes = try chart((1...6).map { CivilDate(days: $0) }, [1, nil, 3, 4, 5, 6], .linear)
    #expect(holes.warnings.map(\.code) == [.forecastNotPossible])
    #expect(holes[dimension: 0, series: 0, category: holes.categoryCount - 1].isNull)
  }
}
