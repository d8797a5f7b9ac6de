import Auger
import AugerAnalysis
import AugerColumns

/// What a star's charts show of each category.
struct ProposedMeasure {
  enum Kind { case sum, average, count }

  var kind: Kind
  /// Factors; of a complement, what it lacks of 1 counts.
  var factors: [(column: String, isComplement: Bool)]
  var name: String
  var title: String
  var format: String
  /// No part of it is negative, so that shares of the whole mean something.
  var isPositive: Bool

  /// The best first: something with money in its name, a price times a quantity, another sum, an average; the number of
  /// rows at the end.
  static func proposed(for table: SurveyedTable) -> [ProposedMeasure] {
    let columns = table.columns.filter {
      $0.isMeasure && $0.nulls * 2 <= table.surveyedRows && ProposedStar.canBeNamed($0.name)
    }
    let sums = columns.filter { !$0.isAveraged }.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }.map(\.element)
    var measures: [ProposedMeasure] = []
    let isOfMoney = sums.first.map { rank($0) < amounts.count } ?? false
    if !isOfMoney, let product = product(table.columns) { measures.append(product) }
    measures += sums.map { Self($0, .sum) }
    measures += columns.filter(\.isAveraged).map { Self($0, .average) }
    measures.append(
      Self(kind: .count, factors: [], name: "Rows", title: "Rows", format: "Rounded0", isPositive: true))
    return measures
  }

  private static let amounts = [
    "amount", "revenue", "sales", "gross", "total", "turnover", "profit", "value", "volume", "cost", "budget",
  ]

  private static func rank(_ column: SurveyedTable.Column) -> Int {
    amounts.firstIndex { column.name.lowercased().contains($0) } ?? amounts.count
  }

  /// A price times a quantity, less a discount where there is one of 0 to 1.
  private static func product(_ columns: [SurveyedTable.Column]) -> ProposedMeasure? {
    // A quantity that is always one is a quantity.
    let numbers = columns.filter { $0.type.isNumeric && !$0.isKey && ProposedStar.canBeNamed($0.name) }
    guard let price = numbers.first(where: { $0.name.lowercased().contains("price") && $0.isMeasure }),
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

  private init(_ column: SurveyedTable.Column, _ kind: Kind) {
    let isWhole = if case .int64 = column.type { true } else { false }
    let isLarge = max(abs(column.maximum.doubleValue ?? 0), abs(column.minimum.doubleValue ?? 0)) >= 1000
    self.init(
      kind: kind, factors: [(column.name, false)], name: column.name,
      title: kind == .average ? "Average " + Wording.title(column.name).lowercasedFirst : Wording.title(column.name),
      format: kind == .sum && (isWhole || isLarge) ? "Rounded0" : "Rounded2",
      isPositive: (column.minimum.doubleValue ?? -1) >= 0)
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

  /// The measure in a language that writes columns so.
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
  /// `Unit price` as it stands inside a text; words in capitals stay.
  var lowercasedFirst: String {
    let second = dropFirst().unicodeScalars.first
    return second?.properties.isUppercase == true ? self : prefix(1).lowercased() + dropFirst()
  }
}
