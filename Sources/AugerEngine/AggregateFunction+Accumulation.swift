import AugerColumns
import AugerExpressions

extension AggregateFunction {
  /// The accumulator that computes it.
  package var accumulation: Accumulator.Function {
    switch self {
    case .count: .count
    case .countDistinct: .countDistinct
    case .sum: .sum
    case .avg: .average
    case .min: .minimum
    case .max: .maximum
    case .median: .median
    case .lowerQuartile: .lowerQuartile
    case .upperQuartile: .upperQuartile
    case .lowerWhisker: .lowerWhisker
    case .upperWhisker: .upperWhisker
    case .stddev: .standardDeviation
    case .first: .first
    case .last: .last
    }
  }
}
