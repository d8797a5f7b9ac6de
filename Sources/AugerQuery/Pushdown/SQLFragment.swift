import AugerColumns
import AugerDiagnostics

/// A piece of SQL with values in it, which are bound when it becomes a statement.
public struct SQLFragment: Sendable, Hashable, ExpressibleByStringInterpolation {
  fileprivate enum Piece: Sendable, Hashable {
    case text(String)
    case value(Scalar)

    static func == (a: Piece, b: Piece) -> Bool {
      switch (a, b) {
      case (.text(let a), .text(let b)): Name(a) == Name(b)
      case (.value(let a), .value(let b)): a == b
      case (.text, .value), (.value, .text): false
      }
    }

    func hash(into hasher: inout Hasher) {
      switch self {
      case .text(let text): hasher.combine(Name(text))
      case .value(let value): hasher.combine(value)
      }
    }
  }

  fileprivate var pieces: [Piece] = []

  public init(stringLiteral text: String) { pieces = [.text(text)] }

  public init(stringInterpolation interpolation: Interpolation) { pieces = interpolation.fragment.pieces }

  /// Text that is SQL already.
  public init(verbatim text: String) { pieces = [.text(text)] }

  /// A value to be bound.
  public init(value: Scalar) { pieces = [.value(value)] }

  /// `\(fragment)` puts in SQL with its values; nothing else can be interpolated, so that no value gets into the text.
  public struct Interpolation: StringInterpolationProtocol {
    var fragment = SQLFragment(verbatim: "")

    public init(literalCapacity: Int, interpolationCount: Int) { fragment.pieces = [] }

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { fragment.pieces.append(.text(literal)) }
    }

    /// Another fragment, with its values.
    public mutating func appendInterpolation(_ other: SQLFragment) { fragment.pieces += other.pieces }
  }

  /// One fragment behind the other.
  public static func + (a: SQLFragment, b: SQLFragment) -> SQLFragment {
    var sum = a
    sum.pieces += b.pieces
    return sum
  }

  /// Bytes of text, about: to refuse what has grown out of hand.
  var size: Int {
    pieces.reduce(0) { size, piece in if case .text(let text) = piece { size + text.utf8.count } else { size + 4 } }
  }

  /// The text with placeholders of a dialect, and the values they stand for.
  public func statement(_ dialect: SQLDialect) -> SQLStatement {
    var text = ""
    var bindings: [Scalar] = []
    var numbers: [BoundValue: Int] = [:]
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value(let value):
        // Equal values share a placeholder: a database then sees that two expressions are the same.
        let key = BoundValue(type: value.type, value: value)
        let known = value.isZeroFloat ? nil : numbers[key]
        if known == nil {
          bindings.append(value)
          numbers[key] = bindings.count
        }
        text += dialect.placeholder(known ?? bindings.count, isNew: known == nil)
      }
    }
    return SQLStatement(text: text, bindings: bindings)
  }

  private struct BoundValue: Hashable {
    var type: DataType?
    var value: Scalar
  }
}

extension Scalar {
  /// 0.0 and −0.0 are equal and not the same.
  fileprivate var isZeroFloat: Bool { if case .float(let value) = self { value == 0 } else { false } }
}

extension SQLDialect {
  /// A placeholder; a new one has a number that is one more than the last new one's.
  ///
  /// Databases look for a number among all that were written before it; a question mark alone is the next number.
  func placeholder(_ number: Int, isNew: Bool) -> String {
    switch placeholder {
    case .numberedQuestionMark: isNew && number > 100 ? "?" : "?\(number)"
    case .dollarNumber: "$\(number)"
    }
  }
}

extension SQLFragment {
  /// Conditions that must all hold.
  package static func all(_ conditions: [SQLFragment]) -> SQLFragment { conditions.joined(" AND ") }

  /// Terms with commas between them.
  package static func list(_ terms: [SQLFragment]) -> SQLFragment { terms.joined(", ") }
}

extension [SQLFragment] {
  /// The pieces with another between them.
  package func joined(_ separator: SQLFragment) -> SQLFragment {
    guard var result = first else { return SQLFragment(verbatim: "") }
    for part in dropFirst() {
      result.pieces += separator.pieces
      result.pieces += part.pieces
    }
    return result
  }
}
