import AugerAnalysis
import AugerColumns
import AugerDiagnostics

// The values of the data in messages. Numbers and Booleans are JSON values. Dates, times and intervals are strings. A
// string that has the form of one of them is enclosed in single quotes, as in a URL.
extension JSONNode {
  /// Creates the JSON form of a value, which `scalar` converts back to the same value.
  package init(_ value: Scalar) {
    switch value {
    case .null: self = .null
    case .bool(let truth): self = .bool(truth)
    case .int, .decimal: self = .number(ScalarLiteral.text(value))
    case .float(let number):
      self = number.isFinite ? .number(ScalarLiteral.text(value)) : .text(ScalarLiteral.text(value))
    case .string(let text):
      if case .string(let read)? = JSONNode.text(text).scalar, Name(read) == Name(text) {
        self = .text(text)
      } else {
        self = .text("'\(text)'")
      }
    case .date, .timestamp, .time, .interval, .binary: self = .text(value.description)
    }
  }

  /// The value that the node represents. Nil for lists and objects.
  package var scalar: Scalar? {
    switch self {
    case .null: return .null
    case .bool(let truth): return .bool(truth)
    case .number(let digits):
      let value = ScalarLiteral.read(digits)
      if case .string = value { return Scalar(text: digits, type: .float64) }
      return value
    case .text(let text):
      switch ScalarLiteral.read(text) {
      // JSON has its own forms for these values.
      case .null, .bool, .int, .decimal: return .string(text)
      case .float(let number): return number.isFinite ? .string(text) : .float(number)
      case let value: return value
      }
    case .list, .object: return nil
    }
  }

  /// Creates the JSON form of a value for display: an exact number if JSON can represent it, otherwise its text.
  init(shown value: Scalar, type: DataType) {
    switch value {
    case .null: self = .null
    case .bool(let truth): self = .bool(truth)
    case .int, .decimal: self = .number(value.description)
    case .float(let number):
      self = number.isFinite ? .number(NumberText.shortest(number)) : .text(NumberText.shortest(number))
    default: self = .text(type.text(of: value))
    }
  }
}
