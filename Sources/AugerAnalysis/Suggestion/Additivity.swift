import AugerColumns
import AugerEngine

/// The rule that decides how the values of a column are aggregated, based on its name and unit.
///
/// A first chart must not sum values that do not add up, so that columns with unknown names are never summed.
enum Additivity: Hashable, Sendable {
  /// Adds up over rows and over time.
  case amount
  /// Adds up over items, but not over time.
  case level
  /// Does not add up, but has a meaningful average.
  case averaged
}

extension Additivity {
  private typealias Words = ColumnMeaning.Words

  /// Names of ratios and statistics, which take precedence over all others: `sales_per_head`, `average cost`.
  private static let quotients: Words = [
    "per", "percap", "percapita", "capita", "rate", "rating", "ratings", "ratio", "percent", "percentage", "pct", "avg",
    "average", "mean", "median", "share", "score", "index", "max", "min", "maximum", "minimum", "std", "stddev",
    "variance", "probability", "prob", "growth", "density", "expectancy", "birthrate", "deathrate", "taxrate",
    "interestrate", "unitprice", "unitcost", "acquisition", "mpg", "fraction", "percentile", "quantile",
  ]
  /// Values at a point in time, and running totals.
  private static let levels: Words = [
    "population", "pop", "people", "inhabitants", "residents", "households", "employment", "employed", "unemployed",
    "employees", "headcount", "staff", "workforce", "jobs", "members", "subscribers", "followers", "users", "students",
    "balance", "balances", "acctbal", "stock", "inventory", "seats", "beds", "capacity", "assets", "liabilities",
    "equity", "debt", "deposits", "holdings", "outstanding", "backlog", "gdp", "gnp", "gni", "capital", "reserves",
    "cumulative", "cum", "running", "ytd", "unitsinstock", "onhand", "onorder", "circulation", "area", "acres",
    "hectares",
  ]
  /// Money and other amounts, the most meaningful first.
  private static let amounts = [
    "amount", "revenue", "sales", "gross", "total", "extended", "turnover", "profit", "volume", "cost", "costs",
    "budget", "spend", "spending", "expense", "expenses", "expenditure", "payment", "payments", "payout", "paid",
    "fee", "fees", "tip", "tips", "donation", "donations", "earnings", "proceeds", "net", "freight", "funding", "bill",
  ]
  private static let currencies: Words = [
    "usd", "eur", "gbp", "chf", "jpy", "cad", "aud", "dollar", "dollars", "euro", "euros", "pounds",
  ]
  /// Counted events and quantities.
  private static let counts: Words = [
    "count", "counts", "quantity", "qty", "units", "pieces", "passengers", "visitors", "visits", "votes", "orders",
    "wins", "goals", "deaths", "births", "cases", "injuries", "fatalities", "accidents", "incidents", "crimes",
    "arrests", "tickets", "clicks", "views", "impressions", "sessions", "downloads", "installs", "calls", "messages",
    "attendance", "precipitation", "rain", "rainfall", "snowfall", "production", "generation", "consumption",
    "emissions", "exports", "imports", "shipments", "trips", "rides", "riders", "transactions", "purchases",
    "kwh", "mwh", "gwh", "twh", "frequency", "freq", "sold", "reviews", "strikes", "marriages", "divorces", "prisoners",
    "executions",
  ]
  private static let averages: Words = [
    "price", "temp", "temps", "temperature", "dew", "age", "height", "weight", "width", "length", "depth", "thickness",
    "radius", "diameter", "perimeter", "discount", "tax", "level", "time", "duration", "milliseconds", "seconds",
    "minutes", "latency", "delay", "speed", "velocity", "wind", "gust", "pressure", "humidity", "visibility", "cloud",
    "bmi", "income", "salary", "wage", "wages", "health", "life", "lifetime", "potential", "overall", "yield", "margin",
    "altitude", "elevation", "distance", "mileage", "horsepower", "displacement", "acceleration", "gallon", "voltage",
    "intensity", "magnitude", "concentration", "ph", "alcohol", "cholesterol", "glucose", "pulse", "angle", "meter",
    "stars", "quality", "efficiency", "unemployment", "inflation", "interest", "cpi", "open", "high", "low", "close",
    "adj", "bid", "ask", "odds", "fare", "satisfaction", "confidence", "grade", "gpa", "iq", "points", "bedrooms",
    "bathrooms", "rooms", "smoothness", "compactness", "symmetry", "hue", "ash", "proline", "magnesium",
  ]
  private static let units: Words = [
    "mm", "cm", "km", "kg", "lb", "lbs", "ms", "sec", "secs", "mph", "kph", "kmh", "kmph", "celsius", "fahrenheit",
    "hpa", "dbm", "ppm", "ppb", "hz", "mhz", "ghz", "bpm", "mmhg",
  ]

  /// Returns nil if neither the name nor its unit identifies the rule.
  ///
  /// - Parameter words: The words of the name in lower case.
  init?(name: String, _ words: [String]) {
    // `cost per unit` and `miles per gallon` are ratios, regardless of the numerator.
    let isUnitPrice = zip(words, words.dropFirst()).contains { pair in
      ["unit", "list", "retail"].contains(pair.0) && ["price", "cost", "value"].contains(pair.1)
    }
    if name.contains("%") || isUnitPrice || ColumnMeaning.isNamed(words, Self.quotients) {
      self = .averaged
      return
    }
    if ColumnMeaning.isNamedLike(words, Self.levels) {
      self = .level
      return
    }
    let isMoney = name.contains { "$€£¥".contains($0) } || words.contains(where: Self.currencies.contains)
    // The last word is the noun that the others describe: `tax_amount`, but `sales tax`.
    let isAmountOfAverages = words.last.map { Self.amounts.prefix(12).contains($0) || $0 == "count" } ?? false
    let isAveraged = ColumnMeaning.isNamedLike(words, Self.averages) || ColumnMeaning.isNamed(words, Self.units)
    if isAveraged, !isAmountOfAverages, !Self.isTotalled(words) {
      self = .averaged
    } else if Self.rank(words) != nil || isMoney || ColumnMeaning.isNamedLike(words, Self.counts)
      || Self.isNumberOf(words)
    {
      self = .amount
    } else {
      return nil
    }
  }

  /// Returns true for a price that is already multiplied by a quantity: `totalprice`, `extended price`.
  private static func isTotalled(_ words: [String]) -> Bool {
    words.contains { word in ["total", "extended", "sum"].contains { word.hasPrefix($0) } }
  }

  /// Returns true for counts as opposed to numbering: `number of reviews`, `num_comments`.
  static func isNumberOf(_ words: [String]) -> Bool {
    let numbers: Words = ["number", "num", "nr", "no"]
    return zip(words, words.dropFirst()).contains { numbers.contains($0) && $1 == "of" }
      || words.count > 1 && words[0] == "num"
  }

  private static func rank(_ words: [String]) -> Int? {
    amounts.firstIndex { amount in
      words.contains { word in
        word == amount || word.utf8.count > 6 && amount.utf8.count > 3 && word.hasSuffix(amount)
          || word.utf8.count > 6 && ["total", "extended", "gross", "sum"].contains(amount) && word.hasPrefix(amount)
      }
    }
  }

  /// Returns the rank of the sum of a column as the first measure; the lowest is best. Nil if the name means neither
  /// money nor a total.
  static func amountRank(_ name: String) -> Int? {
    let words = ColumnMeaning.words(name)
    return rank(words) ?? (words.contains(where: currencies.contains) ? amounts.count : nil)
  }

  /// Returns true if the name means a count of items or events: `quantity`, `population`.
  static func isCounted(_ name: String) -> Bool {
    let words = ColumnMeaning.words(name)
    return ColumnMeaning.isNamedLike(words, counts) || ColumnMeaning.isNamedLike(words, levels) || isNumberOf(words)
  }

  /// Returns false if the average of the column is rarely of interest, such as the average of ages.
  static func isTellingAverage(_ name: String) -> Bool { !ColumnMeaning.isNamed(ColumnMeaning.words(name), ["age"]) }
}
