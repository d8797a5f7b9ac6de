import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

/// Times of day, intervals, byte strings and infinite dates in expressions.
struct ClockIntervalBinaryTests {
  let table: Setting

  init() throws {
    func column(_ type: DataType, _ texts: [String?]) throws -> Column {
      try Column(type, texts.map { text in try text.map { try #require(Scalar(text: $0, type: type)) } ?? .null })
    }
    table = Setting(columns: [
      ("t", try column(.time, ["12:34:56.5", "24:00", "00:00", nil])),
      ("u", try column(.time, ["12:34:56.5", "00:00", "23:00", "01:00"])),
      ("i", try column(.interval, ["P1M", "P30D", "PT0S", nil])),
      ("j", try column(.interval, ["P30D", "P30D", "PT-1S", "P1D"])),
      ("b", try column(.binary, ["\\x00ff", "\\x", "\\x41", nil])),
      ("c", try column(.binary, ["\\x00ff", "\\x00", "\\x4100", "\\x01"])),
      ("d", try column(.date, ["infinity", "-infinity", "2024-02-29", nil])),
      ("m", try column(.timestamp, ["infinity", "2024-02-29T12:34:56", "-infinity", nil])),
      ("n", Column([1, 2, 3, 4] as [Int64])),
    ])
  }

  @Test func comparisons() throws {
    #expect(try table.results("t == u") == ["1", "0", "0", "null"])
    #expect(try table.results("t > '12:00'") == ["1", "1", "0", "null"])
    #expect(try table.results("i > j") == ["1", "0", "1", "null"])
    #expect(try table.results("i == j") == ["0", "1", "0", "null"])
    #expect(try table.results("i >= 'P30D'") == ["1", "1", "0", "null"])
    #expect(try table.results("b < c") == ["0", "1", "1", "null"])
    #expect(try table.results("b == '\\x00ff'") == ["1", "0", "0", "null"])
    #expect(try table.results("b != c") == ["0", "1", "1", "null"])
    #expect(try table.results("t in ('00:00', '12:34:56.5')") == ["1", "0", "1", "null"])
    #expect(try table.results("i in ('P1M', 'PT0S')") == ["1", "0", "1", "null"])
    #expect(try table.results("b in ('\\x', '\\x41')") == ["0", "1", "1", "null"])
    #expect(try table.results("between(t, '12:00', '13:00')") == ["1", "0", "0", "null"])
  }

  @Test func variablesOfTheseTypes() throws {
    var setting = table
    setting.variables = [
      ("at", .scalar(.time(.endOfDay))), ("span", .scalar(.interval(Interval(months: 1)))),
      ("bytes", .list([.binary([0x41]), .binary([])])),
    ]
    #expect(try setting.results("t == $at") == ["0", "1", "0", "null"])
    #expect(try setting.results("i == $span") == ["1", "0", "0", "null"])
    #expect(try setting.results("b in ($bytes)") == ["0", "1", "1", "null"])
  }

  @Test func texts() throws {
    #expect(try table.results("string(t)") == ["12:34:56.5", "24:00:00", "00:00:00", "null"])
    #expect(try table.results("'for ' + i") == ["for P1M", "for P30D", "for PT0S", "null"])
    #expect(try table.results("string(b)") == ["\\x00ff", "\\x", "\\x41", "null"])
    #expect(try table.results("string(d)") == ["infinity", "-infinity", "2024-02-29", "null"])
  }

  @Test func choices() throws {
    #expect(try table.results("if(n < 3, t, u)") == ["12:34:56.5", "24:00:00", "23:00:00", "01:00:00"])
    #expect(try table.results("coalesce(i, j)") == ["P1M", "P30D", "PT0S", "P1D"])
    #expect(try table.results("coalesce(b, c)") == ["\\x00ff", "\\x", "\\x41", "\\x01"])
    #expect(try table.results("max(i, j)") == ["P1M", "P30D", "PT0S", "null"])
    #expect(try table.results("min(b, c)") == ["\\x00ff", "\\x", "\\x41", "null"])
  }

  @Test func partsOfATime() throws {
    #expect(try table.results("hour(t)") == ["12", "24", "0", "null"])
    #expect(try table.results("minute(t) * 100 + second(t)") == ["3456", "0", "0", "null"])
    #expect(try table.results("relativetime(t, 3600)") == ["13:34:56.5", "01:00:00", "01:00:00", "null"])
    #expect(try table.results("relativetime(u, -3601)") == ["11:34:55.5", "22:59:59", "21:59:59", "23:59:59"])
  }

  @Test func invalidOperationsFail() {
    table.expect("⟦t⟧ + 1", fails: .wrongArgumentType, hint: "Use RelativeTime(x, seconds) to add seconds.")
    table.expect("2 * ⟦i⟧", fails: .wrongArgumentType)
    table.expect("-⟦b⟧", fails: .wrongArgumentType)
    table.expect("year(⟦t⟧)", fails: .wrongArgumentType)
    table.expect("hour(⟦i⟧)", fails: .wrongArgumentType)
    table.expect("t ⟦==⟧ i", fails: .wrongArgumentType)
    table.expect("t > ⟦'noon'⟧", fails: .wrongArgumentValue, hint: "times are written 'HH:MM:SS'")
    table.expect("i > ⟦'1 day'⟧", fails: .wrongArgumentValue)
    table.expect("not ⟦t⟧", fails: .wrongArgumentType)
  }

  @Test func infinitiesAreComparableAndHaveNoParts() throws {
    #expect(try table.results("d > '9999-12-31'") == ["1", "0", "0", "null"])
    #expect(try table.results("d == 'infinity'") == ["1", "0", "0", "null"])
    #expect(try table.results("d < m") == ["0", "1", "0", "null"])
    #expect(try table.results("year(d)") == ["null", "null", "2024", "null"])
    #expect(try table.results("hour(m)") == ["null", "12", "null", "null"])
    #expect(try table.warnings("week(m)").count == 1)
    #expect(try table.results("date(m)") == ["infinity", "2024-02-29", "-infinity", "null"])
  }

  @Test func shiftsAndRoundingPreserveInfinities() throws {
    #expect(try table.results("relativedate(d, 1)") == ["infinity", "-infinity", "2024-03-01", "null"])
    #expect(try table.results("add(m, -1, 'month')") == ["infinity", "2024-01-29T12:34:56", "-infinity", "null"])
    #expect(try table.results("startof(d, 'year')") == ["infinity", "-infinity", "2024-01-01", "null"])
    #expect(try table.results("startof(m, 'hour')") == ["infinity", "2024-02-29T12:00:00", "-infinity", "null"])
    #expect(try table.results("startof(m, 'month')") == ["infinity", "2024-02-01T00:00:00", "-infinity", "null"])
  }

  @Test func infinitiesDoNotDependOnTheZone() throws {
    let moments = try Column(
      .timestamp(zone: "Europe/Berlin"), [.timestamp(.infinity), .timestamp(.negativeInfinity), .null])
    let zoned = Setting(columns: [("z", moments)])
    #expect(try zoned.results("startof(z, 'day')") == ["infinity", "-infinity", "null"])
    #expect(try zoned.results("startof(z, 'hour')") == ["infinity", "-infinity", "null"])
    #expect(try zoned.results("hour(z)") == ["null", "null", "null"])
    #expect(try zoned.results("z == 'infinity'") == ["1", "0", "null"])
    #expect(try zoned.results("date(z)") == ["infinity", "-infinity", "null"])
  }

  @Test func aggregatesHaveTheirTypes() throws {
    var setting = table
    setting.groupKeys = []
    for (text, type) in [
      ("min(t)", DataType.time), ("max(i)", .interval), ("first(b)", .binary), ("countDistinct(b)", .int64),
    ] {
      #expect(try setting.bind(text).type == type)
    }
    setting.expect("sum(⟦i⟧)", fails: .wrongArgumentType)
    setting.expect("avg(⟦t⟧)", fails: .wrongArgumentType)
  }
}
