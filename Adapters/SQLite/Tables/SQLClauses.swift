/// The clauses of one simple `SELECT` over one table, as ranges of its tokens.
struct SQLClauses {
  let tokens: [SQLToken]
  private let source: [UInt8]
  /// The schema qualifier of the table.
  private(set) var space: String?
  private(set) var table = ""
  private(set) var alias: String?
  /// The tokens after `SELECT`.
  let selected: Range<Int>
  /// The tokens after `WHERE`, `GROUP BY`, `HAVING`, `ORDER BY` and `LIMIT`. Nil if a clause is missing.
  private(set) var conditions: Range<Int>?
  private(set) var group: Range<Int>?
  private(set) var having: Range<Int>?
  private(set) var order: Range<Int>?
  private(set) var limit: Range<Int>?

  /// Parses a statement. Nil for a statement with several tables, subqueries or other clauses.
  init?(_ text: String) {
    var all = SQLToken.all(in: text)
    if all.last?.isSign(";") == true { all.removeLast() }
    tokens = all
    source = Array(text.utf8)
    guard let first = tokens.first, first.isKeyword("select"),
      !tokens.dropFirst().contains(where: { SQLVocabulary.isBeyond($0) })
    else { return nil }
    var depth = 0
    var starts: [(keyword: String, at: Int)] = []
    for (index, token) in tokens.enumerated().dropFirst() {
      if token.isSign("(") { depth += 1 } else if token.isSign(")") { depth -= 1 }
      guard depth >= 0 else { return nil }
      if token.kind == .word, Self.keywords.contains(token.lowercased) {
        // A keyword in parentheses belongs to another expression.
        guard depth == 0 else { return nil }
        starts.append((token.lowercased, index))
      }
    }
    guard depth == 0, starts.first?.keyword == "from", let from = starts.first?.at else { return nil }
    let places = starts.map { Self.keywords.firstIndex(of: $0.keyword) ?? 0 }
    guard zip(places, places.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    selected = 1..<from
    guard !selected.isEmpty else { return nil }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].at : tokens.count
      var first = start.at + 1
      if start.keyword == "group" || start.keyword == "order" {
        guard first < end, tokens[first].isKeyword("by") else { return nil }
        first += 1
      }
      guard first < end else { return nil }
      switch start.keyword {
      case "from": guard readTable(first..<end) else { return nil }
      case "where": conditions = first..<end
      case "group": group = first..<end
      case "having": having = first..<end
      case "order": order = first..<end
      default: limit = first..<end
      }
    }
  }

  /// The keywords in their required order.
  private static let keywords = ["from", "where", "group", "having", "order", "limit"]

  /// Reads `table` or `space.table`, with an optional alias.
  private mutating func readTable(_ range: Range<Int>) -> Bool {
    var names = Array(tokens[range])
    guard names.allSatisfy({ $0.kind == .word || $0.kind == .name || $0.isSign(".") }), !names[0].isSign(".") else {
      return false
    }
    table = names.removeFirst().text
    if names.count >= 2, names[0].isSign(".") {
      space = table
      table = names[1].text
      names.removeFirst(2)
    }
    if names.count == 2, names[0].isKeyword("as") { names.removeFirst() }
    guard names.count <= 1 else { return false }
    alias = names.first?.text
    return alias.map { !["indexed", "not", "on", "using", "cross", "left"].contains($0.lowercased()) } ?? true
  }

  /// Returns the items of a clause, separated by commas outside parentheses.
  func items(of range: Range<Int>) -> [Range<Int>] { split(range, at: { $0.isSign(",") }) }

  func split(_ range: Range<Int>, at isBorder: (SQLToken) -> Bool) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var depth = 0
    var start = range.lowerBound
    for index in range {
      if tokens[index].isSign("(") { depth += 1 } else if tokens[index].isSign(")") { depth -= 1 }
      guard depth == 0, isBorder(tokens[index]) else { continue }
      parts.append(start..<index)
      start = index + 1
    }
    return parts + [start..<range.upperBound]
  }

  /// The aliases of selected expressions.
  var aliases: Set<String> {
    Set(items(of: selected).filter { hasAlias($0) }.map { tokens[$0.upperBound - 1].lowercased })
  }

  /// Returns true if a selected expression has an alias, with or without `AS`.
  func hasAlias(_ item: Range<Int>) -> Bool {
    guard item.count >= 2 else { return false }
    let (last, before) = (tokens[item.upperBound - 1], tokens[item.upperBound - 2])
    guard last.kind != .sign, last.kind != .number else { return false }
    if before.isKeyword("as") { return true }
    if last.kind == .word, SQLVocabulary.ends.contains(last.lowercased) { return false }
    switch before.kind {
    case .name, .text, .number: return true
    case .word: return !SQLVocabulary.operators.contains(before.lowercased)
    case .sign: return before.text == ")"
    }
  }

  /// Returns the byte range in the text from the first to the last token of a range.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
  }

  /// Returns the name of a selected expression without an alias: its source up to the next token, including comments.
  func name(_ item: Range<Int>) -> String {
    var text = source[tokens[item.lowerBound].range.lowerBound..<tokens[item.upperBound].range.lowerBound]
    while let last = text.last, last == 0x20 || (0x09...0x0D).contains(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}

/// SQLite keywords with a meaning for `SQLClauses` and its readers.
enum SQLVocabulary {
  /// Aggregates that a table query supports.
  static let aggregates: Set<String> = ["count", "sum", "avg", "min", "max"]

  /// Words that may precede a parenthesis in an expression over groups: scalar functions and keywords.
  static let groupFunctions: Set<String> = [
    "abs", "round", "coalesce", "ifnull", "nullif", "iif", "upper", "lower", "length", "substr", "substring", "trim",
    "ltrim", "rtrim", "replace", "instr", "printf", "format", "cast", "sign", "floor", "ceil", "ceiling", "sqrt",
    "power", "pow", "ln", "log", "log10", "exp", "mod", "strftime", "date", "year", "month", "quarter", "day", "in",
    "and", "or", "not", "when", "then", "else", "between", "like", "is", "case",
  ]

  static let rowNumbers: Set<String> = ["rowid", "oid", "_rowid_"]

  /// Words that end an expression and are not names.
  static let ends: Set<String> = ["end", "null", "isnull", "notnull", "true", "false"]

  /// Words after which an expression continues.
  static let operators: Set<String> = [
    "and", "or", "not", "like", "glob", "is", "in", "between", "collate", "then", "when", "else", "case", "escape",
    "regexp", "match",
  ]

  private static let others: Set<String> = [
    "select", "with", "union", "intersect", "except", "over", "window", "filter", "values", "exists", "all", "join",
    "natural", "returning", "offset", "explain", "collate",
  ]

  /// Returns true if the token excludes a statement from the supported ones.
  static func isBeyond(_ token: SQLToken) -> Bool {
    switch token.kind {
    case .word: others.contains(token.lowercased)
    case .sign: ["?", ":", "@", "#", ";"].contains(token.text)
    case .name, .text, .number: false
    }
  }
}
