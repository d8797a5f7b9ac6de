import AugerColumns
import AugerDiagnostics

/// SQL notation with a single possible meaning: `between`, `like`, `case when`, `count(distinct x)`, and conditions
/// of aggregates. It is parsed into function calls, so that later stages do not depend on it. Ambiguous notation
/// fails with a hint.
extension Parser {
  /// Parses `x between a and b` or `x like 'a%'`, with or without `not` before the word.
  mutating func wordOperator(_ left: ExpressionNode, isNegated: Bool) throws(DiagnosticError) -> ExpressionNode {
    let word = token
    advance()
    let test = try word.word == "between" ? between(left, word) : like(left, word)
    return isNegated ? ExpressionNode(.unary(.not, test), test.span) : test
  }

  private mutating func between(_ left: ExpressionNode, _ word: Token) throws(DiagnosticError) -> ExpressionNode {
    let lower = try expression(.additive)
    guard token.kind == .keyword(.and) else {
      // A variable that is a range provides both ends.
      if case .variable(_, nil) = lower.kind {
        return ExpressionNode(.call("Between", word.span, [left, lower]), left.span.union(lower.span))
      }
      throw fail("'and' and the upper end must follow the lower end of 'between'", hint: "Write x between 1 and 5.")
    }
    advance()
    let upper = try expression(.additive)
    return ExpressionNode(.call("Between", word.span, [left, lower, upper]), left.span.union(upper.span))
  }

  /// Returns the function call that is equivalent to a `like` pattern.
  private mutating func like(_ left: ExpressionNode, _ word: Token) throws(DiagnosticError) -> ExpressionNode {
    let pattern = token
    if word.word == "ilike" { throw fail("'ilike' is not known", at: word.span, hint: "Write Lower(x) like 'abc%'.") }
    guard case .string(let text) = pattern.kind else {
      throw fail(
        "expected a pattern in quotes after 'like'",
        hint: "Use Contains(x, part), StartsWith(x, part) or EndsWith(x, part) to search for a computed string.")
    }
    if text.utf8.contains(UInt8(ascii: "\\")) {
      throw fail(
        "databases read a backslash in a pattern differently", at: pattern.span,
        hint: "Use Match(x, '100%'), which has its own patterns.")
    }
    advance()
    let span = left.span.union(pattern.span)
    func test(_ function: String, _ part: some StringProtocol) -> ExpressionNode {
      ExpressionNode(
        .call(function, word.span, [left, ExpressionNode(.literal(.string(String(part))), pattern.span)]), span)
    }
    // Compare bytes: a combining mark must not merge with a wildcard.
    let bytes = Array(text.utf8)
    let (any, one) = (UInt8(ascii: "%"), UInt8(ascii: "_"))
    let inner = bytes.drop { $0 == any }
    let kept = inner.prefix(inner.count - inner.reversed().prefix { $0 == any }.count)
    let part = String(decoding: kept, as: UTF8.self)
    guard kept.contains(any) || kept.contains(one) else {
      switch (bytes.first == any, bytes.last == any) {
      case (true, true): return test("Contains", part)
      case (true, false): return test("EndsWith", part)
      case (false, true): return test("StartsWith", part)
      case (false, false):
        let literal = ExpressionNode(.literal(.string(text)), pattern.span)
        return ExpressionNode(.chain(left, [.init(operation: .equal, span: word.span, operand: literal)]), span)
      }
    }
    var match: [UInt8] = [UInt8(ascii: "^")]
    for byte in bytes {
      switch byte {
      case any: match += Array(".*".utf8)
      case one: match.append(UInt8(ascii: "."))
      case _ where "^$.[]*+?\\".utf8.contains(byte): match += [UInt8(ascii: "\\"), byte]
      default: match.append(byte)
      }
    }
    match.append(UInt8(ascii: "$"))
    return test("Match", String(decoding: match, as: UTF8.self))
  }

  /// Parses `case when a then x else y end` or `case v when 1 then x end` after the word `case`.
  mutating func sqlCase(_ start: Token) throws(DiagnosticError) -> ExpressionNode {
    let subject = try token.word == "when" ? nil : primary()
    // The subject is computed for each condition.
    switch subject?.kind {
    case nil, .column, .variable, .literal: break
    default: throw fail("only a name may follow 'case'", at: subject?.span, hint: Self.caseHint)
    }
    var arguments: [ExpressionNode] = []
    while token.word == "when" {
      let word = token.span
      advance()
      var condition = try expression(.or)
      if let subject {
        let span = word.union(condition.span)
        condition = ExpressionNode(
          .chain(subject, [.init(operation: .equal, span: word, operand: condition)]), span)
      }
      guard token.word == "then" else { throw fail("expected 'then' after the condition", hint: Self.caseHint) }
      advance()
      arguments += [condition, try expression(.or)]
    }
    guard !arguments.isEmpty else {
      throw fail("expected 'when' after 'case'", hint: "\(Self.caseHint) Write [case] for a column of that name.")
    }
    if token.word == "else" {
      advance()
      arguments.append(try expression(.or))
    }
    guard token.word == "end" else { throw fail("expected 'end' to close the 'case'", hint: Self.caseHint) }
    let span = start.span.union(token.span)
    advance()
    return ExpressionNode(.call("Case", start.span, arguments), span)
  }

  private static let caseHint = "Write case when x > 1 then 'a' else 'b' end, or Case(x > 1, 'a', 'b')."

  /// Parses `count(distinct x)` after the parenthesis.
  mutating func distinctCall(_ name: String, _ nameSpan: SourceSpan, _ open: SourceSpan) throws(DiagnosticError)
    -> ExpressionNode
  {
    let word = token.span
    guard name.lowercased() == "count" else {
      throw fail("only count takes 'distinct'", at: word, hint: "Write count(distinct x).")
    }
    advance()
    var condition: Condition?
    let values = try arguments(of: name, open: open, condition: &condition)
    let span = nameSpan.union(tokens[at - 1].span)
    guard let condition else { return ExpressionNode(.call("countDistinct", nameSpan, values), span) }
    return try conditional("countDistinct", nameSpan, values, condition, span)
  }

  /// Rejects `cast(x as int)`: databases differ in rounding and errors.
  func refuseCast(_ name: String, _ nameSpan: SourceSpan) throws(DiagnosticError) {
    guard ["cast", "try_cast"].contains(name.lowercased()) else { return }
    throw fail("'\(name)' is not known", at: nameSpan, hint: Self.conversionHint)
  }

  private static let conversionHint = "Use String(x), Date(x), ToNumber(x) or Int(x) to convert a value."

  /// Returns the aggregate of the rows that satisfy a condition. Its argument is null for all other rows, and
  /// aggregates skip nulls. `first` and `last` use the rows that satisfy the condition.
  func conditional(
    _ name: String, _ nameSpan: SourceSpan, _ arguments: [ExpressionNode], _ condition: Condition, _ span: SourceSpan
  ) throws(DiagnosticError) -> ExpressionNode {
    let isCount = arguments.isEmpty && name.lowercased() == "count"
    guard let function = AggregateFunction(called: name, argumentCount: arguments.count), isCount || !arguments.isEmpty
    else {
      throw fail(
        "only aggregates take a condition", at: condition.word,
        hint: "Use if(condition, x, null) to ignore other rows.")
    }
    if function == .first || function == .last {
      return ExpressionNode(.call(name, nameSpan, arguments + [condition.node]), span)
    }
    let value = arguments.first ?? ExpressionNode(.literal(.int(1)), condition.node.span)
    let null = ExpressionNode(.literal(.null), condition.node.span)
    let taken = ExpressionNode(.call("if", condition.word, [condition.node, value, null]), value.span)
    return ExpressionNode(.call(name, nameSpan, [taken] + arguments.dropFirst()), span)
  }

  /// The hint for SQL keywords in a position that requires an operator.
  var hintForSQL: String? {
    let before = at > 0 ? tokens[at - 1].word : nil
    switch (token.kind, token.word) {
    case (_, _) where before == "case": return Self.caseHint
    case (.colon, _): return "\(Self.conversionHint) Write a condition as sum(x, where: y)."
    case (.string, _) where before == "date" || before == "timestamp": return "Write date(2024,12,31)."
    case (.string, _) where before == "interval": return "Write Add(d, 3, 'day') for three days later."
    case (_, "filter"), (_, "where"): return "Write sum(x, where: y)."
    case (_, "over"): return "Use Running(x), Previous(x), Share(x), Rank(x) or MovingAverage(x, 3)."
    case (_, "from"): return "Use Year(d), Month(d), Day(d) or Hour(t) for the parts of a date."
    case (_, "regexp"), (_, "rlike"), (_, "glob"), (_, "similar"): return "Write Match(x, '^a.*z$')."
    case (_, "div"): return "Write Int(a / b)."
    case (_, "collate"): return "Use Lower(x) to ignore case. Strings compare by their bytes."
    default: return nil
    }
  }
}

extension Token {
  /// True for `between` and `like`, which are names only if no operator can follow.
  var isWordOperator: Bool {
    switch word {
    case "between", "like", "ilike": true
    default: false
    }
  }
}
