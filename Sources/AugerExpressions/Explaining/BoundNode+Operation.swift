import AugerColumns

extension BoundNode {
  /// The operation of the node, in terms of the language.
  var operationText: String {
    switch kind {
    case .constant(let value): constantText(value)
    case .bareNull: constantText(.null)
    case .column(let index): "column \(index)"
    case .convert: "as \(type)"
    case .arithmetic(_, let steps): steps.map(\.operation.rawValue).joined(separator: " ")
    case .compare(let operation, _, _): operation.rawValue
    case .logic(let isAnd, _): isAnd ? "and" : "or"
    case .not: "not"
    case .isNull(_, let isNegated): isNegated ? "is not null" : "is null"
    case .inSet(_, let set): "in (" + (set.values + (set.hasNull ? [.null] : [])).listText + ")"
    case .choose(let cases, _): cases.count == 1 ? "if" : "Case"
    case .coalesce: "Coalesce"
    case .extreme(let isMaximum, _): isMaximum ? "Max" : "Min"
    case .number(let function, _): function.name
    case .round(let mode, _, let digits): mode.text(digits)
    case .datePart(let part, _): part.text
    case .dateShift(let grain, _, _): "Add \(grain.rawValue)"
    case .startOf(let grain, _), .zoned(.startOf(let grain), _, _): "StartOf \(grain.rawValue)"
    case .makeDate, .parseDate: "Date"
    case .parseNumber: "ToNumber"
    case .difference: "-"
    case .seconds: "Seconds"
    case .bin(_, let width): "Bin of \(width.literalText)"
    case .concatenate: "Concat"
    case .text(let function, _): function.name
    case .match(let pattern, _): "Match " + Lexer.quote(pattern.text, "'", "'")
    case .zoned(.toWallClock, _, let zone): "clock of \(zone.name)"
    case .zoned(.toInstant, _, let zone): "instant in \(zone.name)"
    case .window(let function, _): function.text
    }
  }

  private func constantText(_ value: Scalar) -> String {
    value.literalText + (variable.map { " (\(Lexer.variable($0)))" } ?? "")
  }
}

extension [Scalar] {
  /// The first few values.
  fileprivate var listText: String {
    prefix(5).map(\.literalText).joined(separator: ", ") + (count > 5 ? ", ... \(count) in all" : "")
  }
}

extension NumericFunction {
  fileprivate var name: String {
    switch self {
    case .abs: "Abs"
    case .negate: "Neg"
    case .sign: "Sign"
    case .int: "Int"
    case .factorial: "Fact"
    case .cos: "Cos"
    case .sin: "Sin"
    case .tan: "Tan"
    case .exp: "Exp"
    case .log: "Log"
    case .logTen: "LogTen"
    case .sqrt: "Sqrt"
    case .power: "Power"
    }
  }
}

extension RoundingMode {
  fileprivate func text(_ digits: Int) -> String {
    switch self {
    case .nearest: "Round to \(digits) decimals"
    case .towardZero: "Truncate to \(digits) decimals"
    case .up: "Ceiling"
    case .down: "Floor"
    }
  }
}

extension DatePart {
  fileprivate var text: String {
    switch self {
    case .year: "Year"
    case .quarter: "Quarter"
    case .month: "Month"
    case .day: "Day"
    case .dayNumber: "DayNumber"
    case .week: "Week"
    case .weekYear: "WeekYear"
    case .hour: "Hour"
    case .minute: "Minute"
    case .second: "Second"
    case .fiscalYear(let month): "FiscalYear from month \(month)"
    case .fiscalQuarter(let month): "FiscalQuarter from month \(month)"
    }
  }
}

extension TextFunction {
  fileprivate var name: String {
    switch self {
    case .left: "Left"
    case .right: "Right"
    case .mid: "Mid"
    case .replace: "Replace"
    case .lower: "Lower"
    case .upper: "Upper"
    case .trim: "Trim"
    case .leftTrim: "LeftTrim"
    case .rightTrim: "RightTrim"
    case .wordCap: "WordCap"
    case .len: "Len"
    case .pos: "Pos"
    case .contains: "Contains"
    case .startsWith: "StartsWith"
    case .endsWith: "EndsWith"
    }
  }
}

extension WindowFunction {
  fileprivate var text: String {
    switch self {
    case .running: "Running"
    case .previous: "Previous"
    case .share: "Share"
    case .rank: "Rank"
    case .movingAverage(let count): "MovingAverage of \(count)"
    }
  }
}
