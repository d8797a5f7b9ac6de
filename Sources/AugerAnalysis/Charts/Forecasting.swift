import Foundation

/// A forecast for numbers at equal distances: linear trend, seasonal naive, or Holt-Winters smoothing of level, trend
/// and season.
///
/// Intervals contain a future value with probability `confidence` if errors are normal and independent.
package struct Forecasting: Sendable {
  package enum Method: String, Sendable, Hashable, CaseIterable {
    case linear
    case seasonalNaive = "seasonal-naive"
    case holtWinters = "holt-winters"
  }

  package struct Result: Sendable, Hashable {
    package var values: [Double]
    package var low: [Double]
    package var high: [Double]
  }

  package static let confidence = 0.95
  /// The two-sided normal quantile of `confidence`.
  static let normal = 1.959963984540054

  package let method: Method
  /// The number of steps in a season; 1 means no season.
  package let season: Int

  package init(_ method: Method, season: Int) {
    self.method = method
    self.season = max(1, season)
  }

  /// The minimum history that the method requires.
  package var leastCount: Int {
    switch method {
    case .linear: 3
    case .seasonalNaive: season + 1
    case .holtWinters: season > 1 ? 2 * season + 1 : 4
    }
  }

  /// Returns the next `count` values after a history; nil if the history is too short.
  package func forecast(_ history: [Double], count: Int) -> Result? {
    guard history.count >= leastCount, count > 0, history.allSatisfy(\.isFinite) else { return nil }
    switch method {
    case .linear: return linear(history, count)
    case .seasonalNaive: return naive(history, count)
    case .holtWinters: return smoothed(history, count)
    }
  }

  /// Returns the mean error of the method when it predicts the last values of a history from earlier ones: the mean of
  /// |predicted − actual| ÷ |actual|. Nil if the history is too short or all actual values are zero.
  package func error(_ history: [Double], count: Int) -> Double? {
    let held = min(count, history.count / 4)
    guard held > 0, let result = forecast(Array(history.dropLast(held)), count: held) else { return nil }
    let shares = zip(result.values, history.suffix(held)).compactMap { $1 == 0 ? nil : (($0 - $1) / $1).magnitude }
    return shares.isEmpty ? nil : shares.reduce(0, +) / Double(shares.count)
  }

  // MARK: Methods

  /// The least-squares line, with the prediction interval of a new observation.
  private func linear(_ y: [Double], _ count: Int) -> Result {
    let n = Double(y.count)
    let middle = (n - 1) / 2
    let mean = y.reduce(0, +) / n
    var (square, product) = (0.0, 0.0)
    for (index, value) in y.enumerated() {
      square += (Double(index) - middle) * (Double(index) - middle)
      product += (Double(index) - middle) * (value - mean)
    }
    let slope = product / square
    func line(_ index: Double) -> Double { mean + slope * (index - middle) }
    let rest = y.enumerated().reduce(0) {
      $0 + ($1.element - line(Double($1.offset))) * ($1.element - line(Double($1.offset)))
    }
    let deviation = (rest / (n - 2)).squareRoot()
    let quantile = StudentT.quantile(0.5 + Self.confidence / 2, degrees: n - 2)
    return result(count) { step in
      let index = n - 1 + Double(step)
      let spread = (1 + 1 / n + (index - middle) * (index - middle) / square).squareRoot()
      return (line(index), quantile * deviation * spread)
    }
  }

  /// Repeats the value of the previous season. The variance grows with each additional season.
  private func naive(_ y: [Double], _ count: Int) -> Result {
    let errors = (season..<y.count).map { y[$0] - y[$0 - season] }
    let deviation = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    return result(count) { step in
      let seasons = (step - 1) / season + 1
      return (y[y.count - season + (step - 1) % season], Self.normal * deviation * Double(seasons).squareRoot())
    }
  }

  private func result(_ count: Int, _ value: (Int) -> (value: Double, spread: Double)) -> Result {
    let steps = (1...count).map(value)
    return Result(
      values: steps.map(\.value), low: steps.map { $0.value - $0.spread }, high: steps.map { $0.value + $0.spread })
  }

  // MARK: Holt and Winters

  /// Smoothing weights of level, trend and season.
  package struct Weights: Hashable {
    package var level: Double
    package var trend: Double
    package var season: Double

    package init(level: Double, trend: Double, season: Double) {
      self.level = level
      self.trend = trend
      self.season = season
    }
  }

  private struct State {
    var level: Double
    var trend: Double
    var seasons: [Double]
    var squares = 0.0
  }

  private func smoothed(_ y: [Double], _ count: Int) -> Result {
    let weights = best(y)
    let state = smooth(y, weights)
    let deviation = (state.squares / Double(y.count)).squareRoot()
    // The part of each later error that persists: level, trend and season.
    var lasting = 0.0
    return result(count) { step in
      if step > 1 {
        let j = Double(step - 1)
        var part = weights.level + weights.level * weights.trend * j
        if season > 1, (step - 1) % season == 0 { part += weights.season * (1 - weights.level) }
        lasting += part * part
      }
      return (
        state.level + Double(step) * state.trend + (season > 1 ? state.seasons[(step - 1) % season] : 0),
        Self.normal * deviation * (1 + lasting).squareRoot()
      )
    }
  }

  /// Returns the values that follow with the given weights.
  package func values(_ y: [Double], _ weights: Weights, count: Int) -> [Double] {
    let state = smooth(y, weights)
    return (1...count).map { step in
      state.level + Double(step) * state.trend + (season > 1 ? state.seasons[(step - 1) % season] : 0)
    }
  }

  /// Returns the sum of squared one-step errors.
  package func squares(_ y: [Double], _ weights: Weights) -> Double { smooth(y, weights).squares }

  /// Returns level, trend and seasons after a history. The seasons start with that of the next step.
  private func smooth(_ y: [Double], _ weights: Weights) -> State {
    var state = start(y)
    var seasons = state.seasons
    for (index, value) in y.enumerated() {
      let place = index % max(1, season)
      let own = season > 1 ? seasons[place] : 0
      let error = value - (state.level + state.trend + own)
      state.squares += error * error
      let level = weights.level * (value - own) + (1 - weights.level) * (state.level + state.trend)
      let trend = weights.trend * (level - state.level) + (1 - weights.trend) * state.trend
      if season > 1 {
        seasons[place] = weights.season * (value - state.level - state.trend) + (1 - weights.season) * own
      }
      (state.level, state.trend) = (level, trend)
    }
    state.seasons = season > 1 ? (0..<season).map { seasons[(y.count + $0) % season] } : []
    return state
  }

  /// Initializes from the first two seasons, or from the first two values, like `legacy-heuristic` of statsmodels.
  private func start(_ y: [Double]) -> State {
    guard season > 1 else { return State(level: y[0], trend: y[1] - y[0], seasons: []) }
    let first = y[0..<season].reduce(0, +) / Double(season)
    let trend = (0..<season).reduce(0) { $0 + (y[season + $1] - y[$1]) / Double(season) } / Double(season)
    return State(level: first, trend: trend, seasons: (0..<season).map { y[$0] - first })
  }

  /// Returns the weights with the smallest one-step errors: a grid search, refined with decreasing steps around the
  /// best point.
  package func best(_ y: [Double]) -> Weights {
    let grid = [0.05, 0.2, 0.4, 0.6, 0.8, 0.95]
    var best = Weights(level: 0.4, trend: 0.05, season: season > 1 ? 0.2 : 0)
    var least = squares(y, best)
    // Limit the rounds: in a curved valley the search is slow and gains little.
    var rounds = 20_000
    func offer(_ weights: Weights) -> Bool {
      rounds -= 1
      guard [weights.level, weights.trend, weights.season].allSatisfy({ (0...1).contains($0) }) else { return false }
      let found = squares(y, weights)
      guard found < least else { return false }
      (best, least) = (weights, found)
      return true
    }
    for level in grid {
      for trend in grid {
        for own in season > 1 ? grid : [0] { _ = offer(Weights(level: level, trend: trend, season: own)) }
      }
    }
    var step = 0.1
    while step > 1e-8, rounds > 0 {
      var hasMoved = false
      for (level, trend, own) in [(1.0, 0.0, 0.0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)] {
        let next = Weights(
          level: best.level + step * level, trend: best.trend + step * trend,
          season: season > 1 ? best.season + step * own : 0)
        if offer(next) { hasMoved = true }
      }
      if !hasMoved { step /= 2 }
    }
    return best
  }
}

/// Student's t distribution.
enum StudentT {
  /// Returns the number that a value is below with probability `chance`.
  static func quantile(_ chance: Double, degrees: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while cumulative(high, degrees: degrees) < chance, high < 1e9 { high *= 2 }
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if middle == low || middle == high { break }
      if cumulative(middle, degrees: degrees) < chance { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Returns the probability of a value below `t`, which is not negative.
  static func cumulative(_ t: Double, degrees: Double) -> Double {
    let x = degrees / (degrees + t * t)
    return 1 - 0.5 * incompleteBeta(degrees / 2, 0.5, x)
  }

  /// The regularized incomplete beta function, as a continued fraction.
  private static func incompleteBeta(_ a: Double, _ b: Double, _ x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    // The fraction converges fast only on one side of the mean.
    if x > (a + 1) / (a + b + 2) { return 1 - incompleteBeta(b, a, 1 - x) }
    let gamma: Double = lgamma(a + b) - lgamma(a) - lgamma(b)
    let front: Double = exp(gamma + a * log(x) + b * log(1 - x)) / a
    var (c, d, result) = (1.0, 1 - (a + b) * x / (a + 1), 1.0)
    d = 1 / (d.magnitude < 1e-300 ? 1e-300 : d)
    result = d
    for index in 1..<500 {
      let m = Double(index)
      let even: Double = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      let odd: Double = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      for term in [even, odd] {
        d = 1 + term * d
        d = 1 / (d.magnitude < 1e-300 ? 1e-300 : d)
        c = 1 + term / c
        if c.magnitude < 1e-300 { c = 1e-300 }
        result *= d * c
      }
      if (d * c - 1).magnitude < 1e-16 { break }
    }
    return front * result
  }
}
