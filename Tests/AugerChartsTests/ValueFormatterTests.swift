import AugerCharts
import AugerColumns
import AugerDiagnostics
import TestSupport
import Testing

@Suite struct ValueFormatterTests {
  private func text(
    _ value: Scalar, _ format: ValueFormat?, _ locale: String = "en_US", zone: String = "UTC",
    role: ValueFormatter.Role = .value
  ) -> String? {
    ValueFormatter(format, locale: ChartLocale(locale, timeZone: zone), role: role).text(value)
  }

  @Test func `Without a format, a value is plain and ungrouped`() throws {
    #expect(text(.int(1_234_567), nil) == "1234567")
    #expect(text(.float(0.1), nil, "de_DE") == "0.1")
    #expect(text(.decimal(try #require(Decimal128("12.50"))), nil) == "12.50")
    #expect(text(.null, nil) == "")
  }

  @Test func `MAKit's examples give the texts of its guide`() throws {
    let january = Scalar.date(try #require(CivilDate(year: 2013, month: 1, day: 7)))
    #expect(text(january, .month) == "January")
    #expect(text(january, .shortMonth) == "Jan")
    #expect(text(january, .weekDay) == "Monday")
    #expect(text(january, .shortWeekDay) == "Mon")
    #expect(text(.float(10.2), .currency(nil)) == "$10.20")
    #expect(text(.int(10), .percent) == "10%")
    #expect(text(.float(0.15), .percentage) == "15%")
  }

  @Test func `A weekday is a number from 1, Sunday, to 7`() throws {
    #expect(text(.int(1), .weekDay) == "Sunday")
    #expect(text(.float(2), .shortWeekDay) == "Mon")
    #expect(text(.decimal(try #require(Decimal128("7.0"))), .weekDay, "de_DE") == "Samstag")
    #expect(text(.int(0), .weekDay) == nil)
    #expect(text(.int(8), .weekDay) == nil)
    #expect(text(.float(1.5), .weekDay) == nil)
  }

  @Test func `Currency depends on locale, region and code`() {
    #expect(text(.float(12.5), .currency(nil), "de_DE") == "12,50\u{A0}€")
    #expect(text(.float(12.5), .currency("USD"), "de_DE") == "12,50\u{A0}$")
    #expect(text(.int(1_234_567), .currency("JPY"), "ja_JP")?.hasSuffix("1,234,567") == true)
    #expect(text(.int(1_234_567), .currency(nil), "en_IN") == "₹12,34,567.00")
    #expect(text(.float(-0.5), .currency(nil)) == "-$0.50")
  }

  @Test func `Rounded groups digits of values, not of categories and series`() {
    #expect(text(.int(2013), .rounded(0)) == "2,013")
    #expect(text(.int(2013), .rounded(0), role: .category) == "2013")
    #expect(text(.int(2013), .rounded(1), "de_DE", role: .series) == "2013,0")
  }

  @Test func `Integers and decimals keep all their digits`() throws {
    #expect(text(.int(.min), .rounded(0)) == "-9,223,372,036,854,775,808")
    let long = try #require(Decimal128("12345678901234567890123456789012345.678"))
    #expect(text(.decimal(long), .rounded(3)) == "12,345,678,901,234,567,890,123,456,789,012,345.678")
  }

  @Test func `Half rounds to even in the printed decimal`() {
    #expect(text(.float(2.675), .rounded(2)) == "2.68")
    #expect(text(.float(0.125), .rounded(2)) == "0.12")
    #expect(text(.float(2.5), .rounded(0)) == "2")
    #expect(text(.float(9.995), .rounded(2)) == "10.00")
    #expect(text(.float(0.5), .rounded(0)) == "0")
    #expect(text(.float(0.51), .rounded(0)) == "1")
    #expect(text(.float(1e-300), .rounded(9)) == "0.000000000")
  }

  @Test func `Non-finite values stay plain`() {
    #expect(text(.float(.nan), .currency(nil)) == "NaN")
    #expect(text(.float(.infinity), .rounded(2)) == "Infinity")
    #expect(text(.null, .currency(nil)) == "")
  }

  @Test(arguments: [
    ("#,##0.0;(#,##0.0)", -1234.56, "(1,234.6)"), ("#,##0.0;(#,##0.0)", 1234.56, "1,234.6"),
    ("0.##", 3.14159, "3.14"), ("0.##", 3, "3"), ("000", 7, "007"), ("#.#", 0.26, ".3"), ("#", 0, "0"),
    ("0.0%", 0.1234, "12.3%"), ("0‰", 0.5, "500‰"), ("'#'0", 5, "#5"), ("0 'kg''s'", 5, "5 kg's"),
    ("¤#,##0", 1500, "$1,500"),
    ("#,##,##0", 12_345_678, "1,23,45,678"), ("-0", 4, "-4"), ("0 units", -4, "-4 units"),
  ])
  func `Number patterns follow TR-35`(pattern: String, number: Double, expected: String) {
    #expect(text(.float(number), .pattern(pattern)) == expected)
  }

  @Test func `A pattern uses the locale's separators, names and digits`() throws {
    #expect(text(.float(1234.5), .pattern("#,##0.00"), "de_DE") == "1.234,50")
    let day = Scalar.date(try #require(CivilDate(year: 2024, month: 3, day: 1)))
    #expect(text(day, .pattern("d. MMMM yyyy"), "de_DE") == "1. März 2024")
    #expect(text(day, .pattern("yyyy-MM")) == "2024-03")
    #expect(text(day, .pattern("'Q'Q yy")) == "Q1 24")
  }

  @Test(arguments: ["0.0E0", "@@@", "*x0", "0.05,", "ww", "'open", "", "yyyy b"])
  func `An invalid pattern fits no value`(pattern: String) throws {
    #expect(text(.float(1), .pattern(pattern)) == nil)
    #expect(text(.date(CivilDate(days: 0)), .pattern(pattern)) == nil)
  }

  @Test func `Instants use the time zone and local times do not`() throws {
    let day = try #require(CivilDate(year: 2024, month: 7, day: 1))
    let moment = Timestamp(day, hour: 23, minute: 30)
    let berlin = ValueFormatter(.pattern("yyyy-MM-dd HH:mm XXX"), locale: ChartLocale(timeZone: "Europe/Berlin"))
    #expect(berlin.text(.timestamp(moment), isInstant: true) == "2024-07-02 01:30 +02:00")
    #expect(berlin.text(.timestamp(moment)) == "2024-07-01 23:30 Z")
    var warnings = Warnings()
    let column = Column(.timestamp(zone: "UTC"), .timestamp(Buffer([moment.microseconds])))
    #expect(berlin.texts(column, warnings: &warnings) == ["2024-07-02 01:30 +02:00"])
  }

  @Test func `An unsuitable format gives plain text and one warning`() throws {
    var warnings = Warnings()
    let years = Column([Int64(2008), 2009])
    #expect(ValueFormatter(.shortDate, role: .category).texts(years, warnings: &warnings) == ["2008", "2009"])
    let mixed = Column([Int64(1), 9, 8])
    #expect(ValueFormatter(.weekDay).texts(mixed, warnings: &warnings) == ["Sunday", "9", "8"])
    #expect(
      warnings.items.map(\.description) == [
        "warning: formatMismatch: format 'ShortDate' does not fit categories of type int (2 times), "
          + "first at category 1",
        "warning: formatMismatch: format 'WeekDay' does not fit values of type int (2 times), first at value 2",
      ])
    #expect(text(.string("10"), .percent) == nil)
    #expect(text(.bool(true), .rounded(1)) == nil)
    #expect(text(.int(3), .month) == nil)
  }

  @Test func `Strings and mismatches are both counted`() {
    let columns = [Column([Int64(1), 9]), Column(["a"]), Column([1.5, .nan]), Column([CivilDate(days: 3)])]
    for format in [ValueFormat.weekDay, .currency(nil), .shortDate, .pattern("@"), .month] {
      for column in columns {
        var counted = Warnings()
        var written = Warnings()
        ValueFormatter(format).mismatches(column, warnings: &counted)
        _ = ValueFormatter(format).texts(column, warnings: &written)
        #expect(counted == written)
      }
    }
  }
}

@Suite struct MissingAndSmallValueTests {
  @Test func nullAndEmptyStringHaveNames() {
    var warnings = Warnings()
    for role in [ValueFormatter.Role.category, .series] {
      let texts = ValueFormatter(nil, role: role).texts(Column(["", nil, "a"]), warnings: &warnings)
      #expect(texts == ["(empty)", "(no value)", "a"])
    }
    #expect(ValueFormatter(nil).texts(Column(["", nil, "a"]), warnings: &warnings) == ["", "", "a"])
  }

  @Test func fractionsWithPercentFormatSuggestPercentage() {
    var warnings = Warnings()
    ValueFormatter(.percent).mismatches(Column([0.17, nil, -1, 0]), warnings: &warnings)
    #expect(warnings.items.map(\.code) == [.formatMismatch])
    #expect(warnings.items.first?.message.contains("use 'Percentage' to show 0.15 as 15%") == true)
  }

  @Test func percentValuesFitThePercentFormat() {
    var warnings = Warnings()
    ValueFormatter(.percent).mismatches(Column([0.17, 1.5]), warnings: &warnings)
    ValueFormatter(.percent).mismatches(Column([0.0, nil]), warnings: &warnings)
    ValueFormatter(.percentage).mismatches(Column([0.17]), warnings: &warnings)
    #expect(warnings.items.isEmpty)
  }

  /// A double read from up to fifteen digits is written with the same digits, wherever the decimal point is.
  @Test func decimalsSurviveARoundTrip() throws {
    let formatter = ValueFormatter(.pattern("0.#########"))
    var chance = Chance(seed: 11)
    for _ in 0..<20_000 {
      let count = 1 + chance.below(15)
      let number = chance.next() % (0..<count).reduce(UInt64(1)) { product, _ in product * 10 }
      let scale = chance.below(9)
      var digits = String(number)
      while digits.utf8.count <= scale { digits = "0" + digits }
      let whole = digits.dropLast(scale)
      var fraction = digits.suffix(scale)
      while fraction.last == "0" { fraction.removeLast() }
      let sign = number > 0 && chance.isOneIn(2) ? "-" : ""
      let text = sign + whole + (fraction.isEmpty ? "" : "." + fraction)
      let value = try #require(Double(text))
      #expect(formatter.text(.float(value)) == text)
    }
  }
}

@Suite struct LocaleAnswersTests {
  @Test func `Each request runs once and distinct strings are separate`() {
    let answers = LocaleAnswers<Int>()
    var asked = 0
    func answer(_ pattern: String, _ locale: String) -> Int {
      answers.answer(to: pattern, in: locale) {
        asked += 1
        return asked
      }
    }
    #expect([answer("yyyy", "de"), answer("yyyy", "fr"), answer("yyyy", "de"), answer("yyy", "de")] == [1, 2, 1, 3])
    #expect(answer("'\u{E9}'", "de") == 4)
    #expect(answer("'e\u{301}'", "de") == 5)
    #expect(answer("'\u{E9}'", "de") == 4)
  }

  @Test func `The cache is limited and correct after eviction`() {
    let answers = LocaleAnswers<String>(most: 10)
    for round in 0..<3 {
      for number in 0..<25 {
        #expect(answers.answer(to: "\(number)", in: "en") { "answer \(number)" } == "answer \(number)", "\(round)")
        #expect(answers.count <= 10)
      }
    }
  }
}

@Suite struct NamedThemeTests {
  @Test func themesHaveMAKitNames() {
    #expect(Theme.named("Dark") == .dark)
    #expect(Theme.named("WelterWeight") == .light)
    #expect(Theme.named("WelterWeightDark") == .dark)
    #expect(Theme.named("pink") == nil)
  }
}
