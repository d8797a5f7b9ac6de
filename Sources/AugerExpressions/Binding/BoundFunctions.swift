/// Functions of numbers that are computed row by row. Each gives null, with a counted warning, where it has no result.
public enum NumericFunction: Sendable {
  case abs, negate, sign, int, factorial
  case cos, sin, tan, exp, log, logTen, sqrt, power
}

/// Which neighbour a number is brought to.
public enum RoundingMode: Sendable {
  /// The nearest, from a tie away from zero.
  case nearest
  case up, down, towardZero
}

/// What a date or timestamp is asked for.
public enum DatePart: Sendable {
  case year, quarter, month, day, dayNumber, week, weekYear, hour, minute, second
  /// The fiscal year is named after the calendar year in which it ends.
  case fiscalYear(startMonth: Int)
  case fiscalQuarter(startMonth: Int)
}

/// A step on the calendar.
public enum CalendarUnit: String, Sendable, CaseIterable {
  case year, quarter, month, week, day, hour, minute, second
}

/// Functions of strings. Positions and lengths count Unicode scalars, from 1.
public enum TextFunction: Sendable {
  case left, right, mid, replace, lower, upper, trim, leftTrim, rightTrim, wordCap
  case len, pos, contains, startsWith, endsWith

  /// Whether the result is a number or a bool rather than a string.
  package var isTest: Bool {
    switch self {
    case .len, .pos, .contains, .startsWith, .endsWith: true
    default: false
    }
  }
}

/// What is done between instants and the clocks of a zone.
package enum ZonedOperation: Sendable {
  /// An instant becomes the date and time that the zone's clocks show.
  case toWallClock
  /// Back: a time that clocks skip is read with the offset before the change, one that they show twice is the later.
  case toInstant
  /// The beginning of the hour, minute or second of an instant, which stays one.
  case startOf(CalendarUnit)
}

/// Functions of the rows before and around a row: the categories of a chart in their order, series by series.
package enum WindowFunction: Sendable, Equatable {
  case running, previous, share, rank
  case movingAverage(count: Int)

  /// Whether the order of the rows matters.
  package var dependsOnOrder: Bool {
    switch self {
    case .share, .rank: false
    default: true
    }
  }
}
