import AugerColumns

/// The method and the intervals of a chart's forecast values.
package struct ChartForecast: Sendable {
  /// `linear`, `seasonal-naive` or `holt-winters`.
  package var method: String
  /// The probability that a value lies in its interval, 0...1.
  package var confidence: Double
  /// The lower ends of the intervals, series × category like the cells. Null for categories without a forecast.
  package var low: Column
  package var high: Column
  /// The mean error of the method for each series, when it predicts the last values of the history from earlier ones.
  /// The mean of |predicted − actual| ÷ |actual|. Nil if the history is too short.
  package var errors: [Double?]

  package init(method: String, confidence: Double, low: Column, high: Column, errors: [Double?]) {
    self.method = method
    self.confidence = confidence
    self.low = low
    self.high = high
    self.errors = errors
  }

  /// Returns the intervals of some cells; −1 means none.
  package func gathered(_ rows: [Int32]) -> ChartForecast {
    var result = self
    result.low = low.gathered(rows)
    result.high = high.gathered(rows)
    return result
  }
}
