import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// Appends forecast categories to a model.
struct ChartForecaster {
  let definition: ParsedChart
  let locale: ChartLocale

  /// Returns the model with appended forecast categories, or the unchanged model with a warning that explains why no
  /// forecast is possible.
  func extended(_ model: ChartModel, _ warnings: inout Warnings) throws -> ChartModel {
    guard let method = definition.forecast.flatMap({ Forecasting.Method(rawValue: $0.rawValue) }) else { return model }
    func refuse(_ reason: String) -> ChartModel {
      warnings.add(Warning(.forecastNotPossible, "chart '\(model.name)' has no forecast: \(reason)"))
      return model
    }
    guard model.type.has(.joined) else { return refuse("a \(model.type.rawValue) chart shows none") }
    guard model.levels.count == 1, model.items == nil else { return refuse("it is zoomed") }
    guard model.thresholds.predictiveStart == nil else { return refuse("its data already contain predicted values") }
    guard let steps = CategorySteps(model.levels[0].values) else {
      return refuse("its categories are not numbers or dates at equal distances")
    }
    let forecasting = Forecasting(method, season: definition.season ?? steps.season)
    let history = model.categoryCount
    let count = definition.forecastCount ?? max(1, min(forecasting.season > 1 ? forecasting.season : 12, history / 4))
    guard history >= forecasting.leastCount else {
      return refuse("\(history) categories are too few; \(method.rawValue) needs \(forecasting.leastCount)")
    }
    guard let further = steps.next(count) else { return refuse("its dates end with the calendar") }
    var extended = model
    extended.levels[0].values = try Column(
      model.levels[0].values.type, model.levels[0].values.scalars + further)
    let formatter = ValueFormatter(model.levels[0].format, locale: locale, role: .category)
    extended.levels[0].labels += formatter.texts(
      try Column(model.levels[0].values.type, further), warnings: &warnings)
    var low: [Double?] = []
    var high: [Double?] = []
    var errors: [Double?] = []
    for (dimension, value) in model.dimensions.enumerated() {
      var cells: [Double?] = []
      for series in model.series.indices {
        let known = model.cells(dimension: dimension, series: series).scalars.map(\.doubleValue)
        // A series that began later has a shorter history.
        let numbers = Array(known.drop { $0 == nil })
        let present = numbers.compactMap(\.self)
        let result = present.count == numbers.count ? forecasting.forecast(present, count: count) : nil
        if result == nil {
          let name = model.series[series].text.isEmpty ? value.title : model.series[series].text
          warnings.add(
            Warning(
              .forecastNotPossible,
              "'\(name)' has no forecast: "
                + (present.count < numbers.count ? "values are missing in between" : "its history is too short")))
        }
        let none = [Double?](repeating: nil, count: count)
        cells += known + (result?.values.map(Optional.some) ?? none)
        guard dimension == 0 else { continue }
        let before = [Double?](repeating: nil, count: history)
        low += before + (result?.low.map(Optional.some) ?? none)
        high += before + (result?.high.map(Optional.some) ?? none)
        errors.append(result == nil ? nil : forecasting.error(present, count: count))
      }
      extended.dimensions[dimension].cells = Column(cells)
    }
    extended.baselineCells = try model.baselineCells.map { columns in
      try columns.map { column in
        let none = [Scalar](repeating: .null, count: count)
        return try Column(
          column.type,
          model.series.indices.flatMap { column.scalars[$0 * history..<($0 + 1) * history] + none })
      }
    }
    extended.thresholds.predictiveStart = history
    extended.forecast = ChartForecast(
      method: method.rawValue, confidence: Forecasting.confidence, low: Column(low), high: Column(high), errors: errors)
    return extended
  }
}

/// Numbers, dates or timestamps at equal distances, and their continuation.
struct CategorySteps {
  private enum Step {
    case months(Int)
    case days(Int32)
    case microseconds(Int64)
    case whole(Int64)
    case number(Double)
  }

  private let step: Step
  private let last: Scalar

  /// Returns nil if the values have another type, are too few, or do not ascend at equal distances.
  init?(_ values: Column) {
    let scalars = values.scalars
    guard scalars.count > 2, let last = scalars.last else { return nil }
    self.last = last
    var steps: [Step] = []
    switch values.type {
    case .int64:
      let numbers = scalars.compactMap { if case .int(let number) = $0 { number } else { nil } }
      guard numbers.count == scalars.count, let step = Self.even(numbers) else { return nil }
      steps = [.whole(step)]
    case .float64:
      let numbers = scalars.compactMap(\.doubleValue)
      guard numbers.count == scalars.count else { return nil }
      let step = (numbers[numbers.count - 1] - numbers[0]) / Double(numbers.count - 1)
      let isEven = zip(numbers, numbers.dropFirst()).allSatisfy { ($1 - $0 - step).magnitude <= 1e-9 * step.magnitude }
      guard step > 0, isEven else { return nil }
      steps = [.number(step)]
    case .date:
      let dates = scalars.compactMap { if case .date(let date) = $0 { date } else { nil } }
      guard dates.count == scalars.count, dates.allSatisfy(\.isFinite) else { return nil }
      if let months = Self.even(dates.map { Int64($0.components.year * 12 + $0.components.month) }),
        Set(dates.map(\.components.day)).count == 1, dates[0].components.day <= 28
      {
        steps = [.months(Int(months))]
      } else if let days = Self.even(dates.map { Int64($0.days) }) {
        steps = [.days(Int32(truncatingIfNeeded: days))]
      }
    case .timestamp:
      let moments = scalars.compactMap { if case .timestamp(let moment) = $0 { moment.microseconds } else { nil } }
      guard moments.count == scalars.count, let step = Self.even(moments) else { return nil }
      steps = [.microseconds(step)]
    default: return nil
    }
    guard let first = steps.first else { return nil }
    step = first
  }

  private static func even(_ numbers: [Int64]) -> Int64? {
    let (step, overflow) = numbers[1].subtractingReportingOverflow(numbers[0])
    guard !overflow, step > 0 else { return nil }
    let isEven = zip(numbers, numbers.dropFirst()).allSatisfy {
      let (difference, overflow) = $1.subtractingReportingOverflow($0)
      return !overflow && difference == step
    }
    return isEven ? step : nil
  }

  /// The number of steps in the year, week or day that contains them; 1 for plain numbers.
  var season: Int {
    switch step {
    case .months(let months): months < 12 && 12 % months == 0 ? 12 / months : 1
    case .days(let days): days == 1 ? 7 : days == 7 ? 52 : 1
    case .microseconds(let step):
      Timestamp.microsecondsPerDay % step == 0 && step < Timestamp.microsecondsPerDay
        && Timestamp.microsecondsPerDay / step <= 96 ? Int(Timestamp.microsecondsPerDay / step) : 1
    case .whole, .number: 1
    }
  }

  /// Returns the next values. Nil if they exceed the range of dates or numbers.
  func next(_ count: Int) -> [Scalar]? {
    var result: [Scalar] = []
    for index in 1...max(1, count) {
      guard let value = value(index) else { return nil }
      result.append(value)
    }
    return result
  }

  private func value(_ index: Int) -> Scalar? {
    switch (step, last) {
    case (.whole(let step), .int(let last)):
      let (distance, overflow) = step.multipliedReportingOverflow(by: Int64(index))
      let (value, beyond) = last.addingReportingOverflow(distance)
      return overflow || beyond ? nil : .int(value)
    case (.number(let step), .float(let last)): return .float(last + step * Double(index))
    case (.months(let months), .date(let last)):
      let month = last.components.year * 12 + last.components.month - 1 + months * index
      return CivilDate(year: month / 12, month: month % 12 + 1, day: last.components.day).map { .date($0) }
    case (.days(let days), .date(let last)):
      let (distance, overflow) = days.multipliedReportingOverflow(by: Int32(truncatingIfNeeded: index))
      let (value, beyond) = last.days.addingReportingOverflow(distance)
      return overflow || beyond ? nil : .date(CivilDate(days: value))
    case (.microseconds(let step), .timestamp(let last)):
      let (distance, overflow) = step.multipliedReportingOverflow(by: Int64(index))
      let (value, beyond) = last.microseconds.addingReportingOverflow(distance)
      return overflow || beyond ? nil : .timestamp(Timestamp(microseconds: value))
    default: return nil
    }
  }
}

extension Diagnostic.Code {
  package static let forecastNotPossible = Self("forecastNotPossible")
}
