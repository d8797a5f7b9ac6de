import AugerColumns
import AugerDiagnostics

extension Exploration: CustomStringConvertible {
  /// The query string of the state, without a question mark: `Sales.drill=Region:Europe/Country:France&$hike=5`.
  ///
  /// Equal states have equal query strings. `/` separates drill levels, `;` separates the columns of one level, `,`
  /// separates values. All other characters except letters and digits are percent-encoded.
  package var description: String {
    var parameters: [(key: String, value: String)] = []
    for name in items.names { for part in StatePart.ofItems { parameters += part.write(self, name) } }
    for name in filters.names { parameters += StatePart.filter.write(self, name) }
    for name in variables.names { parameters += StatePart.variable.write(self, name) }
    return parameters.map { "\($0.key)=\($0.value)" }.joined(separator: "&")
  }

  /// Parses a query string, with or without a leading `?`. Percent-encoded separators, which many clients send, are
  /// accepted if the parameter is invalid without decoding.
  ///
  /// Throws a diagnostic with the position of each invalid parameter: `explorationUnknown` for keys,
  /// `explorationSyntax` for values, `explorationDuplicate`.
  package init(_ text: String) throws(DiagnosticError) {
    let text = EncodedSeparators.decoded(text)
    var reader = ExplorationReader(SourceText(name: "exploration", text: text))
    self = try reader.read()
  }
}

extension Exploration: Codable {
  /// Encodes the query string as one string.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  package init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }
}

extension Scalar {
  var address: String { AddressText.value(ScalarLiteral.text(self)) }
}

extension [Scalar] {
  var address: String { map(\.listed).joined(separator: ",") }
}

extension Scalar {
  /// A value of a list. A string with a comma is quoted, because clients may encode the commas between values.
  fileprivate var listed: String {
    if case .string(let text) = self, text.utf8.contains(UInt8(ascii: ",")) { return AddressText.quoted(text) }
    return address
  }
}

extension [[Pick]] {
  var address: String {
    map { picks in picks.map { "\(AddressText.name($0.column)):\($0.values.address)" }.joined(separator: ";") }
      .joined(separator: "/")
  }
}

extension FilterState {
  var address: String {
    switch self {
    case .picks(let values): values.address
    case .range(let lower, let upper): lower.address + ".." + upper.address
    }
  }
}

extension VisibleRange {
  var address: String {
    let axes = vertical == .unit ? [horizontal] : [horizontal, vertical]
    return axes.map { "\(NumberText.shortest($0.lower))..\(NumberText.shortest($0.upper))" }.joined(separator: ";")
  }
}

extension WhatIfChange {
  /// The column and the category: `Amount[Europe]`.
  var target: String { AddressText.changedColumn(column) + (category.map { "[\($0.address)]" } ?? "") }
}

extension WhatIfChange.Amount {
  var address: String {
    switch self {
    case .value(let value): value.address
    case .percent(let value): value.address + "%25"
    }
  }
}

extension Selection {
  package var address: String {
    func part<Value>(_ key: String, _ values: [Value], _ text: (Value) -> String) -> String? {
      values.isEmpty ? nil : "\(key):" + values.map(text).joined(separator: ",")
    }
    return [
      part("categories", categories, \.listed),
      part("paths", paths) { $0.map(\.address).joined(separator: "/") },
      part("series", series, \.listed),
      part("items", items) { "\($0.category.address)~\($0.series.address)" },
      part("rectangles", rectangles) { ($0.categories?.address ?? "") + "~" + ($0.values?.address ?? "") },
    ].compactMap(\.self).joined(separator: ";")
  }
}

extension Selection.Span {
  fileprivate var address: String { lower.address + ".." + upper.address }
}

extension SortState {
  var address: String {
    let name = key.word + (key.series.map { ":" + $0.address } ?? "")
    return (isDescending ? "-" : "") + name + (top.map { ";top:\($0)" } ?? "")
  }
}

extension SortState.Key {
  /// The word in messages that resets the sort order of a user.
  package static let unsorted = "default"
  package static let words = ["category", "value", "series"]

  package var word: String {
    switch self {
    case .category: "category"
    case .value, .seriesValue: "value"
    case .series: "series"
    }
  }

  /// The series by whose values the categories are sorted.
  package var series: Scalar? { if case .seriesValue(let series) = self { series } else { nil } }

  /// Returns nil if `word` is not a key, or if the key does not accept a series.
  package init?(word: String, series: Scalar? = nil) {
    switch (word, series) {
    case ("category", nil): self = .category
    case ("value", nil): self = .value
    case ("value", let series?): self = .seriesValue(series)
    case ("series", nil): self = .series
    default: return nil
    }
  }
}

extension Diagnostic.Code {
  package static let explorationSyntax = Self("explorationSyntax")
  package static let explorationUnknown = Self("explorationUnknown")
  package static let explorationDuplicate = Self("explorationDuplicate")
}
