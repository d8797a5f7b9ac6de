import AugerColumns
import AugerExpressions

extension AggregateCall {
  package var accumulation: Accumulator.Function {
    switch function {
    case .count: .count
    case .countDistinct: .countDistinct
    case .sum: .sum
    case .avg: .average
    case .weightedAvg: .weightedAverage
    case .min: .minimum
    case .max: .maximum
    case .mode: .mode
    case .median: .median
    // Binding ensures a number from 0 to 1.
    case .percentile: .quantile(arguments.last?.constant?.doubleValue ?? 0.5)
    case .lowerQuartile: .quantile(0.25)
    case .upperQuartile: .quantile(0.75)
    case .lowerWhisker: .lowerWhisker
    case .upperWhisker: .upperWhisker
    case .stddev: .standardDeviation
    case .variance: .variance
    case .corr: .correlation
    case .first: .first
    case .last: .last
    }
  }

  /// The second argument, evaluated row by row.
  package var secondArgument: BoundExpression? {
    function == .percentile ? nil : arguments.dropFirst().first
  }
}
