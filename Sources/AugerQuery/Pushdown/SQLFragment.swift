import AugerColumns
import AugerDiagnostics

/// A piece of SQL with values, which are bound in the final statement.
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

  /// Creates a fragment from SQL text.
  public init(verbatim text: String) { pieces = [.text(text)] }

  /// Creates a fragment from a value to bind.
  public init(value: Scalar) { pieces = [.value(value)] }

  /// `\(fragment)` inserts SQL with its values. Other interpolations do not compile, so that no value becomes SQL
  /// text.
  public struct Interpolation: StringInterpolationProtocol {
    var fragment = SQLFragment(verbatim: "")

    public init(literalCapacity: Int, interpolationCount: Int) { fragment.pieces = [] }

    public mutating func appendLiteral(_ literal: String) {
      if !literal.isEmpty { fragment.pieces.append(.text(literal)) }
    }

    /// Appends another fragment with its values.
    public mutating func appendInterpolation(_ other: SQLFragment) { fragment.pieces += other.pieces }
  }

  /// Returns the concatenation of two fragments.
  public static func + (a: SQLFragment, b: SQLFragment) -> SQLFragment {
    var sum = a
    sum.pieces += b.pieces
    return sum
  }

  /// The approximate size in bytes, to reject fragments that are too large.
  var size: Int {
    pieces.reduce(0) { size, piece in if case .text(let text) = piece { size + text.utf8.count } else { size + 4 } }
  }

  /// Returns the SQL text with placeholders of a dialect, and their values.
  public func statement(_ dialect: SQLDialect) -> SQLStatement {
    var text = ""
    var bindings: [Scalar] = []
    var numbers: [BoundValue: Int] = [:]
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value(let value):
        // Equal values share a placeholder, so that the database recognizes equal expressions.
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
  /// True for 0.0 and −0.0, which are equal but not identical.
  fileprivate var isZeroFloat: Bool { if case .float(let value) = self { value == 0 } else { false } }
}

extension SQLDialect {
  /// Returns a placeholder. Each new placeholder has the next number.
  ///
  /// Databases search all earlier placeholders for a number. A question mark alone is the next number.
  func placeholder(_ number: Int, isNew: Bool) -> String {
    switch placeholder {
    case .numberedQuestionMark: isNew && number > 100 ? "?" : "?\(number)"
    case .dollarNumber: "$\(number)"
    }
  }
}

extension SQLFragment {
  /// Returns the conjunction of the conditions.
  package static func all(_ conditions: [SQLFragment]) -> SQLFragment { conditions.joined(" AND ") }

  /// Returns the terms separated by commas.
  package static func list(_ terms: [SQLFragment]) -> SQLFragment { terms.joined(", ") }
}

extension [SQLFragment] {
  /// Returns the pieces with a separator between them.
  package func joined(_ separator: SQLFragment) -> SQLFragment {
    guard var result = first else { return SQLFragment(verbatim: "") }
    for part in dropFirst() {
      result.pieces += separator.pieces
      result.pieces += part.pieces
    }
    return result
  }
}
