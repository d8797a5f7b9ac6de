import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

extension VariableDefinition {
  /// Returns a value in the variable's type, if it is valid.
  ///
  /// Throws `variableType`, `notAmongChoices`, `outOfBounds` or `offStep`, with the nearest valid value.
  func checked(_ value: Scalar) throws(DiagnosticError) -> Scalar {
    let what = "variable '$\(name)'"
    switch type {
    case .enumeration:
      let text = value.description
      if choices.contains(where: { Name($0.value) == Name(text) }) { return .string(text) }
      throw DiagnosticError(
        Diagnostic(
          .notAmongChoices, "'\(text)' is not among the choices of \(what)",
          hint: DidYouMean.hint(for: text, among: choices.map(\.value), listing: "choices")
        ).nearest(DidYouMean.nearest(to: text, among: choices.map(\.value)).map { ScalarLiteral.text(.string($0)) }))
    case .boolean:
      if let bool = value.converted(to: .bool) { return bool }
    case .integer:
      if let int = value.converted(to: .int64) { return try bounds.checked(int, what) }
    case .float:
      if let number = value.number { return try bounds.checked(number, what).canonicalNumber }
    case .date, .datetime:
      if let date = value.converted(to: .date) { return try bounds.checked(date, what) }
      if let moment = value.converted(to: .timestamp) { return try bounds.checked(moment, what) }
    }
    throw DiagnosticError(Diagnostic(.variableType, "'\(value)' is not \(type.words): \(what)"))
  }
}

extension VariableType {
  var words: String {
    switch self {
    case .integer: "a whole number"
    case .float: "a number"
    case .boolean: "true or false"
    case .date, .datetime: "a date"
    case .enumeration: "a choice"
    }
  }
}

extension ControlBounds {
  /// Checks a number or date against the bounds, steps and decimals.
  func checked(_ value: Scalar, _ what: String) throws(DiagnosticError) -> Scalar {
    if let min, Scalar.compare(value, min) < 0 { throw outside(value, what, nearest: min) }
    if let max, Scalar.compare(value, max) > 0 { throw outside(value, what, nearest: max) }
    guard let nearest = nearest(to: value), Scalar.compare(nearest, value) != 0 else { return value }
    throw DiagnosticError(
      Diagnostic(.offStep, "\(what) cannot be \(value)", hint: "Use the nearest valid value, \(nearest).")
        .nearest(ScalarLiteral.text(nearest.canonicalNumber)))
  }

  /// Returns the error for a value that exceeds the bound `end`.
  private func outside(_ value: Scalar, _ what: String, nearest end: Scalar) -> DiagnosticError {
    let legal = nearest(to: end) ?? end
    let limits = [min.map { "at least \($0)" }, max.map { "at most \($0)" }].compactMap(\.self)
    return DiagnosticError(
      Diagnostic(.outOfBounds, "\(what) cannot be \(value)", hint: limits.joined(separator: " and "))
        .nearest(ScalarLiteral.text(legal.canonicalNumber)))
  }

  /// Returns the valid value nearest to a value within the bounds; nil if all are valid. Steps count from `min`, or
  /// from 0.
  private func nearest(to value: Scalar) -> Scalar? {
    if case .date(let date) = value {
      guard let step, step >= 1 else { return nil }
      let start = if case .date(let min)? = min { min } else { CivilDate(days: 0) }
      var steps = ((Double(date.days) - Double(start.days)) / step).rounded()
      if case .date(let max)? = max, Double(start.days) + steps * step > Double(max.days) { steps -= 1 }
      // No next step exists if the result exceeds the calendar. Return the start, which is valid.
      let days = Int32(exactly: (Double(start.days) + steps * step).rounded(.towardZero))
      return .date(date.isFinite ? days.map { CivilDate(days: $0) } ?? start : start)
    }
    guard let number = value.decimal else { return nil }
    let start = min?.decimal ?? Decimal128(0)
    let size = step.flatMap { $0 > 0 ? Decimal128(shortest: $0) : nil }
    var legal = number
    if let size {
      guard let stepped = Self.snapped(number, from: start, by: size) else { return nil }
      legal = stepped
    }
    if let decimals, legal.scale > decimals {
      guard let rounded = legal.rescaled(to: decimals) else { return nil }
      legal = rounded
    }
    if let max = max?.decimal, let size, legal > max {
      legal = Self.snapped(max, from: start, by: size, roundingDown: true) ?? legal
    }
    return .decimal(legal.normalized)
  }

  /// Returns `start` plus the number of whole steps nearest to `number`; nil if the result exceeds 38 digits.
  private static func snapped(
    _ number: Decimal128, from start: Decimal128, by step: Decimal128, roundingDown: Bool = false
  ) -> Decimal128? {
    let scale = Swift.max(number.scale, start.scale, step.scale)
    guard let distance = number.subtracting(start)?.rescaled(to: scale), let size = step.rescaled(to: scale),
      size.unscaled > 0
    else { return nil }
    var (steps, rest) = distance.unscaled.quotientAndRemainder(dividingBy: size.unscaled)
    if rest < 0 { (steps, rest) = (steps - 1, rest + size.unscaled) }
    if !roundingDown, rest >= size.unscaled - rest { steps += 1 }
    return size.multiplied(by: steps).flatMap { start.adding($0) }
  }
}

extension Scalar {
  /// Returns the nearest of some values as it is written in a query string: numbers by distance, strings by spelling.
  func nearest(among values: [Scalar]) -> String? {
    if let own = doubleValue {
      let numbers = values.compactMap { value in value.doubleValue.map { (($0 - own).magnitude, value) } }
      return numbers.min { $0.0 < $1.0 }.map { ScalarLiteral.text($0.1) }
    }
    let texts = values.filter { !$0.isNull }
    let name = DidYouMean.nearest(to: description, among: texts.map(\.description))
    return texts.first { value in name.map { Name($0) == Name(value.description) } ?? false }.map(ScalarLiteral.text)
  }

  /// Returns true if the two values can be ordered: numbers, dates, or values of one type.
  fileprivate func isComparable(with other: Scalar) -> Bool {
    guard let type, let otherType = other.type else { return false }
    return type == otherType || (type.isNumeric && otherType.isNumeric) || (type.isTemporal && otherType.isTemporal)
  }

  fileprivate var isNaN: Bool { doubleValue?.isNaN == true }

  /// The number, or the number that a string contains.
  var number: Scalar? {
    switch self {
    case .int, .float, .decimal: self
    case .string(let text): Scalar(text: text, type: .float64)
    default: nil
    }
  }

  /// The number in the canonical form of query strings: an integer, or a decimal without trailing zeros. Equal numbers
  /// in different notations become equal values.
  var canonicalNumber: Scalar {
    guard let decimal = decimal?.normalized else { return self }
    if decimal.scale == 0, let whole = Int64(exactly: decimal.unscaled) { return .int(whole) }
    return .decimal(decimal)
  }

  /// The same number as a decimal; a float is converted from its shortest representation.
  var decimal: Decimal128? {
    switch self {
    case .int(let value): Decimal128(value)
    case .decimal(let value): value
    case .float(let value): Decimal128(shortest: value)
    default: nil
    }
  }
}

extension Dashboard {
  /// Returns the new state of a filter, if it is valid.
  func checked(_ state: FilterState, for filter: FilterDefinition) throws(DiagnosticError) -> FilterState {
    switch (state, filter.kind) {
    case (.picks(let values), .picklist):
      if !values.isEmpty { return .picks(values.unique) }
      throw DiagnosticError(
        Diagnostic(
          .filterKind, "filter '\(filter.name)' has no selected values", hint: "Set the filter to nil to remove it."))
    case (.range(let lower, let upper), .range):
      if lower.isComparable(with: upper), Scalar.compare(lower, upper) <= 0, !lower.isNaN, !upper.isNaN { return state }
      throw DiagnosticError(
        Diagnostic(
          .filterRange, "filter '\(filter.name)' cannot reach from \(lower) to \(upper)",
          hint: "Give two values of the same type, the lower one first, and not NaN."))
    case (.picks, .range):
      throw DiagnosticError(
        Diagnostic(.filterKind, "filter '\(filter.name)' takes a range", hint: "Write filter.\(filter.name)=1..5."))
    case (.range, .picklist):
      throw DiagnosticError(
        Diagnostic(
          .filterKind, "filter '\(filter.name)' takes a list of values", hint: "Write filter.\(filter.name)=a,b."))
    }
  }

  /// Returns a change of the data of a chart, if the chart allows it.
  func checked(_ change: WhatIfChange, of chart: ParsedChart) throws(DiagnosticError) -> WhatIfChange {
    guard chart.zoomingLevels.count < 2, chart.grains == nil else {
      throw DiagnosticError(
        Diagnostic(
          .whatIfNotPossible, "what-if changes are not possible in chart '\(chart.name)', which has zooming levels",
          at: chart.places.chart))
    }
    guard let column = chart.whatIfColumns.first(where: { Name($0.column) == Name(change.column) }) else {
      throw DiagnosticError(
        Diagnostic(
          .notChangeable, "chart '\(chart.name)' has no what-if column '\(change.column)'", at: chart.places.chart,
          hint: DidYouMean.hint(for: change.column, among: chart.whatIfColumns.map(\.column), listing: "columns")))
    }
    var change = change
    let what = "column '\(column.column)'"
    let value: Scalar
    switch change.amount {
    case .percent(let share):
      // The changed values are known only after the data are read. Their bounds are checked then.
      guard share.type?.isNumeric == true else {
        throw DiagnosticError(
          Diagnostic(.variableType, "'\(share)%' is not a percentage: \(what)", hint: "Give a number, such as 10%."))
      }
      change.amount = .percent(share.canonicalNumber)
      return change
    case .value(let amount): value = amount
    }
    guard let number = column.type == .integer ? value.converted(to: .int64) : value.number, !number.isNull else {
      throw DiagnosticError(Diagnostic(.variableType, "'\(value)' is not \(column.type.words): \(what)"))
    }
    change.amount = .value(try column.bounds.checked(number, what).canonicalNumber)
    return change
  }
}
