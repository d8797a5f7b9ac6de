import AugerColumns

extension FunctionCatalogue {
  private static let d = FunctionDescription.Parameter("d", .date)
  private static let t = FunctionDescription.Parameter("t", .clock)
  private static let startMonth = FunctionDescription.Parameter("startMonth", .integer, isConstant: true)
  /// 2024-02-29 12:34:56, a Thursday.
  private static let moment: KeyValuePairs<String, Scalar> = [
    "MyDate": .timestamp(Timestamp(microseconds: 1_709_210_096_000_000))
  ]

  /// Describes `LastDays` and similar functions, which differ only in the unit.
  private static func recent(
    _ step: String, _ example: String, _ result: String, _ columns: KeyValuePairs<String, Scalar> = [:]
  ) -> FunctionDescription {
    .init(
      "Last\(step)", .date,
      [d, .init("n", .integer, isConstant: true), .init("last", .date, isConstant: true, isOptional: true)], "bool",
      "True if the date is in the last n \(step.lowercased()) of the data. The data ends with the latest date of "
        + "all rows, or with the given day.",
      [.init(example, result, columns)])
  }

  static let dates: [FunctionDescription] = [
    .init(
      "Add", .date, [d, .init("n", .integer), .init("grain", .grain, isConstant: true)], "type of d",
      "Adds n calendar steps. A day that the month does not have becomes its last day. Hours, minutes and "
        + "seconds turn a date into a timestamp.",
      [.init("Add(date(2024,1,31), 1, 'month')", "2024-02-29")]),
    .init(
      "AddMonths", .date, [d, .init("n", .integer)], "type of d",
      "Adds months, or subtracts them if negative. A day that the month does not have becomes its last day.",
      [.init("AddMonths(date(2024,1,31), 1)", "2024-02-29"), .init("AddMonths(date(2024,1,31), -2)", "2023-11-30")]),
    .init(
      "Date", .date,
      [
        .init("year or d", .any), .init("month", .integer, isOptional: true), .init("day", .integer, isOptional: true),
        .init("hour", .integer, isOptional: true), .init("minute", .integer, isOptional: true),
        .init("second", .integer, isOptional: true),
      ], "date, or timestamp if hours are given",
      "A date from its parts, or the day of a timestamp or of a string that starts with YYYY-MM-DD.",
      [
        .init("date(2010,9,1)", "2010-09-01"), .init("date(2024,2,29,12,34,56)", "2024-02-29T12:34:56"),
        .init("Date(MyDate)", "2024-02-29", moment),
      ]),
    .init("Day", .date, [d], "int", "The day of the month, 1 to 31.", [.init("Day(MyDate)", "29", moment)]),
    .init(
      "DayNumber", .date, [d], "int", "The day of the week: 1 is Sunday, 7 is Saturday.",
      [.init("DayNumber(MyDate)", "5", moment)]),
    .init(
      "FiscalQuarter", .date, [d, startMonth], "int",
      "The quarter of a fiscal year that starts with the given month.",
      [.init("FiscalQuarter(date(2024,4,1), 4)", "1")]),
    .init(
      "FiscalYear", .date, [d, startMonth], "int",
      "The fiscal year that starts with the given month, named after the calendar year in which it ends.",
      [.init("FiscalYear(date(2024,4,1), 4)", "2025"), .init("FiscalYear(date(2024,3,31), 4)", "2024")]),
    .init(
      "Hour", .date, [t], "int", "The hour of the day, 0 to 23. The hour of the time 24:00:00 is 24.",
      [.init("Hour(MyDate)", "12", moment)]),
    .init(
      "InZone", .date, [d, .init("zone", .string, isConstant: true)], "timestamp, or date for a date",
      "The local time of a moment in a time zone. Moments without a zone are in UTC. A date does not change.",
      [
        .init("InZone(MyDate, 'Asia/Tokyo')", "2024-02-29T21:34:56", moment),
        .init("Date(InZone(MyDate, '-13:00'))", "2024-02-28", moment),
      ]),
    recent("Days", "LastDays(date(2024,2,23), 7, '2024-02-29')", "1"),
    recent("Months", "LastMonths(MyDate, 12, date(2025,2,28))", "0", moment),
    recent("Quarters", "LastQuarters(MyDate, 1, '2024-05-28')", "1", moment),
    recent("Weeks", "LastWeeks(date(2024,2,22), 1, '2024-02-29')", "0"),
    recent("Years", "LastYears(date(2024,1,1), 1, '2024-12-31')", "1"),
    .init("Minute", .date, [t], "int", "The minute of the hour, 0 to 59.", [.init("Minute(MyDate)", "34", moment)]),
    .init("Month", .date, [d], "int", "The month, 1 to 12.", [.init("Month(MyDate)", "2", moment)]),
    .init(
      "Now", .date, [.init("moment", .string, isConstant: true, isOptional: true)], "timestamp(UTC)",
      "The start of the run, which is constant during the run. It is the value of --now, the scheduled time of "
        + "a job, or the machine's time in whole seconds. With a string, the moment in the string.",
      [
        .init("Hour(Now('2024-02-29T12:34:56'))", "12"),
        .init("Date(InZone(Now('2024-02-29T20:00:00'), 'Asia/Tokyo'))", "2024-03-01"),
      ]),
    .init("Quarter", .date, [d], "int", "The quarter of the year, 1 to 4.", [.init("Quarter(MyDate)", "1", moment)]),
    .init(
      "RelativeDate", .date, [d, .init("days", .integer, isConstant: true)], "type of d",
      "Adds days, or subtracts them if negative.",
      [.init("RelativeDate(MyDate, 1)", "2024-03-01T12:34:56", moment)]),
    .init(
      "RelativeTime", .date, [t, .init("seconds", .integer, isConstant: true)], "timestamp, or time for a time",
      "Adds seconds, or subtracts them if negative. A time of day wraps around at midnight.",
      [.init("RelativeTime(MyDate, 3600)", "2024-02-29T13:34:56", moment)]),
    .init(
      "Seconds", .date, [.init("interval", .interval)], "float",
      "The length of an interval in seconds, with days of 24 hours. Null for an interval with months.",
      [
        .init("Seconds(MyDate - date(2024,2,28))", "131696", moment), .init("Seconds('P1DT1.5S')", "86401.5"),
      ]),
    .init("Second", .date, [t], "int", "The second of the minute, 0 to 59.", [.init("Second(MyDate)", "56", moment)]),
    .init(
      "StartOf", .date, [d, .init("grain", .grain, isConstant: true)], "type of d",
      "The start of the year, quarter, month, week (Monday), day or hour.",
      [
        .init("StartOf(MyDate, 'month')", "2024-02-01T00:00:00", moment),
        .init("StartOf(date(2024,2,29), 'week')", "2024-02-26"),
      ]),
    .init(
      "Today", .date, [.init("day", .string, isConstant: true, isOptional: true)], "date",
      "The day of Now(), in UTC. With a string, the day in the string.",
      [
        .init("Today('2024-02-29') - date(2024,1,1)", "59"),
        .init("AddMonths(Today('2024-02-29'), -12)", "2023-02-28"),
      ]),
    .init(
      "Week", .date, [d], "int",
      "The week of the year in ISO 8601: weeks start on Monday, and week 1 contains the first Thursday.",
      [.init("Week(date(2021,1,3))", "53")]),
    .init(
      "WeekYear", .date, [d], "int", "The year that the ISO week belongs to.",
      [.init("WeekYear(date(2021,1,3))", "2020")]),
    .init("Year", .date, [d], "int", "The year.", [.init("Year(MyDate)", "2024", moment)]),
  ]
}
