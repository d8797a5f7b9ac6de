import Auger
import AugerAnalysis
import AugerColumns

/// A measure of the charts of a star schema.
struct ProposedMeasure {
  enum Kind { case sum, average, count }

  var kind: Kind
  /// The factors of the product. A complement is 1 minus the column.
  var factors: [(column: String, isComplement: Bool)]
  var name: String
  var title: String
  var format: String
  /// The format in tables, which omits the decimals of whole amounts of money.
  var tableFormat: String { isWhole && format == "Currency" && currency == nil ? "pattern:¤#,##0" : format }
  private var isWhole = false
  /// The currency that the name of the column contains.
  var currency: String?
  /// True if no value is negative, so that shares of the total are meaningful.
  var isPositive: Bool
  /// The aggregate function if it is not the one of the kind.
  private var function: String?

  /// Returns measures in the order of `SuggestedMeasures`. A price times a quantity precedes sums that are not money.
  static func proposed(for table: SurveyedTable, hasTime: Bool) -> [ProposedMeasure] {
    let ranked = table.measures(hasTime: hasTime).ranked.compactMap { measure -> Self? in
      guard let name = measure.column else { return rows(of: table) }
      guard let column = table.columns.first(where: { $0.name == name }),
        column.nulls * 2 <= table.surveyedRows, ProposedStar.canBeNamed(name)
      else { return nil }
      return Self(
        column, measure.aggregate == .sum ? .sum : .average, title: table.unprefixed(name), subject: table.subject)
    }
    let isOfMoney = ranked.first.map { $0.kind == .sum && $0.isOfMoney } ?? false
    if !isOfMoney, let product = product(table) { return [product] + ranked }
    return ranked
  }

  /// The number of rows. The table of a database is named after its rows, and a file may be, in the plural.
  static func rows(of table: SurveyedTable) -> Self {
    Self(
      kind: .count, factors: [], name: "Rows", title: "Number of \(table.rowNoun)", format: "Rounded0",
      isPositive: true)
  }

  private var isOfMoney: Bool { factors.count == 1 && SuggestedMeasures.isOfMoney(factors[0].column) }

  /// Returns a price times a quantity, less a discount from 0 to 1 if such a column exists.
  private static func product(_ table: SurveyedTable) -> ProposedMeasure? {
    let columns = table.columns
    // Accept a quantity that is always one.
    let numbers = columns.filter {
      $0.type.isNumeric && ![.key, .level].contains($0.meaning) && ProposedStar.canBeNamed($0.name)
    }
    guard let price = numbers.first(where: { $0.meaning == .averaged && Wording.isNamed($0.name, ["price"]) }),
      let quantity = numbers.first(where: { Wording.isNamed($0.name, ["quantity", "qty", "units", "pieces"]) })
    else { return nil }
    var factors = [(price.name, false), (quantity.name, false)]
    if let discount = numbers.first(where: { Wording.isNamed($0.name, ["discount"]) }),
      let low = discount.minimum.doubleValue, let high = discount.maximum.doubleValue, low >= 0, high <= 1
    {
      factors.append((discount.name, true))
    }
    return Self(
      kind: .sum, factors: factors, name: "Amount", title: titled("Amount", table.subject), format: "Currency",
      isPositive: (price.minimum.doubleValue ?? -1) >= 0 && (quantity.minimum.doubleValue ?? -1) >= 0)
  }

  /// Returns `Payment amount` for the column `amount` of the table `payment`.
  private static func titled(_ title: String, _ subject: String?) -> String {
    guard let subject, ["amount", "total", "value"].contains(title.lowercased()) else { return title }
    return "\(subject) \(title.lowercased())"
  }

  private init(_ column: SurveyedTable.Column, _ kind: Kind, title: String, subject: String?) {
    let title = Self.titled(ProposedTitle.column(title), subject)
    self.init(
      kind: kind, factors: [(column.name, false)], name: column.name,
      title: kind == .average ? ProposedTitle.average(title) : title, format: Self.format(of: column, kind),
      isPositive: (column.minimum.doubleValue ?? -1) >= 0)
    if kind == .sum, case .int64 = column.type { isWhole = true }
    currency = Wording.words(column.name).map { $0.uppercased() }.first(where: Self.currencies.contains)
  }

  private static let currencies: Set<String> = ["USD", "EUR", "GBP", "CHF", "JPY", "CAD", "AUD"]
  private static let money = [
    "amount", "revenue", "sales", "gross", "profit", "turnover", "cost", "costs", "budget", "spend", "spending",
    "expense", "expenses", "expenditure", "payment", "payments", "payout", "paid", "fee", "fees", "tip", "tips",
    "donation", "donations", "earnings", "proceeds", "freight", "funding", "price", "salary", "wage", "wages", "income",
    "fare", "usd", "eur", "gbp", "chf", "dollars", "euros",
  ]
  private static let counted = ["units", "quantity", "qty", "number", "count", "volume", "orders", "index"]
  private static let shares = [
    "rate", "ratio", "share", "percent", "percentage", "pct", "discount", "margin", "fraction", "probability",
  ]

  /// Returns the number format: a currency for money, percent for shares, otherwise suitable decimals.
  private static func format(of column: SurveyedTable.Column, _ kind: Kind) -> String {
    let isWhole = if case .int64 = column.type { true } else { false }
    let (low, high) = (column.minimum.doubleValue ?? 0, column.maximum.doubleValue ?? 0)
    let largest = max(abs(high), abs(low))
    if kind == .average, !isWhole, Wording.isNamed(column.name, shares) || column.name.contains("%") {
      if largest <= 1 { return "pattern:0.0%" }
      if low >= 0, largest <= 100, column.name.contains("%") || Wording.isNamed(column.name, ["percent", "pct"]) {
        return "pattern:0.0'%'"
      }
    }
    if Wording.isNamed(column.name, money), !Wording.isNamed(column.name, counted), !isWhole || largest >= 100 {
      return "Currency"
    }
    if kind == .sum { return isWhole || largest >= 1000 ? "Rounded0" : largest >= 0.1 ? "Rounded2" : "Rounded4" }
    return switch largest {
    case 10_000...: "Rounded0"
    case 10...: "Rounded1"
    case 1...: "Rounded2"
    case 0.1...: "Rounded3"
    default: "Rounded4"
    }
  }

  private init(
    kind: Kind, factors: [(column: String, isComplement: Bool)], name: String, title: String, format: String,
    isPositive: Bool
  ) {
    self.kind = kind
    self.factors = factors
    self.name = name
    self.title = title
    self.format = format
    self.isPositive = isPositive
  }

  /// The extremes of an average, for tables.
  var extremes: [ProposedMeasure] {
    guard kind == .average, let column = factors.first?.column else { return [] }
    return [("Minimum", "min"), ("Maximum", "max")].map { title, function in
      var measure = self
      measure.function = function
      measure.title = title
      measure.name = "\(title) \(column)"
      return measure
    }
  }

  /// The sum over all items, for a level at one point in time.
  var summed: ProposedMeasure {
    var measure = self
    measure.kind = .sum
    if measure.title.hasPrefix("Average ") {
      let rest = measure.title.dropFirst("Average ".count)
      measure.title = rest.prefix(1).uppercased() + rest.dropFirst()
    }
    return measure
  }

  /// Returns the measure as an expression.
  func text(_ column: (String) -> String, count: String) -> String {
    let product = factors.map { $0.isComplement ? "(1 - \(column($0.column)))" : column($0.column) }
      .joined(separator: " * ")
    if let function { return "\(function)(\(product))" }
    return switch kind {
    case .sum: "sum(\(product))"
    case .average: "avg(\(product))"
    case .count: count
    }
  }
}
