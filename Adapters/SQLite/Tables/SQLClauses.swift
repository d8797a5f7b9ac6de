/// The clauses of one simple `SELECT` over one table, as ranges of its tokens.
struct SQLClauses {
  let tokens: [SQLToken]
  private let source: [UInt8]
  /// The schema that the table is said to be in.
  private(set) var space: String?
  private(set) var table = ""
  private(set) var alias: String?
  /// Behind `SELECT`.
  let selected: Range<Int>
  /// Behind `WHERE`, `GROUP BY`, `HAVING`, `ORDER BY` and `LIMIT`; nil where there is none.
  private(set) var conditions: Range<Int>?
  private(set) var group: Range<Int>?
  private(set) var having: Range<Int>?
  private(set) var order: Range<Int>?
  private(set) var limit: Range<Int>?

  /// Nil for every other statement: with several tables, with others in it, or with clauses that are not named here.
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
        // One in brackets belongs to something else.
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

  /// In the order in which they stand.
  private static let keywords = ["from", "where", "group", "having", "order", "limit"]

  /// `table`, `space.table`, and an alias.
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

  /// The parts of a clause between commas that stand in no brackets.
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

  /// The names that selected expressions were given.
  var aliases: Set<String> {
    Set(items(of: selected).filter { hasAlias($0) }.map { tokens[$0.upperBound - 1].lowercased })
  }

  /// Whether a selected expression has a name behind it, with `AS` or without.
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

  /// From the first token of a range to its last, in bytes of the text.
  func bytes(_ range: Range<Int>) -> Range<Int> {
    tokens[range.lowerBound].range.lowerBound..<tokens[range.upperBound - 1].range.upperBound
  }

  /// The name of a selected expression without an alias: its text up to what follows, comments and all.
  func name(_ item: Range<Int>) -> String {
    var text = source[tokens[item.lowerBound].range.lowerBound..<tokens[item.upperBound].range.lowerBound]
    while let last = text.last, last == 0x20 || (0x09...0x0D).contains(last) { text.removeLast() }
    return String(decoding: text, as: UTF8.self)
  }
}

/// Words of SQLite's that mean something to `SQLClauses` and its readers.
enum SQLVocabulary {
  /// Aggregates that a table query has too.
  static let aggregates: Set<String> = ["count", "sum", "avg", "min", "max"]

  /// What may stand before a bracket beside groups: functions of one row, and keywords.
  static let groupFunctions: Set<String> = [
    "abs", "round", "coalesce", "ifnull", "nullif", "iif", "upper", "lower", "length", "substr", "substring", "trim",
    "ltrim", "rtrim", "replace", "instr", "printf", "format", "cast", "sign", "floor", "ceil", "ceiling", "sqrt",
    "power", "pow", "ln", "log", "log10", "exp", "mod", "strftime", "date", "year", "month", "quarter", "day", "in",
    "and", "or", "not", "when", "then", "else", "between", "like", "is", "case",
  ]

  static let rowNumbers: Set<String> = ["rowid", "oid", "_rowid_"]

  /// Words that end an expression and are no name.
  static let ends: Set<String> = ["end", "null", "isnull", "notnull", "true", "false"]

  /// Words behind which an expression goes on.
  static let operators: Set<String> = [
    "and", "or", "not", "like", "glob", "is", "in", "between", "collate", "then", "when", "else", "case", "escape",
    "regexp", "match",
  ]

  private static let others: Set<String> = [
    "select", "with", "union", "intersect", "except", "over", "window", "filter", "values", "exists", "all", "join",
    "natural", "returning", "offset", "explain", "collate",
  ]

  /// Whether a statement with it is none of the simple ones.
  static func isBeyond(_ token: SQLToken) -> Bool {
    switch token.kind {
    case .word: others.contains(token.lowercased)
    case .sign: ["?", ":", "@", "#", ";"].contains(token.text)
    case .name, .text, .number: false
    }
  }
}
