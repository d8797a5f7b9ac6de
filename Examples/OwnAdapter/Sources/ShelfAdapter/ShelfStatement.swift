import AugerQuery

/// A parsed statement of the database: `SELECT items FROM "table" [WHERE condition] [GROUP BY 1, 2] [HAVING condition]
/// [ORDER BY terms] [LIMIT n]`.
///
/// Conditions consist of comparisons, AND, OR, NOT, IS NULL and IN. The aggregates are count, min, max, any, and sum of
/// integers.
struct ShelfStatement {
  indirect enum Term {
    case column(String)
    case value(Scalar)
    case compare(String, Term, Term)
    case all(Term, Term)
    case either(Term, Term)
    case not(Term)
    case isNull(Term, negated: Bool)
    case among(Term, [Term])
    /// `count`, `sum` and others. Without an argument, `count` counts rows.
    case aggregate(String, Term?)
  }

  var items: [Term] = []
  var table = ""
  var condition: Term?
  /// The indices of the group keys in `items`.
  var keys: [Int]?
  var having: Term?
  /// The sort terms. A number is the position of an item, from 1.
  var order: [(term: Term, isDescending: Bool)] = []
  var limit: Int?

  private var tokens: [String]
  private var next = 0
  private let bindings: [Scalar]

  init(_ text: String, _ bindings: [Scalar]) throws {
    tokens = try Self.tokens(of: text)
    self.bindings = bindings
    try expect("SELECT")
    repeat { items.append(try either()) } while take(",")
    try expect("FROM")
    guard case .column(let name) = try operand() else { throw ShelfError("FROM needs the name of a table") }
    table = name
    if take("WHERE") { condition = try either() }
    if take("GROUP") {
      try expect("BY")
      var numbers: [Int] = []
      repeat { numbers.append(try number() - 1) } while take(",")
      guard numbers.allSatisfy(items.indices.contains) else { throw ShelfError("GROUP BY names no item") }
      keys = numbers
    }
    if take("HAVING") { having = try either() }
    if take("ORDER") {
      try expect("BY")
      repeat { order.append((try operand(), take("DESC"))) } while take(",")
    }
    if take("LIMIT") { limit = try number() }
    guard next == tokens.count else { throw ShelfError("'\(tokens[next])' is not understood") }
  }

  // MARK: Parsing

  /// Returns the words, `"names"`, `?1`, numbers and operators of a statement.
  private static func tokens(of text: String) throws -> [String] {
    var tokens: [String] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == " " {
        rest.removeFirst()
        continue
      }
      var token: Substring
      if first == "\"" {
        token = "\""
        rest.removeFirst()
        while let character = rest.popFirst() {
          if character == "\"" {
            guard rest.first == "\"" else { break }
            rest.removeFirst()
          }
          token.append(character)
        }
      } else if first.isLetter || first.isNumber || first == "?" {
        token = rest.prefix { $0.isLetter || $0.isNumber || $0 == "?" }
        rest = rest.dropFirst(token.count)
      } else {
        token = rest.prefix(["<=", ">=", "<>"].contains(rest.prefix(2)) ? 2 : 1)
        rest = rest.dropFirst(token.count)
      }
      tokens.append(String(token))
    }
    return tokens
  }

  private mutating func take(_ token: String) -> Bool {
    guard next < tokens.count, tokens[next] == token else { return false }
    next += 1
    return true
  }

  private mutating func expect(_ token: String) throws {
    guard take(token) else {
      throw ShelfError("'\(token)' is missing before '\(next < tokens.count ? tokens[next] : "the end")'")
    }
  }

  private mutating func number() throws -> Int {
    guard next < tokens.count, let number = Int(tokens[next]) else { throw ShelfError("a number is missing") }
    next += 1
    return number
  }

  private mutating func either() throws -> Term {
    var term = try all()
    while take("OR") { term = .either(term, try all()) }
    return term
  }

  private mutating func all() throws -> Term {
    var term = try comparison()
    while take("AND") { term = .all(term, try comparison()) }
    return term
  }

  private mutating func comparison() throws -> Term {
    if take("NOT") { return .not(try comparison()) }
    let left = try operand()
    if take("IS") {
      let negated = take("NOT")
      try expect("NULL")
      return .isNull(left, negated: negated)
    }
    if take("IN") {
      try expect("(")
      var values: [Term] = []
      repeat { values.append(try operand()) } while take(",")
      try expect(")")
      return .among(left, values)
    }
    for sign in ["=", "<>", "<=", ">=", "<", ">"] where take(sign) { return .compare(sign, left, try operand()) }
    return left
  }

  private mutating func operand() throws -> Term {
    if take("(") {
      let term = try either()
      try expect(")")
      return term
    }
    guard next < tokens.count else { throw ShelfError("the statement ends too early") }
    let token = tokens[next]
    next += 1
    if token.hasPrefix("\"") { return .column(String(token.dropFirst())) }
    if token == "NULL" { return .value(.null) }
    if token.hasPrefix("?"), let number = Int(token.dropFirst()), bindings.indices.contains(number - 1) {
      return .value(bindings[number - 1])
    }
    if let number = Int64(token) { return .value(.int(number)) }
    guard ["count", "sum", "min", "max", "any"].contains(token), take("(") else {
      throw ShelfError("'\(token)' is not understood")
    }
    let argument: Term? = take("*") ? nil : try either()
    try expect(")")
    return .aggregate(token, argument)
  }
}
