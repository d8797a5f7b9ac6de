import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExpressions

/// An option of a chart: its name, help, values, example, the attribute of the dashboard language that it equals, and
/// the part of a request that it sets. Command line, help and requests derive from `ChartOption.all`.
package struct ChartOption: Sendable {
  package enum Kind: Sendable {
    case text, texts, flag, stacking, axis, forecast, locale
    /// A whole number from a least one to a most one.
    case integer(Int, Int?)
  }

  /// In the form of a command line: `value-format`.
  package let name: String
  package let kind: Kind
  /// `ELEMENT.ATTRIBUTE`; nil if a dashboard has no attribute for it.
  package let attribute: String?
  package let example: String
  package let help: String
  fileprivate let set: @Sendable (inout ChartRequest, Given) throws -> Void

  /// - Parameter set: Sets a part of a request, if the option is given.
  package init(
    _ name: String, kind: Kind = .text, _ attribute: String?, _ example: String, _ help: String,
    set: @escaping @Sendable (inout ChartRequest, Given) throws -> Void = { _, _ in }
  ) {
    (self.name, self.kind, self.attribute, self.example, self.help) = (name, kind, attribute, example, help)
    self.set = set
  }

  /// The texts of an option, and the context to read them.
  package struct Given: Sendable {
    let option: String
    let texts: [String]
    let values: ChartOptionValues
    /// Text that is exactly one of these names means that column.
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

/// The options that were given, each with its texts; a flag has one.
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

  /// The faults of numbers that are out of their range, as sentences.
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
  /// The request of options. Text that is exactly the name of one of `columns` means that column.
  package init(_ values: ChartOptionValues, by options: [ChartOption] = ChartOption.all, columns: [String]) throws {
    try self.init()
    for option in options where !values[option.name].isEmpty {
      let texts = values[option.name]
      try option.set(&self, .init(option: option.name, texts: texts, values: values, columns: columns))
    }
  }
}
