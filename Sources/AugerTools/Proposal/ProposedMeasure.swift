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
  /// True if no value is negative, so that shares of the total are meaningful.
  var isPositive: Bool

  /// Returns measures in the order of `SuggestedMeasures`. A price times a quantity precedes sums that are not money.
  static func proposed(for table: SurveyedTable, hasTime: Bool) -> [ProposedMeasure] {
    let ranked = table.measures(hasTime: hasTime).ranked.compactMap { measure -> Self? in
      guard let name = measure.column else { return .rows }
      guard let column = table.columns.first(where: { $0.name == name }),
        column.nulls * 2 <= table.surveyedRows, ProposedStar.canBeNamed(name)
      else { return nil }
      return Self(column, measure.aggregate == .sum ? .sum : .average, title: table.unprefixed(name))
    }
    let isOfMoney = ranked.first.map { $0.kind == .sum && $0.isOfMoney } ?? false
    if !isOfMoney, let product = product(table.columns) { return [product] + ranked }
    return ranked
  }

  private static let rows = Self(
    kind: .count, factors: [], name: "Rows", title: "Number of rows", format: "Rounded0", isPositive: true)

  private var isOfMoney: Bool { factors.count == 1 && SuggestedMeasures.isOfMoney(factors[0].column) }

  /// Returns a price times a quantity, less a discount from 0 to 1 if such a column exists.
  private static func product(_ columns: [SurveyedTable.Column]) -> ProposedMeasure? {
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
      kind: .sum, factors: factors, name: "Amount", title: "Amount", format: "Rounded2",
      isPositive: (price.minimum.doubleValue ?? -1) >= 0 && (quantity.minimum.doubleValue ?? -1) >= 0)
  }

  private init(_ column: SurveyedTable.Column, _ kind: Kind, title: String) {
    self.init(
      kind: kind, factors: [(column.name, false)], name: column.name,
      title: kind == .average ? Wording.average(title) : Wording.title(title),
      format: Self.format(of: column, kind),
      isPositive: (column.minimum.doubleValue ?? -1) >= 0)
  }

  /// Returns a format with suitable decimals: none for large numbers, more for small ones.
  private static func format(of column: SurveyedTable.Column, _ kind: Kind) -> String {
    let isWhole = if case .int64 = column.type { true } else { false }
    let largest = max(abs(column.maximum.doubleValue ?? 0), abs(column.minimum.doubleValue ?? 0))
    if kind == .sum { return isWhole || largest >= 1000 ? "Rounded0" : largest >= 0.1 ? "Rounded2" : "Rounded4" }
    return switch largest {
    case 10_000...: "Rounded0"
    case 100...: "Rounded1"
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

  /// Returns the measure in a language with the given notation of columns.
  func text(_ column: (String) -> String, count: String) -> String {
    let product = factors.map { $0.isComplement ? "(1 - \(column($0.column)))" : column($0.column) }
      .joined(separator: " * ")
    return switch kind {
    case .sum: "sum(\(product))"
    case .average: "avg(\(product))"
    case .count: count
    }
  }
}

extension String {
  /// The string as it appears within a sentence. Acronyms do not change.
  var lowercasedFirst: String {
    let second = dropFirst().unicodeScalars.first
    return second?.properties.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}
