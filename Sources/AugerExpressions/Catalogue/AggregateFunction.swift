import AugerColumns

/// A function from the rows of a group to one value. The engine computes it.
public enum AggregateFunction: String, Sendable, CaseIterable {
  case sum, count, countDistinct, avg, weightedAvg, min, max, mode, median, percentile, lowerQuartile, upperQuartile,
    lowerWhisker, upperWhisker, stddev, variance, corr, first, last

  /// The aggregates with a single argument.
  package static let ofOneValue = allCases.filter { ![.weightedAvg, .percentile, .corr].contains($0) }

  /// Creates the aggregate of a call. Names are not case-sensitive, and `min` and `max` must have a single argument.
  package init?(called name: String, argumentCount: Int) {
    let lowered = name.lowercased()
    guard let function = Self.allCases.first(where: { $0.rawValue.lowercased() == lowered }) else { return nil }
    if function == .min || function == .max, argumentCount != 1 { return nil }
    self = function
  }

  /// Returns the result type for values of a type (nil: rows are counted). Nil if the type is not supported. The
  /// first of several arguments determines the result.
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
