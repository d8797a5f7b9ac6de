import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The categories and series of several models of one chart, together: those of the first in its order, then what only
/// a later one has.
struct ModelUnion {
  /// For each model, the place in it of each category of the union; -1 where it has none.
  let categories: [[Int]]
  /// The same of the series.
  let series: [[Int]]
  /// The first model with the categories of all.
  let frame: ChartModel

  /// Throws `notComparable` for models of other levels, of data items, and of zoomed charts whose categories differ.
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
      // Numbers of a diagram beside one another are columns: its boxes have a place for one of each.
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
      frame.levels[0].labels = union.first.map { models[$0.model].levels[0].labels[$0.place] }
      frame.levels[0].other = union.first.firstIndex { models[$0.model].levels[0].other == $0.place }
    }
    self.frame = frame
  }

  /// A category's value; nil for "Other", which is no value.
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
      // Below the coarsest level a value may stand several times: its occurrences are counted.
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

  /// The value that a model has for a pair of the union at level 0.
  func value(_ model: ChartModel, _ number: Int, dimension: Int, series s: Int, category c: Int) -> Scalar {
    let (series, category) = (self.series[number][s], categories[number][c])
    return series < 0 || category < 0 ? .null : model[dimension: dimension, series: series, category: category]
  }

  /// The same at a coarser level, whose categories are those of the frame.
  func value(_ model: ChartModel, _ number: Int, level: Int, dimension: Int, series s: Int, category c: Int) -> Scalar {
    if level == 0 { return value(model, number, dimension: dimension, series: s, category: c) }
    let series = self.series[number][s]
    guard series >= 0, let cells = model.levels[level].cells else { return .null }
    return cells[dimension][series * model.levels[level].count + c]
  }
}

extension Column {
  /// Numbers of the narrowest type that holds them all; whole where there is none.
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
