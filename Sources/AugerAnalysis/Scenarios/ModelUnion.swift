import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The union of the categories and series of several models of one chart. Those of the first model come first in their
/// order, followed by additional ones of later models.
struct ModelUnion {
  /// For each model, its index of each category of the union; -1 if none exists.
  let categories: [[Int]]
  /// For each model, its index of each series of the union; -1 if none exists.
  let series: [[Int]]
  /// The first model with the categories of all models.
  let frame: ChartModel

  /// Throws `notComparable` for models with different levels, with data items, or zoomed with different categories.
  init(_ models: [ChartModel]) throws {
    precondition(!models.isEmpty, "there is a model to begin with")
    var frame = models[0]
    func refuse(_ reason: String) -> DiagnosticError {
      DiagnosticError(Diagnostic(.notComparable, "chart '\(frame.name)' cannot be compared: \(reason)"))
    }
    guard models.allSatisfy({ $0.items == nil && $0.table == nil && $0.graph == nil }) else {
      throw refuse("its items have no counterparts")
    }
    guard models.allSatisfy({ $0.levels.count == frame.levels.count && $0.dimensions.count == frame.dimensions.count })
    else { throw refuse("it is zoomed differently") }
    if frame.levels.count > 1 {
      let same = models.allSatisfy { model in
        zip(model.levels, frame.levels).allSatisfy { $0.values.scalars == $1.values.scalars }
      }
      guard same else { throw refuse("its categories differ, and it is zoomed") }
    }
    if frame.diagram != nil {
      // Several numbers of a diagram are shown as columns: each of its boxes has space for one.
      frame.diagram = nil
      frame.type = .column
      frame.display = ChartDisplay(defaultsFor: .column, visibleSeriesCount: frame.series.count)
    }
    let keys = models.map { Self.keys(of: $0.levels[0].values, other: $0.levels[0].other) }
    let union = Self.united(keys)
    categories = union.places
    let names = models.map { model in model.series.map { Optional($0.value) } }
    let united = Self.united(names)
    series = united.places
    frame.series = united.first.map { models[$0.model].series[$0.place] }
    if frame.levels.count == 1 {
      frame.levels[0].values = try Column(
        frame.levels[0].values.type, union.first.map { models[$0.model].levels[0].values[$0.place] })
      frame.levels[0].shortLabels = nil
      frame.outlines = nil
      frame.levels[0].labels = union.first.map { models[$0.model].levels[0].labels[$0.place] }
      frame.levels[0].other = union.first.firstIndex { models[$0.model].levels[0].other == $0.place }
    }
    self.frame = frame
  }

  /// Returns the value of each category; nil for "Other", which has no value.
  private static func keys(of values: Column, other: Int?) -> [Scalar?] {
    values.scalars.enumerated().map { $0 == other ? nil : $1 }
  }

  private static func united(
    _ keys: [[Scalar?]]
  ) -> (places: [[Int]], first: [(model: Int, place: Int)]) {
    var numbers: [Key: Int] = [:]
    var first: [(model: Int, place: Int)] = []
    var own: [[Int]] = []
    for (model, values) in keys.enumerated() {
      // Below the coarsest level a value can occur several times, so its occurrences are numbered.
      var seen: [Scalar?: Int] = [:]
      own.append(
        values.enumerated().map { place, value in
          let key = Key(value: value, occurrence: seen[value, default: 0])
          seen[value, default: 0] += 1
          if let number = numbers[key] { return number }
          numbers[key] = first.count
          first.append((model, place))
          return first.count - 1
        })
    }
    let places = own.map { numbers in
      var result = [Int](repeating: -1, count: first.count)
      for (place, number) in numbers.enumerated() { result[number] = place }
      return result
    }
    return (places, first)
  }

  private struct Key: Hashable {
    var value: Scalar?
    var occurrence: Int
  }

  /// Returns the value of a model for a pair of the union at level 0.
  func value(_ model: ChartModel, _ number: Int, dimension: Int, series s: Int, category c: Int) -> Scalar {
    let (series, category) = (self.series[number][s], categories[number][c])
    return series < 0 || category < 0 ? .null : model[dimension: dimension, series: series, category: category]
  }

  /// Returns the value at a coarser level, whose categories are those of the frame.
  func value(_ model: ChartModel, _ number: Int, level: Int, dimension: Int, series s: Int, category c: Int) -> Scalar {
    if level == 0 { return value(model, number, dimension: dimension, series: s, category: c) }
    let series = self.series[number][s]
    guard series >= 0, let cells = model.levels[level].cells else { return .null }
    return cells[dimension][series * model.levels[level].count + c]
  }
}

extension Column {
  /// Creates a column of the narrowest numeric type for all values; integers if no value exists.
  init(numbers values: [Scalar]) throws {
    if values.contains(where: { if case .float = $0 { true } else { false } }) {
      self.init(values.map(\.doubleValue))
      return
    }
    var scale = 0
    for case .decimal(let value) in values { scale = Swift.max(scale, value.scale) }
    let isDecimal = values.contains { if case .decimal = $0 { true } else { false } }
    guard isDecimal else {
      self = try Column(.int64, values)
      return
    }
    let type = DataType.decimal(precision: Decimal128.maximumPrecision, scale: scale)
    self = try Column(type, values.map { $0.decimal.flatMap { $0.rescaled(to: scale) }.map { .decimal($0) } ?? .null })
  }
}

extension Diagnostic.Code {
  package static let notComparable = Self("notComparable")
}
