/// Functions of numbers, computed row by row. Outside its domain, a function returns null with a counted warning.
public enum NumericFunction: Sendable {
  case abs, negate, sign, int, factorial
  case cos, sin, tan, exp, log, logTen, sqrt, power
}

/// The direction of rounding.
public enum RoundingMode: Sendable {
  /// Rounds to the nearest, and from a tie away from zero.
  case nearest
  case up, down, towardZero
}

/// A part of a date or timestamp.
public enum DatePart: Sendable {
  case year, quarter, month, day, dayNumber, week, weekYear, hour, minute, second
  /// The fiscal year, named after the calendar year in which it ends.
  case fiscalYear(startMonth: Int)
  case fiscalQuarter(startMonth: Int)
}

/// A unit of the calendar.
public enum CalendarUnit: String, Sendable, CaseIterable {
  case year, quarter, month, week, day, hour, minute, second
}

/// Functions of strings. Positions and lengths count Unicode scalars, from 1.
public enum TextFunction: Sendable {
  case left, right, mid, replace, lower, upper, trim, leftTrim, rightTrim, wordCap
  case len, pos, contains, startsWith, endsWith

  /// True if the result is a number or a bool instead of a string.
  package var isTest: Bool {
    switch self {
    case .len, .pos, .contains, .startsWith, .endsWith: true
    default: false
    }
  }
}

/// A conversion between instants and the local time of a zone.
package enum ZonedOperation: Sendable {
  /// Converts an instant to local date and time.
  case toWallClock
  /// Converts local time to an instant. A skipped time uses the offset before the change, a repeated one is the later
  /// instant.
  case toInstant
  /// Returns the start of the hour, minute or second of an instant, as an instant.
  case startOf(CalendarUnit)
}

/// Functions of the rows before and around a row. Rows are the categories of a chart, in order, for each series.
package enum WindowFunction: Sendable, Equatable {
  case running, previous, share, rank
  case movingAverage(count: Int)

  /// True if the result depends on the order of rows.
  package var dependsOnOrder: Bool {
    switch self {
    case .share, .rank: false
    default: true
    }
  }
}
