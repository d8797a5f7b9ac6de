public import AugerColumns

/// A piece of SQL with values in it, which are bound when it becomes a statement.
public struct SQLFragment: Sendable, Hashable, ExpressibleByStringInterpolation {
  private enum Piece: Sendable, Hashable {
    case text(String)
    case value(Scalar)
  }

  private var pieces: [Piece] = []

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

    public mutating func appendInterpolation(_ other: SQLFragment) { fragment.pieces += other.pieces }
  }

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
    append(to: &text, &bindings, dialect)
    return SQLStatement(text: text, bindings: bindings)
  }

  private func append(to text: inout String, _ bindings: inout [Scalar], _ dialect: SQLDialect) {
    for piece in pieces {
      switch piece {
      case .text(let part): text += part
      case .value(let value):
        // Equal values share a placeholder: a database then sees that two expressions are the same.
        var number = bindings.count
        if let known = bindings.firstIndex(where: { $0.type == value.type && $0 == value && !value.isZeroFloat }) {
          number = known
        } else {
          bindings.append(value)
        }
        text += dialect.placeholder(number + 1)
      }
    }
  }
}

extension Scalar {
  /// 0.0 and −0.0 are equal and not the same.
  fileprivate var isZeroFloat: Bool { if case .float(let value) = self { value == 0 } else { false } }
}

extension SQLDialect {
  func placeholder(_ number: Int) -> String {
    switch placeholder {
    case .numberedQuestionMark: "?\(number)"
    case .dollarNumber: "$\(number)"
    }
  }
}

extension SQLFragment {
  /// Conditions that must all hold.
  public static func all(_ conditions: [SQLFragment]) -> SQLFragment { conditions.joined(" AND ") }

  /// Terms with commas between them.
  public static func list(_ terms: [SQLFragment]) -> SQLFragment { terms.joined(", ") }
}

extension [SQLFragment] {
  /// The pieces with another between them.
  public func joined(_ separator: SQLFragment) -> SQLFragment {
    var result = SQLFragment(verbatim: "")
    for (index, part) in enumerated() { result = index == 0 ? part : result + separator + part }
    return result
  }
}
