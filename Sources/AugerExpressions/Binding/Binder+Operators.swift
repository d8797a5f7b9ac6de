import AugerColumns
import AugerDiagnostics

extension Binder {
  mutating func unary(_ operation: UnaryOperator, _ operand: ExpressionNode, _ span: SourceSpan) -> BoundNode? {
    guard let bound = bind(operand) else { return nil }
    switch operation {
    case .not: return negation(bound, span)
    case .minus: return negative(bound, span, of: "'-'")
    case .plus: return number(bound, for: "'+'")
    }
  }

  mutating func negation(_ operand: BoundNode, _ span: SourceSpan) -> BoundNode? {
    guard let operand = condition(operand, for: "not") else { return nil }
    return folded(BoundNode(.not(operand), .bool, isNullable: operand.isNullable, span))
  }

  mutating func negative(_ operand: BoundNode, _ span: SourceSpan, of name: String) -> BoundNode? {
    guard let operand = number(operand, for: name) else { return nil }
    var result = folded(BoundNode(.number(.negate, [operand]), operand.type, isNullable: operand.isNullable, span))
    result.exact = operand.exact?.negated
    return result
  }

  mutating func chain(_ first: ExpressionNode, _ terms: [ExpressionNode.Term], _ span: SourceSpan) -> BoundNode? {
    let bound = bind(first)
    let operands = terms.map { bind($0.operand) }
    switch terms.first?.operation.precedence {
    case .or, .and:
      var all: [BoundNode] = []
      for operand in [bound] + operands { if let operand { all.append(operand) } }
      guard all.count == terms.count + 1 else { return nil }
      return logic(isAnd: terms.first?.operation == .and, all, span)
    case .comparison:
      guard var result = bound else { return nil }
      for (term, operand) in zip(terms, operands) {
        let whole = SourceSpan(span.lower, term.operand.span.upper)
        guard let operand, let next = comparison(term.operation, result, operand, term.span, whole) else { return nil }
        result = next
      }
      return result
    default:
      guard var chain = bound.map({ ArithmeticChain(first: $0) }) else { return nil }
      var isWhole = true
      for (term, operand) in zip(terms, operands) {
        guard let operand, append(term, operand, to: &chain) else {
          isWhole = false
          break
        }
      }
      return isWhole ? chain.node(span, folded) : nil
    }
  }

  mutating func logic(isAnd: Bool, _ operands: [BoundNode], _ span: SourceSpan) -> BoundNode? {
    var kept: [BoundNode] = []
    var decider: BoundNode?
    for operand in operands {
      guard let operand = condition(operand, for: isAnd ? "and" : "or") else { return nil }
      // A constant that decides the result makes later operands irrelevant. Earlier operands still warn and fail
      // first. Other constants are dropped.
      if let value = operand.constant?.doubleValue {
        if (value != 0) == isAnd { continue }
        if kept.isEmpty { return .constant(.bool(!isAnd), .bool, span) }
        decider = .constant(.bool(!isAnd), .bool, operand.span)
      } else if decider == nil {
        kept.append(operand)
      }
    }
    if let decider { kept.append(decider) }
    if kept.isEmpty { return .constant(.bool(isAnd), .bool, span) }
    return folded(
      BoundNode(.logic(isAnd: isAnd, kept), .bool, isNullable: kept.contains { $0.isNullable }, span))
  }

  // MARK: Arithmetic

  private mutating func append(_ term: ExpressionNode.Term, _ operand: BoundNode, to chain: inout ArithmeticChain)
    -> Bool
  {
    if term.operation == .add,
      chain.type == .string && !chain.isBareNull || operand.type == .string && !operand.isBareNull
    {
      chain.concatenate(text(operand)) { text($0.node($0.span, folded)) }
      return true
    }
    let name = "'\(term.operation.rawValue)'"
    if term.operation == .subtract, isDifference(chain, operand) {
      let before = chain.node(chain.span, folded)
      guard let difference = difference(before, operand, term.span) else { return false }
      chain = ArithmeticChain(first: difference)
      return true
    }
    // The sum may be a number or a concatenation; the types are not known yet.
    if term.operation == .add, isUnknown([operand]) || (scope.allowsUnknownColumns && chain.isBareNull) {
      guard chain.isBareNull || number(chain.node(chain.span, folded), for: name) != nil,
        operand.isBareNull || number(operand, for: name) != nil
      else { return false }
      chain = ArithmeticChain(first: Self.unknown(chain.span.union(operand.span)))
      return true
    }
    guard chain.type != .string || chain.isBareNull else {
      return number(chain.node(chain.span, folded), for: name) != nil
    }
    guard let operand = number(operand, for: name) else { return false }
    if chain.steps.isEmpty {
      guard let first = number(chain.first, for: name) else { return false }
      chain.first = first
    }
    var left = chain.steps.isEmpty ? chain.first : BoundNode(.bareNull, chain.type, isNullable: true, chain.span)
    var right = operand
    Self.adaptLiterals(&left, &right)
    if chain.steps.isEmpty { chain.first = left }
    guard let types = arithmeticTypes(term.operation, left, right, term.span) else { return false }
    guard let converted = converted(right, to: types.right) else { return false }
    chain.steps.append(
      .init(
        operation: term.operation, leftType: types.left, operand: converted, type: types.result,
        span: SourceSpan(chain.first.span.lower, operand.span.upper)))
    chain.isNullable = chain.isNullable || operand.isNullable || term.operation == .divide || term.operation == .modulo
    chain.span = chain.span.union(operand.span)
    return true
  }

  /// Returns true if one date or timestamp is subtracted from another, or might be if types are unknown.
  private func isDifference(_ chain: ArithmeticChain, _ operand: BoundNode) -> Bool {
    if scope.allowsUnknownColumns, chain.isBareNull, operand.isBareNull { return true }
    func isMoment(_ node: BoundNode) -> Bool { node.type.isTemporal && !node.isBareNull }
    func mayBeMoment(_ node: BoundNode) -> Bool {
      isMoment(node) || node.isBareNull || node.isConstant && node.type == .string
    }
    return chain.steps.isEmpty
      && (isMoment(chain.first) && mayBeMoment(operand) || mayBeMoment(chain.first) && isMoment(operand))
  }

  private mutating func difference(_ left: BoundNode, _ right: BoundNode, _ span: SourceSpan) -> BoundNode? {
    let whole = left.span.union(right.span)
    // The difference of dates is an int, the difference of timestamps an interval.
    if scope.allowsUnknownColumns, left.isBareNull || right.isBareNull { return Self.unknown(whole) }
    guard let (a, b) = comparable(left, right, span) else { return nil }
    return folded(
      BoundNode(.difference(a, b), a.type == .date ? .int64 : .interval, isNullable: true, whole))
  }

  /// Returns the operand types and the result type: the wider of int, decimal and float. `/` always returns a float.
  mutating func arithmeticTypes(
    _ operation: BinaryOperator, _ left: BoundNode, _ right: BoundNode, _ span: SourceSpan
  ) -> (left: DataType, right: DataType, result: DataType)? {
    if operation == .divide {
      let areInts = left.type == .int64 && right.type == .int64
      return areInts ? (.int64, .int64, .float64) : (.float64, .float64, .float64)
    }
    if left.type == .float64 || right.type == .float64 { return (.float64, .float64, .float64) }
    if left.type == .int64, right.type == .int64 { return (.int64, .int64, .int64) }
    let (precisionA, scaleA) = left.decimalShape
    let (precisionB, scaleB) = right.decimalShape
    if operation == .multiply {
      let scale = scaleA + scaleB
      guard scale <= Decimal128.maximumPrecision else {
        return fail(
          .wrongArgumentType, "the product would have \(scale) digits after the point; 38 are possible", span,
          hint: "Round an operand first.")
      }
      let precision = min(precisionA + precisionB, Decimal128.maximumPrecision)
      return (
        .decimal(precision: precision, scale: scaleA), .decimal(precision: precision, scale: scaleB),
        .decimal(precision: precision, scale: scale)
      )
    }
    let scale = max(scaleA, scaleB)
    let whole = max(precisionA - scaleA, precisionB - scaleB) + (operation == .modulo ? 0 : 1)
    let type = DataType.decimal(precision: max(min(whole + scale, Decimal128.maximumPrecision), 1), scale: scale)
    return (type, type, type)
  }

  // MARK: Comparison

  mutating func comparison(
    _ operation: BinaryOperator, _ left: BoundNode, _ right: BoundNode, _ operatorSpan: SourceSpan, _ span: SourceSpan
  ) -> BoundNode? {
    var (a, b) = (left, right)
    switch operation {
    case .lessOrEqual, .greater: b = endOfDay(right, beside: left)
    case .greaterOrEqual, .less: a = endOfDay(left, beside: right)
    default: break
    }
    guard let (left, right) = comparable(a, b, operatorSpan) else { return nil }
    return folded(
      BoundNode(.compare(operation, left, right), .bool, isNullable: left.isNullable || right.isNullable, span))
  }

  /// Returns both operands in a type in which they can be compared.
  mutating func comparable(
    _ left: BoundNode, _ right: BoundNode, _ span: SourceSpan
  ) -> (left: BoundNode, right: BoundNode)? {
    var (a, b) = (left, right)
    if a.type.isTemporal, !a.isBareNull, b.type == .string, b.isConstant, !b.isBareNull {
      guard let moment = moment(b, as: a.type) else { return nil }
      b = moment
    } else if b.type.isTemporal, !b.isBareNull, a.type == .string, a.isConstant, !a.isBareNull {
      guard let moment = moment(a, as: b.type) else { return nil }
      a = moment
    }
    if a.type.isSpelled, b.type == .string, b.isConstant, !b.isBareNull {
      guard let value = spelled(b, as: a.type) else { return nil }
      b = value
    } else if b.type.isSpelled, a.type == .string, a.isConstant, !a.isBareNull {
      guard let value = spelled(a, as: b.type) else { return nil }
      a = value
    }
    Self.adaptLiterals(&a, &b)
    (a, b) = (Self.inPlainTime(a, beside: b), Self.inPlainTime(b, beside: a))
    if let type = Self.commonType([a, b], forComparison: true) {
      guard let x = converted(a, to: type), let y = converted(b, to: type) else { return nil }
      return (x, y)
    }
    // Decimals without a common decimal type are compared value by value.
    if case .decimal = a.type, case .decimal = b.type { return (a, b) }
    let isWithString = a.type == .string || b.type == .string
    let isWithDate = a.type.isTemporal || b.type.isTemporal
    let way = isWithDate ? "Write date(2024,12,31)." : "Convert the number with string(x)."
    return fail(
      .wrongArgumentType, "\(a.type.described) cannot be compared with \(b.type.described)", span,
      hint: note(on: a) ?? note(on: b) ?? (isWithString ? way : nil))
  }

  /// Returns the upper end of a range for comparison with timestamps.
  ///
  /// A date in `<=` and `>` includes its last microsecond, in the time zone of the timestamps. In `==` and `<`, it
  /// means its midnight.
  private func endOfDay(_ node: BoundNode, beside other: BoundNode) -> BoundNode {
    guard node.isUpperEnd, case .timestamp = other.type, !other.isBareNull, var value = node.constant else {
      return node
    }
    if case .string(let text) = value, let date = Scalar(text: text, type: .date) { value = date }
    guard case .date = value else { return node }
    return .constant(value.upperEnd, .timestamp, node.span)
  }

  /// Converts a string constant to a date or timestamp, usually `YYYY-MM-DD`.
  mutating func moment(_ node: BoundNode, as type: DataType) -> BoundNode? {
    guard case .string(let text) = node.constant else { return node }
    let bytes = Array(text.utf8)
    if let date = CivilDate(infinity: text) ?? TemporalText.date(bytes.span) {
      // For a column with a time zone, midnight is local: converting the date accounts for that.
      return type == .timestamp
        ? .constant(.timestamp(Timestamp(date)), type, node.span) : .constant(.date(date), .date, node.span)
    }
    if let moment = TemporalText.moment(bytes.span) {
      if !moment.hasOffset { return .constant(.timestamp(moment.timestamp), .timestamp, node.span) }
      if case .timestamp(.some) = type { return .constant(.timestamp(moment.timestamp), type, node.span) }
    }
    return fail(
      .wrongArgumentValue, "'\(text)' is not a date", node.span,
      hint: "Write dates as 'YYYY-MM-DD' or date(2024,12,31).")
  }

  /// Converts a string constant to a time of day, interval or bytes.
  mutating func spelled(_ node: BoundNode, as type: DataType) -> BoundNode? {
    guard case .string(let text) = node.constant else { return node }
    if let value = Scalar(text: text, type: type) { return .constant(value, type, node.span) }
    let form =
      switch type {
      case .time: "times are written 'HH:MM:SS'"
      case .interval: "intervals are written 'P1Y2M3DT4H5M6S'"
      default: "bytes are written '\\x00ff'"
      }
    return fail(.wrongArgumentValue, "'\(text)' is not \(type.described)", node.span, hint: form)
  }

  mutating func inList(
    _ operand: ExpressionNode, _ items: [ExpressionNode], _ isNegated: Bool, _ span: SourceSpan
  ) -> BoundNode? {
    let subject = bind(operand)
    var values: [BoundNode] = []
    var ranges: [(lower: BoundNode, upper: BoundNode)] = []
    var isWhole = true
    for item in items {
      if case .variable(let name, nil) = item.kind {
        guard let argument = argument(name, item.span) else {
          isWhole = false
          continue
        }
        switch argument {
        case .scalar(let value): values.append(Self.variable(value, name, item.span))
        case .list(let list): values += list.map { Self.variable($0, name, item.span) }
        case .range(let lower, let upper):
          ranges.append((Self.variable(lower, name, item.span), Self.variable(upper, name, item.span)))
        }
      } else if let bound = bind(item) {
        values.append(bound)
      } else {
        isWhole = false
      }
    }
    guard let subject, isWhole else { return nil }
    // An empty list contains no value, not even null.
    if values.isEmpty, ranges.isEmpty { return .constant(.bool(isNegated), .bool, span) }
    var alternatives: [BoundNode] = []
    if !values.isEmpty {
      guard let tests = membership(of: subject, in: values, span) else { return nil }
      alternatives = tests
    }
    for range in ranges {
      guard let test = between(subject, range.lower, range.upper, span) else { return nil }
      alternatives.append(test)
    }
    guard let result = alternatives.count == 1 ? alternatives[0] : logic(isAnd: false, alternatives, span) else {
      return nil
    }
    return isNegated ? negation(result, span) : result
  }

  mutating func between(
    _ subject: BoundNode, _ lower: BoundNode, _ upper: BoundNode, _ span: SourceSpan
  ) -> BoundNode? {
    var (last, upper) = (subject, upper)
    if upper.isConstant {
      upper.isUpperEnd = true
    } else if upper.type == .date, case .timestamp = subject.type, !subject.isBareNull {
      // Each row has its own end, so days are compared.
      guard let day = converted(wallClock(subject), to: .date) else { return nil }
      last = day
    }
    guard let atLeast = comparison(.greaterOrEqual, subject, lower, lower.span, span),
      let atMost = comparison(.lessOrEqual, last, upper, upper.span, span)
    else { return nil }
    return logic(isAnd: true, [atLeast, atMost], span)
  }

  /// Returns tests whose disjunction is membership: one for all constants, and one for each other value.
  private mutating func membership(of subject: BoundNode, in values: [BoundNode], _ span: SourceSpan) -> [BoundNode]? {
    var constants: [BoundNode] = []
    var tests: [BoundNode] = []
    for value in values {
      if value.isBareNull {
        constants.append(value)
        continue
      }
      guard let (left, right) = comparable(subject, value, value.span) else { return nil }
      // If the subject itself had to be widened, a separate comparison preserves the single type of the set.
      if right.isConstant, left.type == subject.type, left.type == right.type {
        constants.append(right)
      } else {
        let isNullable = left.isNullable || right.isNullable
        tests.append(folded(BoundNode(.compare(.equal, left, right), .bool, isNullable: isNullable, span)))
      }
    }
    if !constants.isEmpty {
      let set = ConstantSet(constants.compactMap(\.constant), type: subject.type)
      tests.insert(
        folded(BoundNode(.inSet(subject, set), .bool, isNullable: subject.isNullable || set.hasNull, span)), at: 0)
    }
    return tests
  }
}

/// A chain of `+ -` or of `* / %` during binding.
private struct ArithmeticChain {
  var first: BoundNode
  var steps: [BoundNode.ArithmeticStep] = []
  /// The operands to concatenate, once the chain has become a string.
  private var parts: [BoundNode] = []
  var isNullable: Bool
  var span: SourceSpan

  init(first: BoundNode) {
    self.first = first
    isNullable = first.isNullable
    span = first.span
  }

  var type: DataType { parts.isEmpty ? steps.last?.type ?? first.type : .string }

  var isBareNull: Bool { steps.isEmpty && parts.isEmpty && first.isBareNull }

  func node(_ span: SourceSpan, _ folded: (BoundNode) -> BoundNode) -> BoundNode {
    if !parts.isEmpty { return folded(BoundNode(.concatenate(parts), .string, isNullable: isNullable, span)) }
    guard !steps.isEmpty else {
      var node = first
      node.span = span
      return node
    }
    return folded(BoundNode(.arithmetic(first, steps), type, isNullable: isNullable, span))
  }

  /// Converts the chain so far to a string and appends the operand. Later operands are also appended.
  mutating func concatenate(_ operand: BoundNode, _ text: (ArithmeticChain) -> BoundNode) {
    if parts.isEmpty { parts.append(text(self)) }
    parts.append(operand)
    span = span.union(operand.span)
    isNullable = isNullable || operand.isNullable
  }
}
