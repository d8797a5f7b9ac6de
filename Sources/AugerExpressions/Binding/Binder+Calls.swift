import AugerColumns
import AugerDiagnostics

extension Binder {
  mutating func call(
    _ name: String, _ nameSpan: SourceSpan, _ arguments: [ExpressionNode], _ span: SourceSpan
  ) -> BoundNode? {
    if let function = AggregateFunction(called: name, argumentCount: arguments.count) {
      return aggregate(function, arguments, span)
    }
    guard let function = FunctionCatalogue.function(named: name) else {
      for argument in arguments { _ = bind(argument) }
      let hint =
        ForeignFunctions.hint(for: name)
        ?? DidYouMean.hint(for: name, among: FunctionCatalogue.names, listing: "functions")
      return fail(.unknownFunction, "function '\(name)' is not known", nameSpan, hint: hint)
    }
    if function.group == .window { return window(function, arguments, span) }
    guard hasRightCount(function, arguments, span) else { return nil }
    if function.name == "Between", arguments.count == 2 { return betweenRange(arguments, span) }
    var bound: [BoundNode] = []
    var isUnknown = false
    for (index, argument) in arguments.enumerated() {
      let parameter = function.parameters[min(index, function.parameters.count - 1)]
      let before = unknownColumns
      guard let node = bind(argument) else { continue }
      if index == 0 { isUnknown = self.isUnknown([node]) }
      if parameter.isConstant, unknownColumns > before {
        reportNoConstant(parameter, function, node.span)
      } else if let node = checked(node, parameter, function) {
        bound.append(node)
      }
    }
    guard bound.count == arguments.count else { return nil }
    switch function.group {
    case .number: return numeric(function.name, bound, span)
    case .date:
      let result = temporal(function.name, bound, span)
      // A shifted time is a time and a shifted date is a date: the result has the type of the argument.
      return isUnknown && result?.type.isTemporal == true ? Self.unknown(span) : result
    case .text: return textual(function.name, bound, span)
    case .logic, .aggregate, .window: return logical(function.name, bound, arguments, span)
    }
  }

  mutating func hasRightCount(
    _ function: FunctionDescription, _ arguments: [ExpressionNode], _ span: SourceSpan
  ) -> Bool {
    let parameters = function.parameters
    let least = parameters.count { !$0.isOptional }
    let most = parameters.last?.isRepeated == true ? Int.max : parameters.count
    var isRight = arguments.count >= least && arguments.count <= most
    if function.name == "Date" { isRight = arguments.count == 1 || (3...6).contains(arguments.count) }
    if isRight { return true }
    let wanted =
      most == .max ? "at least \(least)" : least == most ? "\(least)" : "\(least) to \(most)"
    let isOne = least == 1 && (most == 1 || most == .max)
    report(
      .wrongArgumentCount, "\(function.name) takes \(wanted) argument\(isOne ? "" : "s"), not \(arguments.count)", span,
      hint: function.signature)
    return false
  }

  /// Returns the argument in a type that the parameter accepts.
  mutating func checked(
    _ node: BoundNode, _ parameter: FunctionDescription.Parameter, _ function: FunctionDescription
  ) -> BoundNode? {
    if parameter.isConstant, !node.isConstant {
      reportNoConstant(parameter, function, node.span)
      return nil
    }
    switch parameter.kind {
    case .any: return node
    case .number: return number(node, for: function.name)
    case .condition: return condition(node, for: function.name)
    case .integer: return integer(node, parameter, function)
    case .string, .grain:
      if node.isBareNull { return .constant(.null, .string, node.span) }
      if node.type == .string { return node }
      return fail(
        .wrongArgumentType, "'\(parameter.name)' of \(function.name) is a string, not \(node.type.described)",
        node.span,
        hint: "Convert the argument with string(x).")
    case .clock where node.type == .time: return node
    case .interval:
      if node.isBareNull { return .constant(.null, .interval, node.span) }
      if node.type == .interval { return node }
      if node.type == .string, node.isConstant { return spelled(node, as: .interval) }
      return fail(
        .wrongArgumentType, "\(function.name) takes an interval, not \(node.type.described)", node.span,
        hint: "Pass an interval, for example the difference of two timestamps.")
    case .date, .clock:
      if node.isBareNull { return .constant(.null, .timestamp, node.span) }
      if node.type.isTemporal { return node }
      if node.type == .string, node.isConstant { return moment(node, as: .date) }
      return fail(
        .wrongArgumentType, "\(function.name) takes a date, not \(node.type.described)", node.span,
        hint: note(on: node) ?? (node.type == .string ? "Convert a string YYYY-MM-DD with date(x)." : nil))
    }
  }

  mutating func reportNoConstant(
    _ parameter: FunctionDescription.Parameter, _ function: FunctionDescription, _ span: SourceSpan
  ) {
    report(
      .constantRequired, "'\(parameter.name)' of \(function.name) must be a constant or a variable", span,
      hint: function.signature)
  }

  private mutating func integer(
    _ node: BoundNode, _ parameter: FunctionDescription.Parameter, _ function: FunctionDescription
  ) -> BoundNode? {
    if node.isBareNull { return .constant(.null, .int64, node.span) }
    if node.type == .int64 { return node }
    if node.type == .bool { return converted(node, to: .int64) }
    // A slider may deliver 3 as 3.0.
    if let value = node.constant, node.type.isNumeric {
      if value.isNull { return .constant(.null, .int64, node.span) }
      if let whole = value.doubleValue.flatMap({ Int64(exactly: $0) }) {
        return .constant(.int(whole), .int64, node.span)
      }
    }
    return fail(
      .wrongArgumentType, "'\(parameter.name)' of \(function.name) must be an integer, not \(node.type.described)",
      node.span,
      hint: node.type.isNumeric ? "Convert the argument with int(x), which rounds down." : note(on: node))
  }

  // MARK: Numbers

  private mutating func numeric(_ name: String, _ arguments: [BoundNode], _ span: SourceSpan) -> BoundNode? {
    func node(_ function: NumericFunction, _ operands: [BoundNode], _ type: DataType, canFail: Bool = true) -> BoundNode
    {
      folded(
        BoundNode(.number(function, operands), type, isNullable: canFail || operands.contains { $0.isNullable }, span))
    }
    guard let x = arguments.first else { return .constant(.float(Double.pi), .float64, span) }
    let digits: Int
    if arguments.count == 2, case .int(let value) = arguments[1].constant {
      // No number has more digits on either side than a float.
      digits = Int(min(max(value, -400), 400))
    } else {
      digits = 0
    }
    switch name {
    case "Abs": return node(.abs, [x], x.type, canFail: false)
    case "Neg": return negative(x, span, of: name)
    case "Sign": return node(.sign, [x], .int64, canFail: false)
    case "Int": return node(.int, [x], .int64, canFail: false)
    case "Ceiling": return rounded(.up, x, 0, span)
    case "Floor": return rounded(.down, x, 0, span)
    case "Truncate", "Round":
      if arguments.count == 2, arguments[1].constant?.isNull == true { return .constant(.null, x.type, span) }
      return rounded(name == "Round" ? .nearest : .towardZero, x, digits, span)
    case "Bin":
      if arguments.count == 2 { return binned(x, arguments[1], span) }
      return scope.allowsUnknownColumns ? binned(x, .constant(.int(1), .int64, span), span) : noRows(name, span)
    case "Mod":
      var (a, b) = (arguments[0], arguments[1])
      Self.adaptLiterals(&a, &b)
      guard let types = arithmeticTypes(.modulo, a, b, span), let left = converted(a, to: types.left),
        let right = converted(b, to: types.right)
      else { return nil }
      let step = BoundNode.ArithmeticStep(
        operation: .modulo, leftType: types.left, operand: right, type: types.result, span: span)
      return folded(BoundNode(.arithmetic(left, [step]), types.result, isNullable: true, span))
    case "Fact":
      let shape: FunctionDescription.Parameter = .init("x", .integer)
      guard let function = FunctionCatalogue.function(named: name), let whole = integer(x, shape, function) else {
        return nil
      }
      return node(.factorial, [whole], .int64)
    default:
      let functions: [String: NumericFunction] = [
        "Cos": .cos, "Sin": .sin, "Tan": .tan, "Exp": .exp, "Log": .log, "LogTen": .logTen, "Sqrt": .sqrt,
        "Power": .power,
      ]
      guard let function = functions[name] else { preconditionFailure("the binder does not know \(name)") }
      var floats: [BoundNode] = []
      for argument in arguments {
        guard let float = converted(argument, to: .float64) else { return nil }
        floats.append(float)
      }
      return node(function, floats, .float64)
    }
  }

  private mutating func binned(_ x: BoundNode, _ width: BoundNode, _ span: SourceSpan) -> BoundNode? {
    guard let size = width.constant?.doubleValue, size > 0, size.isFinite else {
      return fail(.wrongArgumentValue, "the width of a bin is a number above 0", width.span, hint: "Write Bin(x, 10).")
    }
    var (a, b) = (x, width)
    Self.adaptLiterals(&a, &b)
    guard let types = arithmeticTypes(.add, a, b, span), let left = converted(a, to: types.left),
      let constant = converted(b, to: types.right)?.constant
    else { return nil }
    return folded(BoundNode(.bin(left, width: constant), types.result, isNullable: x.isNullable, span))
  }

  private func rounded(_ mode: RoundingMode, _ x: BoundNode, _ digits: Int, _ span: SourceSpan) -> BoundNode {
    var type = x.type
    if case .decimal(let precision, let scale) = x.type {
      if digits >= scale { return x }
      let kept = max(digits, 0)
      type = .decimal(precision: min(max(precision - scale + kept + 1, -digits + 1), 38), scale: kept)
    }
    return folded(BoundNode(.round(mode, x, digits: digits), type, isNullable: x.isNullable, span))
  }

  // MARK: Dates

  private mutating func temporal(_ name: String, _ arguments: [BoundNode], _ span: SourceSpan) -> BoundNode? {
    if name == "Today" || name == "Now" { return clock(name, arguments.first, span) }
    if let unit = FunctionCatalogue.recentUnit(name) { return recent(name, unit, arguments, span) }
    let d = arguments[0]
    func part(_ part: DatePart) -> BoundNode {
      let shown = wallClock(d)
      return folded(BoundNode(.datePart(part, shown), .int64, isNullable: d.isNullable, span))
    }
    switch name {
    case "Date": return date(arguments, span)
    case "Year": return part(.year)
    case "Quarter": return part(.quarter)
    case "Month": return part(.month)
    case "Week": return part(.week)
    case "WeekYear": return part(.weekYear)
    case "Day": return part(.day)
    case "DayNumber": return part(.dayNumber)
    case "Hour": return part(.hour)
    case "Minute": return part(.minute)
    case "Second": return part(.second)
    case "FiscalYear", "FiscalQuarter":
      guard case .int(let month) = arguments[1].constant, (1...12).contains(month) else {
        return fail(.wrongArgumentValue, "a fiscal year begins with a month from 1 to 12", arguments[1].span)
      }
      return part(name == "FiscalYear" ? .fiscalYear(startMonth: Int(month)) : .fiscalQuarter(startMonth: Int(month)))
    case "InZone": return inZone(d, arguments[1], span)
    case "StartOf":
      guard let grain = grain(arguments[1]) else { return nil }
      return start(of: grain, d, span)
    case "AddMonths": return shifted(d, arguments[1], .month, span)
    case "Seconds": return folded(BoundNode(.seconds(d), .float64, isNullable: true, span))
    case "RelativeDate": return shifted(d, arguments[1], .day, span)
    case "RelativeTime": return shifted(d, arguments[1], .second, span)
    default:
      guard let grain = grain(arguments[2]) else { return nil }
      return shifted(d, arguments[1], grain, span)
    }
  }

  private mutating func start(of grain: CalendarUnit, _ d: BoundNode, _ span: SourceSpan) -> BoundNode {
    guard let zone = zone(of: d.type, span) else {
      return folded(BoundNode(.startOf(grain, d), d.type, isNullable: d.isNullable, span))
    }
    if grain.microseconds != nil {
      return folded(BoundNode(.zoned(.startOf(grain), d, zone), d.type, isNullable: d.isNullable, span))
    }
    let start = folded(BoundNode(.startOf(grain, wallClock(d)), .timestamp, isNullable: d.isNullable, span))
    return instant(start, in: d.type)
  }

  private mutating func shifted(_ d: BoundNode, _ amount: BoundNode, _ grain: CalendarUnit, _ span: SourceSpan)
    -> BoundNode?
  {
    // A date cannot represent hours.
    guard let d = d.type == .date && grain.microseconds != nil ? converted(d, to: .timestamp) : d else { return nil }
    // A day later means the same time on the next day, even if that day has 23 hours.
    if grain.microseconds == nil, zone(of: d.type, span) != nil {
      return shifted(wallClock(d), amount, grain, span).map { instant($0, in: d.type) }
    }
    return folded(
      BoundNode(.dateShift(grain, d, by: amount), d.type, isNullable: d.isNullable || amount.isNullable, span))
  }

  private mutating func grain(_ node: BoundNode) -> CalendarUnit? {
    guard case .string(let name) = node.constant else {
      return fail(.wrongArgumentValue, "a grain cannot be null", node.span)
    }
    if let grain = CalendarUnit(rawValue: name.lowercased()) { return grain }
    let hint = DidYouMean.hint(for: name, among: CalendarUnit.allCases.map(\.rawValue), listing: "grains")
    return fail(.wrongArgumentValue, "'\(name)' is not a grain", node.span, hint: hint)
  }

  private mutating func date(_ arguments: [BoundNode], _ span: SourceSpan) -> BoundNode? {
    if arguments.count == 1 {
      let d = arguments[0]
      if d.isBareNull { return .constant(.null, .date, span) }
      switch d.type {
      case .date: return d
      case .timestamp:
        return converted(wallClock(d), to: .date).map { BoundNode($0.kind, $0.type, isNullable: $0.isNullable, span) }
      case .string:
        if d.isConstant {
          guard let moment = moment(d, as: .date) else { return nil }
          return converted(moment, to: .date)
        }
        return BoundNode(.parseDate(d), .date, isNullable: true, span)
      default:
        return fail(
          .wrongArgumentType, "Date takes a date, not \(d.type.described)", d.span,
          hint: "Write Date(year, month, day).")
      }
    }
    guard let function = FunctionCatalogue.function(named: "Date"),
      let year = integer(arguments[0], .init("year", .integer), function)
    else { return nil }
    let parts = [year] + arguments.dropFirst()
    let node = folded(BoundNode(.makeDate(parts), arguments.count == 3 ? .date : .timestamp, isNullable: true, span))
    if parts.allSatisfy(\.isConstant), !node.isConstant {
      return fail(
        .wrongArgumentValue, "this date does not exist", span,
        hint: "Write Date(year, month, day[, hour, minute, second]).")
    }
    return node
  }

  // MARK: Strings

  /// Binds the conversion of a string to a number, in a named language or in English.
  private mutating func written(_ arguments: [BoundNode], _ span: SourceSpan) -> BoundNode? {
    var language = "en"
    if arguments.count > 1 {
      guard case .string(let name) = arguments[1].constant else {
        return fail(.wrongArgumentValue, "a language cannot be null", arguments[1].span)
      }
      language = name
    }
    guard let writing = WrittenNumber(language: language) else {
      let hint = DidYouMean.hint(for: language, among: WrittenNumber.languages, listing: "languages")
      return fail(.wrongArgumentValue, "the language '\(language)' is not known", arguments[1].span, hint: hint)
    }
    return folded(BoundNode(.parseNumber(writing, arguments[0]), .float64, isNullable: true, span))
  }

  private mutating func textual(_ name: String, _ arguments: [BoundNode], _ span: SourceSpan) -> BoundNode? {
    let isNullable = arguments.contains { $0.isNullable }
    switch name {
    case "String":
      var result = text(arguments[0])
      result.span = span
      return result
    case "ToNumber": return written(arguments, span)
    case "Concat":
      return folded(BoundNode(.concatenate(arguments.map(text)), .string, isNullable: isNullable, span))
    case "Match":
      guard case .string(let text) = arguments[1].constant else { return .constant(.null, .bool, span) }
      do throws(TextPattern.Mistake) {
        let pattern = try TextPattern(text)
        return folded(BoundNode(.match(pattern, arguments[0]), .bool, isNullable: isNullable, span))
      } catch {
        return fail(
          .wrongArgumentValue, "the pattern cannot be read: \(error.message)", arguments[1].span,
          hint: "Write a backslash before ^ $ . [ ] * + ? \\ to match the character itself.")
      }
    default:
      let functions: [String: (TextFunction, DataType)] = [
        "Contains": (.contains, .bool), "EndsWith": (.endsWith, .bool), "StartsWith": (.startsWith, .bool),
        "Len": (.len, .int64), "Pos": (.pos, .int64), "Left": (.left, .string), "Right": (.right, .string),
        "Mid": (.mid, .string), "Replace": (.replace, .string), "Lower": (.lower, .string), "Upper": (.upper, .string),
        "Trim": (.trim, .string), "LeftTrim": (.leftTrim, .string), "RightTrim": (.rightTrim, .string),
        "WordCap": (.wordCap, .string),
      ]
      guard let (function, type) = functions[name] else { preconditionFailure("the binder does not know \(name)") }
      var arguments = arguments
      if function == .pos, arguments.count == 2 { arguments.append(.constant(.int(1), .int64, span)) }
      return folded(BoundNode(.text(function, arguments), type, isNullable: isNullable, span))
    }
  }
}
