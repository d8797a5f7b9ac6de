import AugerColumns

/// How the predicted values of a chart were computed, and how far they may be off.
public struct ChartForecast: Sendable {
  /// `linear`, `seasonal-naive` or `holt-winters`.
  public var method: String
  /// The chance that a value lies within its interval, 0...1.
  public var confidence: Double
  /// The ends of the intervals, series × category as the cells are; null where nothing is predicted.
  public var low: Column
  public var high: Column
  /// For each series how far the method is off where it predicts the end of the history from what came before: the mean
  /// of |predicted − actual| ÷ |actual|. Nil where there is too little history to say.
  public var errors: [Double?]

  public init(method: String, confidence: Double, low: Column, high: Column, errors: [Double?]) {
    self.method = method
    self.confidence = confidence
    self.low = low
    self.high = high
    self.errors = errors
  }
}
