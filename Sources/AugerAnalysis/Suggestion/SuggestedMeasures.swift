import AugerColumns
import AugerEngine
import AugerExpressions

/// The suggested measures of a table, the best first. Used for charts, dashboards and proposals.
package struct SuggestedMeasures: Sendable {
  package typealias Profile = TableProfile.ColumnProfile

  package struct Measure: Sendable, Hashable {
    /// Nil if rows are counted.
    package var column: String?
    package var aggregate: ChartSuggestion.Aggregate

    package init(column: String?, aggregate: ChartSuggestion.Aggregate) {
      self.column = column
      self.aggregate = aggregate
    }

    fileprivate var summed: Measure { Measure(column: column, aggregate: .sum) }

    package var expression: String {
      column.map { "\(aggregate.rawValue)(\(Expression.reference(to: $0)))" } ?? "count()"
    }
  }

  package struct MeantColumn: Sendable {
    package var profile: Profile
    package var meaning: ColumnMeaning
    package var name: String { profile.field.name }

    package init(profile: Profile, meaning: ColumnMeaning) {
      self.profile = profile
      self.meaning = meaning
    }
  }

  let columns: [MeantColumn]
  /// The measures, best first. The number of rows is last unless it ranks higher.
  package private(set) var ranked: [Measure] = []
  /// Numbers that the best measure does not show and that may interest the user.
  package private(set) var alternatives: [Measure] = []

  /// - Parameter hasTime: True if a joined table contains the time of the rows.
  package init(_ columns: [MeantColumn], rows: Int, hasTime: Bool = false) {
    self.columns = columns
    let moment = columns.first { $0.meaning == .moment }?.profile
    let isOverTime =
      hasTime
      || columns.contains { [.moment, .year, .datePart].contains($0.meaning) || CalendarText($0.profile) != nil }
    let labels = columns.filter { $0.meaning == .label }
    let isOfThings =
      (moment.map { $0.distinctCount < rows } ?? true) && labels.contains { ColumnMeaning.isName($0.name) }
    func measures(_ meanings: [ColumnMeaning], _ aggregate: ChartSuggestion.Aggregate) -> [Measure] {
      columns.filter { meanings.contains($0.meaning) }.map { Measure(column: $0.name, aggregate: aggregate) }
    }
    let sums = measures(isOverTime ? [.amount] : [.amount, .level], .sum).enumerated().sorted {
      (Self.rank($0.element), $0.offset) < (Self.rank($1.element), $1.offset)
    }.map(\.element)
    let averages = measures(isOverTime ? [.averaged, .level] : [.averaged], .avg)
    let unclear = measures([.unclear], .avg)
    let count = Measure(column: nil, aggregate: .count)

    let isTelling =
      sums.first?.column.map { name in
        !isOfThings || Additivity.amountRank(name) != nil
          || Additivity.isCounted(name) && labels.count < 3 && !isOverTime
      } ?? false
    if moment?.distinctCount == rows,
      let first = columns.first(where: { [.amount, .level, .averaged, .unclear].contains($0.meaning) })
    {
      // With one row for each point in time, the value of a month is an average if the column is a level or a
      // measurement.
      let best = Measure(column: first.name, aggregate: first.meaning == .amount ? .sum : .avg)
      ranked = [best] + (sums + averages).filter { $0.column != best.column } + [count]
    } else if isTelling {
      ranked = sums + averages + [count]
    } else if !isOfThings, sums.isEmpty,
      let first = averages.first(where: { $0.column.map(Additivity.isTellingAverage) ?? false })
    {
      ranked = [first] + averages.filter { $0 != first } + [count]
    } else if sums.isEmpty, let first = unclear.first, Self.isPanel(columns, rows) {
      // Each item has one row for each year, so that all counts would be equal.
      ranked = [first] + averages + [count]
    } else {
      ranked = [count] + sums + averages
    }
    let isUnclear = unclear.contains { $0.column == ranked[0].column }
    if ranked[0].column == nil {
      let sure = [sums.first, averages.first].compactMap(\.self)
      alternatives = sure.isEmpty ? unclear.prefix(1).flatMap { [$0, $0.summed] } : sure
    } else if isUnclear {
      alternatives = [ranked[0].summed]
    }
  }

  package static func isOfMoney(_ name: String) -> Bool { Additivity.amountRank(name) != nil }

  package var best: Measure { ranked[0] }

  /// Numeric columns, including those whose aggregation is unclear.
  var numbers: [Profile] {
    let meanings: [ColumnMeaning] = [.averaged, .amount, .level, .unclear]
    return meanings.flatMap { meaning in columns.filter { $0.meaning == meaning }.map(\.profile) }
  }

  package var spread: [String] { numbers.map(\.field.name) }

  private static func rank(_ measure: Measure) -> Int {
    guard let name = measure.column else { return .max }
    return Additivity.amountRank(name) ?? (Additivity.isCounted(name) ? 100 : 200)
  }

  private static func isPanel(_ columns: [MeantColumn], _ rows: Int) -> Bool {
    let times = columns.filter { [.moment, .year].contains($0.meaning) }.map(\.profile.distinctCount)
    let things = columns.filter { [.group, .key, .ordinal].contains($0.meaning) }.map(\.profile.distinctCount)
    return times.contains { time in things.contains { time > 1 && $0 > 1 && time * $0 == rows } }
  }
}
