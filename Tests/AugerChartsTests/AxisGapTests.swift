import AugerCharts
import AugerColumns
import AugerDiagnostics
import Testing

/// Recurring gaps and single days of axes, minor ticks, and the words of axis and plot options.
@Suite struct AxisGapTests {
  private func fitted(_ part: AxisOptions.Part, _ text: String, isTemporal: Bool = true) throws -> FittedAxis {
    var options = AxisOptions()
    let isRead = options.set(part, text)
    try #require(isRead, "\(text)")
    return FittedAxis(options, isTemporal: isTemporal)
  }

  private func number(_ text: String) throws -> Double { try #require(AxisOptions.point(text)?.axisNumber?.number) }

  private func domain(_ lower: String, _ upper: String) throws -> Bounds {
    try #require(Bounds(try number(lower), try number(upper)))
  }

  @Test func nightsRecurInBothDirections() throws {
    let axis = try fitted(.gaps, "every day from 2010-01-01 17:00:00 for 16 hours")
    let gaps = axis.gaps(in: try domain("2009-12-31", "2010-01-02")).map(\.numbers)
    // The night before the anchor starts on December 30 and ends on December 31 at 9:00.
    let first = try domain("2009-12-30 17:00:00", "2009-12-31 09:00:00")
    let second = try domain("2009-12-31 17:00:00", "2010-01-01 09:00:00")
    let third = try domain("2010-01-01 17:00:00", "2010-01-02 09:00:00")
    #expect(gaps == [first, second, third])
    #expect(axis.isInGap(try number("2010-01-05 08:59:59")))
    #expect(!axis.isInGap(try number("2010-01-05 09:00:00")))
    #expect(axis.isInGap(try number("2010-01-05 17:00:00")))
  }

  @Test func weekendsOfTheGuideRecurEachWeek() throws {
    // The guide excludes two days each week from Saturday, 2 January 2010.
    let recurring = try fitted(.gaps, "every week from 2010-01-02 for 2 days")
    let weekends = try fitted(.gaps, "weekends")
    let span = try domain("2009-11-01", "2010-03-01")
    #expect(recurring.gaps(in: span) == weekends.gaps(in: span))
  }

  @Test func holidaysRecurEachYear() throws {
    let axis = try fitted(.gaps, "every year from 2012-02-29 for 1 day")
    #expect(axis.isInGap(try number("2016-02-29 12:00:00")))
    // In other years, the last day of February.
    #expect(try axis.isInGap(number("2013-02-28 12:00:00")) && !axis.isInGap(number("2016-02-28 12:00:00")))
  }

  @Test func singleDayIsOmittedWithoutAMark() throws {
    let axis = try fitted(.gaps, "2010-12-25")
    let gaps = axis.gaps(in: try domain("2010-12-01", "2010-12-31"))
    #expect(gaps == [ValueScale.Gap(try domain("2010-12-25", "2010-12-26"), isShown: false)])
    #expect(try axis.isInGap(number("2010-12-25 23:59:59")) && !axis.isInGap(number("2010-12-26")))
  }

  @Test func numbersRecurToo() throws {
    let axis = try fitted(.gaps, "every 100 from 40 for 20", isTemporal: false)
    #expect(axis.isInGap(-55) && axis.isInGap(150) && !axis.isInGap(40) && !axis.isInGap(60))
    #expect(try fitted(.gaps, "every 100 from 40 for 20").unfitting == [.gaps])
  }

  @Test(
    arguments: [
      "every day from 2010-01-01 for 24 hours", "every month from 2010-01-01 for 28 days", "every 5 from 1 for 5",
      "every day for 2 hours", "every day from 2010-01-01", "every 5 from 2010-01-01 for 2",
      "every day from 1 for 2 hours",
    ])
  func invalidRepetitionIsRejected(text: String) {
    var options = AxisOptions()
    let isRead = options.set(.gaps, text)
    #expect(!isRead && options.isEmpty)
  }

  @Test func tooManyGapsAreNotDrawn() throws {
    let axis = try fitted(.gaps, "every 2 seconds from 2010-01-01 for 1 second")
    #expect(axis.gaps(in: try domain("2010-01-01", "2020-01-01")).isEmpty)
  }

  @Test func repetitionIsWrittenAsItIsRead() throws {
    for text in ["every day from 2010-01-01 for 14 hours", "every 100 from 40 for 20"] {
      let gap = try #require(AxisGap(every: text))
      #expect(gap.repetition == text)
    }
  }

  @Test func automaticMinorTicksDivideTheDistance() throws {
    let axis = try fitted(.minorTicks, "auto", isTemporal: false)
    let domain = try #require(Bounds(0, 20))
    #expect(axis.minorNumbers(between: [0, 10, 20], in: domain) == [2, 4, 6, 8, 12, 14, 16, 18])
    #expect(axis.minorNumbers(between: [0, 20], in: domain) == [5, 10, 15])
    #expect(
      try fitted(.minorTicks, "every 5", isTemporal: false).minorNumbers(between: [0, 10, 20], in: domain) == [5, 15])
  }

  @Test func optionsOfAxesAreRead() throws {
    #expect(try fitted(.width, "60").width == 60)
    #expect(try fitted(.labelClipping, "Both").labelClipping == .both)
    #expect(try fitted(.side, "right").isOpposite(isVertical: true) == true)
    #expect(try fitted(.side, "right").isOpposite(isVertical: false) == nil)
    var options = AxisOptions()
    for (part, text) in [(AxisOptions.Part.width, "-1"), (.width, "1001"), (.side, "middle"), (.labelClipping, "x")] {
      let isRead = options.set(part, text)
      #expect(!isRead, "\(text)")
    }
  }

  @Test func optionsOfPlotsAreRead() {
    var options = PlotOptions()
    for (part, text) in [(PlotOptions.Part.stacks, "A, B; C"), (.legendPosition, "insidetopleft")] {
      let isRead = options.set(part, text)
      #expect(isRead)
    }
    #expect(options.stacks == [["A", "B"], ["C"]] && options.legendPosition == .insideTopLeft)
    let wrong: [(PlotOptions.Part, String)] = [
      (.stacks, ";"), (.legendPosition, "middle"), (.bubbleScale, "0"), (.largestBubble, "5000"), (.protrusion, "-1"),
      (.selectedAngle, "400"), (.crosshair, "yes"), (.orientation, "diagonal"), (.protrudingSlices, ", "),
    ]
    for (part, text) in wrong {
      let isRead = options.set(part, text)
      #expect(!isRead, "\(part) \(text)")
    }
    #expect(options.isValid)
  }

  @Test func seriesWithoutAStackAreAlone() throws {
    var model = ChartModel(
      name: "a", type: .stackedColumn, levels: [CategoryLevel(column: "c", values: Column(["x"]))],
      dimensions: [ValueDimension(cells: Column([1, 2, 3, 4] as [Double]))])
    #expect(model.stackNumbers(of: ["A", "B", "C", "D"]).count == 1)
    model.plot.stacks = [["B", "D"]]
    let stacks = model.stackNumbers(of: ["A", "B", "C", "D"])
    #expect(stacks.numbers == [0, 1, 2, 1] && stacks.count == 3)
  }
}
