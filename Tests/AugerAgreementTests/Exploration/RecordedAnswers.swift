import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import Foundation
import Testing

/// The values that DuckDB computed for each state, by chart and query string: Fixtures/Cases/Exploration/answers.jsonl.
struct RecordedAnswers {
  struct Answer: Decodable {
    var chart: String
    var place: String
    /// The key of each category, starting with the coarsest level.
    var categories: [[Key]]
    var series: [String]
    /// The values by dimension, series and category.
    var values: [[[Double?]]]
  }

  /// A number or a string.
  struct Key: Decodable, Equatable {
    var text: String

    init(_ value: Scalar) { text = value.description }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        text = String(number)
      } else {
        text = try container.decode(String.self)
      }
    }
  }

  private var answers: [String: [String: Answer]] = [:]

  init(_ file: URL) throws {
    let decoder = JSONDecoder()
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let answer = try decoder.decode(Answer.self, from: Data(line.utf8))
      answers[answer.chart, default: [:]][answer.place] = answer
    }
  }

  func places(of chart: String) -> Set<String> { Set(answers[chart, default: [:]].keys) }

  /// Expects the recorded categories, series and values for the current level and all coarser levels.
  func expect(_ model: ChartModel, chart: String, at place: Exploration) throws {
    for level in model.levels.indices {
      var above = place
      if level > 0 {
        let zoom = model.levels.count - level
        above[item: model.name].zoom = zoom == 1 ? nil : zoom
      }
      let answer = try #require(
        answers[chart]?[above.description], "nothing was recorded for \(chart) at '\(above)'")
      let (all, columns) = (keys(model, level), level == 0 ? model.dimensions.map(\.cells) : model.levels[level].cells)
      // The axis contains periods without data, but the recording does not.
      let kept = all.indices.filter { index in
        answer.categories.contains(all[index])
          || columns?.contains { column in
            model.series.indices.contains { !column[$0 * all.count + index].isNull }
          } ?? true
      }
      let keys = kept.map { all[$0] }
      #expect(keys == answer.categories, "\(place)")
      // In this data, every level has the same series.
      #expect(model.series.map(\.value.description) == answer.series, "\(place)")
      guard keys == answer.categories, model.series.count == answer.series.count, let columns else { continue }
      #expect(columns.count == answer.values.count)
      for (column, recorded) in zip(columns, answer.values) {
        let values = recorded.flatMap(\.self)
        #expect(column.count == all.count * model.series.count && values.count == keys.count * model.series.count)
        for (index, value) in values.enumerated() {
          let (s, c) = index.quotientAndRemainder(dividingBy: keys.count)
          let found = column[s * all.count + kept[c]]
          #expect(
            Self.areEqual(found.doubleValue, value),
            "\(place): series \(s), category \(keys[c].map(\.text)): \(found) instead of \(value as Any)")
        }
      }
    }
  }

  /// Returns true if the numbers differ at most by rounding: the recorded sums are exact.
  private static func areEqual(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= max(1e-6, 1e-9 * max(abs(a), abs(b)))
  }

  private func keys(_ model: ChartModel, _ level: Int) -> [[Key]] {
    var keys = model.levels[level].values.scalars.map { [Key($0)] }
    var parents = Array(keys.indices)
    for above in model.levels.indices.dropFirst(level + 1) {
      let (first, last) = (model.levels[above].firstChild ?? [], model.levels[above].lastChild ?? [])
      parents = parents.map { child in first.indices.first { first[$0] <= child && child <= last[$0] } ?? 0 }
      for (index, parent) in parents.enumerated() {
        keys[index].insert(Key(model.levels[above].values[parent]), at: 0)
      }
    }
    return keys
  }
}
