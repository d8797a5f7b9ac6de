import AugerColumns

/// What computes one value from the rows of a group. The engine does the computing.
public enum AggregateFunction: String, Sendable, CaseIterable {
  case sum, count, countDistinct, avg, weightedAvg, min, max, mode, median, percentile, lowerQuartile, upperQuartile,
    lowerWhisker, upperWhisker, stddev, variance, corr, first, last

  /// Those that are asked for by their name alone, of one value.
  package static let ofOneValue = allCases.filter { ![.weightedAvg, .percentile, .corr].contains($0) }

  /// The aggregate that a call means: names in any case, and `min` and `max` only of a single argument.
  package init?(called name: String, argumentCount: Int) {
    let lowered = name.lowercased()
    guard let function = Self.allCases.first(where: { $0.rawValue.lowercased() == lowered }) else { return nil }
    if function == .min || function == .max, argumentCount != 1 { return nil }
    self = function
  }

  /// The type of the result for values of a type (nil: rows are counted); nil where it cannot be computed of them. Of
  /// several arguments the first one decides.
  package func resultType(of argument: DataType?) -> DataType? {
    switch (self, argument) {
    case (.count, _), (.countDistinct, .some): .int64
    case (.sum, .bool?), (.sum, .int64?): .int64
    case (.sum, .float64?): .float64
    case (.sum, .decimal(_, let scale)?): .decimal(precision: Decimal128.maximumPrecision, scale: scale)
    case (.avg, let type?), (.median, let type?), (.lowerQuartile, let type?), (.upperQuartile, let type?),
      (.lowerWhisker, let type?), (.upperWhisker, let type?), (.stddev, let type?), (.variance, let type?),
      (.percentile, let type?), (.corr, let type?), (.weightedAvg, let type?):
      type.isNumeric || type == .bool ? .float64 : nil
    case (.min, let type?), (.max, let type?), (.mode, let type?), (.first, let type?), (.last, let type?): type
    default: nil
    }
  }
}
