import AugerColumns

/// The description of a function. The binder validates calls with it, help and the reference page print it, and tests
/// run its examples.
package struct FunctionDescription: Sendable {
  package let name: String
  package let group: Group
  package let parameters: [Parameter]
  /// The type of the result, for people: `float`, `as x`.
  package let result: String
  /// One or two sentences.
  package let description: String
  package let examples: [Example]

  package enum Group: String, Sendable, CaseIterable {
    case number, date, text, logic, aggregate, window
  }

  package struct Parameter: Sendable {
    package let name: String
    package let kind: Kind
    /// True if the argument must be a constant or a variable.
    package var isConstant = false
    package var isOptional = false
    /// True if the argument can be repeated any number of times.
    package var isRepeated = false

    package enum Kind: String, Sendable {
      /// An int, decimal or float; a bool counts as 1 or 0.
      case number
      case integer
      case string
      /// A date or timestamp; a constant string `YYYY-MM-DD` is converted.
      case date
      /// A date, a timestamp or a time of day.
      case clock
      /// A constant string `P1DT2H30M` is converted.
      case interval
      /// A bool or a number.
      case condition
      case any
      /// The name of a calendar unit: 'year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'.
      case grain
    }
  }

  package struct Example: Sendable {
    package let expression: String
    /// Values of the columns in the example: the rows of a group for aggregates, ordered categories for window
    /// functions, otherwise one row.
    package let columns: [(name: String, values: [Scalar])]
    /// The output of `auger eval`: null as `null`, several rows separated by commas, and the first digits of a long
    /// float.
    package let expected: String
  }

  /// `Round(x, decimals)`, with optional parameters in brackets.
  package var signature: String {
    var text = name + "("
    for (index, parameter) in parameters.enumerated() {
      if parameter.isOptional { text += "[" }
      if index > 0 { text += ", " }
      text += parameter.name
      if parameter.isRepeated { text += ", ..." }
      if parameter.isOptional { text += "]" }
    }
    return text + ")"
  }

  init(
    _ name: String, _ group: Group, _ parameters: [Parameter], _ result: String, _ description: String,
    _ examples: [Example]
  ) {
    self.name = name
    self.group = group
    self.parameters = parameters
    self.result = result
    self.description = description
    self.examples = examples
  }
}

extension FunctionDescription.Parameter {
  init(_ name: String, _ kind: Kind, isConstant: Bool = false, isOptional: Bool = false, isRepeated: Bool = false) {
    self.name = name
    self.kind = kind
    self.isConstant = isConstant
    self.isOptional = isOptional
    self.isRepeated = isRepeated
  }
}

extension FunctionDescription.Example {
  init(_ expression: String, _ expected: String, _ columns: KeyValuePairs<String, Scalar> = [:]) {
    self.expression = expression
    self.expected = expected
    self.columns = columns.map { (name: $0.key, values: [$0.value]) }
  }

  init(_ expression: String, _ expected: String, x: [Scalar]) {
    self.expression = expression
    self.expected = expected
    columns = [(name: "x", values: x)]
  }

  init(_ expression: String, _ expected: String, x: [Scalar], y: [Scalar]) {
    self.expression = expression
    self.expected = expected
    columns = [(name: "x", values: x), (name: "y", values: y)]
  }
}
