import AugerColumns
import AugerDiagnostics

extension Exploration: CustomStringConvertible {
  /// The address form, without a question mark: `Sales.drill=Region:Europe/Country:France&$hike=5`.
  ///
  /// Equal explorations have equal texts. `/` stands between drill levels, `;` between the columns of one level, `,`
  /// between several values; everything else that is not a letter or digit is percent-encoded.
  public var description: String {
    var parts: [String] = []
    for item in items.entries { parts += item.value.parameters(AddressText.item(item.name)) }
    for filter in filters.entries { parts.append("filter.\(AddressText.name(filter.name))=\(filter.value.address)") }
    for variable in variables.entries { parts.append("$\(AddressText.name(variable.name))=\(address(variable.value))") }
    return parts.joined(separator: "&")
  }

  /// Reads the address form, with or without a leading `?`. Percent-encoded separators, which many clients send, are
  /// accepted if the parameter has no meaning without them.
  ///
  /// Throws a diagnostic for each parameter that cannot be read, at its place: `explorationUnknown` for keys,
  /// `explorationSyntax` for values, `explorationDuplicate`.
  public init(_ text: String) throws(DiagnosticError) {
    let text = EncodedSeparators.decoded(text)
    var reader = ExplorationReader(SourceText(name: "exploration", text: text))
    self = try reader.read()
  }
}

extension Exploration: Codable {
  /// The address form as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }
}

private func address(_ value: Scalar) -> String { AddressText.value(ScalarLiteral.text(value)) }

private func address(_ values: [Scalar]) -> String { values.map(listed).joined(separator: ",") }

/// A value of a list. A text with a comma is quoted, because clients may encode the commas between values.
private func listed(_ value: Scalar) -> String {
  if case .string(let text) = value, text.utf8.contains(UInt8(ascii: ",")) { return AddressText.quoted(text) }
  return address(value)
}

extension FilterState {
  fileprivate var address: String {
    switch self {
    case .picks(let values): AugerAnalysis.address(values)
    case .range(let lower, let upper): AugerAnalysis.address(lower) + ".." + AugerAnalysis.address(upper)
    }
  }
}

extension ItemState {
  /// `key=value` for each part that differs from the start.
  fileprivate func parameters(_ name: String) -> [String] {
    var parts: [String] = []
    func add(_ key: String, _ value: String) { parts.append("\(name).\(key)=\(value)") }
    if !drill.isEmpty {
      let levels = drill.map { picks in
        picks.map { "\(AddressText.name($0.column)):\(address($0.values))" }.joined(separator: ";")
      }
      add("drill", levels.joined(separator: "/"))
    }
    if let zoom { add("zoom", String(zoom)) }
    for change in whatIf {
      let target = change.category.map { "[\(address($0))]" } ?? ""
      add("whatif.\(AddressText.changedColumn(change.column))\(target)", change.amount.address)
    }
    if !selection.isEmpty { add("select", selection.address) }
    if let sort { add("sort", sort.address) }
    if let range {
      let axes = range.vertical == .unit ? [range.horizontal] : [range.horizontal, range.vertical]
      add(
        "range",
        axes.map { "\(NumberText.shortest($0.lower))..\(NumberText.shortest($0.upper))" }
          .joined(separator: ";"))
    }
    if !hidden.isEmpty { add("hide", address(hidden)) }
    if let highlighted { add("highlight", address(highlighted)) }
    for node in nodes.entries { add("node[\(AddressText.name(node.name))]", address(node.value)) }
    return parts
  }
}

extension WhatIfChange.Amount {
  fileprivate var address: String {
    switch self {
    case .value(let value): AugerAnalysis.address(value)
    case .percent(let value): AugerAnalysis.address(value) + "%25"
    }
  }
}

extension Selection {
  fileprivate var address: String {
    var parts: [String] = []
    if !categories.isEmpty { parts.append("categories:" + AugerAnalysis.address(categories)) }
    if !paths.isEmpty {
      let texts = paths.map { path in path.map { AugerAnalysis.address($0) }.joined(separator: "/") }
      parts.append("paths:" + texts.joined(separator: ","))
    }
    if !series.isEmpty { parts.append("series:" + AugerAnalysis.address(series)) }
    if !items.isEmpty {
      let texts = items.map { AugerAnalysis.address($0.category) + "~" + AugerAnalysis.address($0.series) }
      parts.append("items:" + texts.joined(separator: ","))
    }
    if !rectangles.isEmpty {
      let texts = rectangles.map { ($0.categories?.address ?? "") + "~" + ($0.values?.address ?? "") }
      parts.append("rectangles:" + texts.joined(separator: ","))
    }
    return parts.joined(separator: ";")
  }
}

extension Selection.Span {
  fileprivate var address: String { AugerAnalysis.address(lower) + ".." + AugerAnalysis.address(upper) }
}

extension SortState {
  fileprivate var address: String {
    let name =
      switch key {
      case .category: "category"
      case .value: "value"
      case .seriesValue(let series): "value:" + AugerAnalysis.address(series)
      case .series: "series"
      }
    return (isDescending ? "-" : "") + name + (top.map { ";top:\($0)" } ?? "")
  }
}

extension Diagnostic.Code {
  package static let explorationSyntax = Self("explorationSyntax")
  package static let explorationUnknown = Self("explorationUnknown")
  package static let explorationDuplicate = Self("explorationDuplicate")
}
