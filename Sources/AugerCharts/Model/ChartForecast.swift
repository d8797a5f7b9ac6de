import AugerColumns

/// How the predicted values of a chart were computed, and how far they may be off.
package struct ChartForecast: Sendable {
  /// `linear`, `seasonal-naive` or `holt-winters`.
  package var method: String
  /// The chance that a value lies within its interval, 0...1.
  package var confidence: Double
  /// The ends of the intervals, series × category as the cells are; null where nothing is predicted.
  package var low: Column
  package var high: Column
  /// For each series how far the method is off where it predicts the end of the history from what came before: the mean
  /// of |predicted − actual| ÷ |actual|. Nil where there is too little history to say.
  package var errors: [Double?]

  package init(method: String, confidence: Double, low: Column, high: Column, errors: [Double?]) {
    self.method = method
    self.confidence = confidence
    self.low = low
    self.high = high
    self.errors = errors
  }

  /// The intervals of some cells; −1 means none.
  package func gathered(_ rows: [Int32]) -> ChartForecast {
    var result = self
    result.low = low.gathered(rows)
    result.high = high.gathered(rows)
    return result
  }
}
