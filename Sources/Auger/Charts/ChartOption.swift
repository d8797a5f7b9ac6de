import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// An option of a chart: its name, help, values, example, the equivalent attribute of the dashboard language, and the
/// request part that it sets. The command line, the help and requests are derived from `ChartOption.all`.
package struct ChartOption: Sendable {
  package enum Kind: Sendable {
    case text, texts, flag, stacking, axis, forecast, locale
    /// An integer with a minimum and an optional maximum.
    case integer(Int, Int?)
  }

  /// The name on the command line, without dashes: `value-format`.
  package let name: String
  package let kind: Kind
  /// The placeholder of the value in help text. Nil for a flag.
  package let valueName: String?
  /// The equivalent attribute as `ELEMENT.ATTRIBUTE`. Nil if the dashboard language has none.
  package let attribute: String?
  package let example: String
  package let help: String
  fileprivate let set: @Sendable (inout ChartRequest, Given) throws -> Void

  /// - Parameter set: Sets a part of a request if the option is present.
  package init(
    _ name: String, kind: Kind = .text, valueName: String? = nil, _ attribute: String?, _ example: String,
    _ help: String,
    set: @escaping @Sendable (inout ChartRequest, Given) throws -> Void = { _, _ in }
  ) {
    (self.name, self.kind, self.valueName) = (name, kind, valueName)
    (self.attribute, self.example, self.help) = (attribute, example, help)
    self.set = set
  }

  /// The values of an option, and the context to parse them.
  package struct Given: Sendable {
    let option: String
    let texts: [String]
    let values: ChartOptionValues
    /// Column names. A string equal to one of them refers to that column instead of an expression.
    let columns: [String]

    package var text: String { texts.first ?? "" }
    package var integer: Int? { Int(text) }

    func expression(_ text: String) throws(DiagnosticError) -> Expression {
      try ChartRequest.expression(text, of: option, columns)
    }

    func format() throws -> ValueFormat? {
      try ValueFormat.parse(text, currencyCode: values.text("currency"), ignoringCase: true)
    }
  }
}

/// The specified options with their values; a flag has one value.
package struct ChartOptionValues: Sendable {
  private var given: [(name: String, texts: [String])] = []

  package init() {}

  package subscript(name: String) -> [String] {
    get { given.first { $0.name == name }?.texts ?? [] }
    set {
      given.removeAll { $0.name == name }
      if !newValue.isEmpty { given.append((name, newValue)) }
    }
  }

  package func text(_ name: String) -> String? { self[name].first }

  /// Returns these options together with those of `other`.
  package func merging(_ other: ChartOptionValues) -> ChartOptionValues {
    var merged = self
    for (name, texts) in other.given { merged[name] = texts }
    return merged
  }

  /// Returns an error message for each number that is out of range.
  package func faults(by options: [ChartOption]) -> [String] {
    options.compactMap { option in
      guard case .integer(let least, let most) = option.kind, let number = text(option.name).flatMap({ Int($0) }),
        number < least || number > most ?? .max
      else { return nil }
      return "--\(option.name) must be " + (most.map { "from \(least) to \($0)." } ?? "at least \(least).")
    }
  }
}

extension ChartRequest {
  /// Creates a request from options. A string equal to one of `columns` refers to that column.
  package init(_ values: ChartOptionValues, by options: [ChartOption] = ChartOption.all, columns: [String]) throws {
    try self.init()
    for option in options where !values[option.name].isEmpty {
      let texts = values[option.name]
      try option.set(&self, .init(option: option.name, texts: texts, values: values, columns: columns))
    }
  }
}
