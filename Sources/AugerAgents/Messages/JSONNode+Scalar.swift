import AugerAnalysis
import AugerColumns
import AugerDiagnostics

// Values of the data in messages: numbers and truth values are those of JSON. Dates, times and intervals are texts, and
// a text that would be read as one of them stands in single quotes, as it does in an address.
extension JSONNode {
  /// A value of the data, which reads back as the same value.
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

  /// The value that is meant; nil for lists and objects.
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
      // JSON has words of its own for these.
      case .null, .bool, .int, .decimal: return .string(text)
      case .float(let number): return number.isFinite ? .string(text) : .float(number)
      case let value: return value
      }
    case .list, .object: return nil
    }
  }

  /// A value that is only read: an exact number where JSON has one, and else its text.
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
