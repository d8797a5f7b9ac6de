import AugerCharts
import AugerColumns
import Testing

/// Axis options: how they are written, and the resulting positions of numbers.
@Suite struct AxisTests {
  private func options(_ part: AxisOptions.Part, _ text: String) -> AxisOptions? {
    var options = AxisOptions()
    return options.set(part, text) ? options : nil
  }

  private func day(_ text: String) -> Scalar { Scalar(text: text, type: .date) ?? .null }

  @Test func rangesHaveOrderedEndsOfOneType() {
    #expect(options(.range, "0..100")?.lower == .float(0) && options(.range, "0..100")?.upper == .float(100))
    #expect(options(.range, " -1.5 .. ")?.lower == .float(-1.5) && options(.range, "-1.5..")?.upper == nil)
    #expect(options(.range, "..2024-03-01")?.upper == day("2024-03-01"))
    for wrong in ["", "..", "5", "5..1", "1..2024-01-01", "a..b", "1..nan", "1...2..3"] {
      #expect(options(.range, wrong) == nil, "\(wrong)")
    }
  }

  @Test func ticksAreAListOrASequence() {
    #expect(options(.ticks, "0, 50,100")?.ticks == .values([.float(0), .float(50), .float(100)]))
    #expect(options(.ticks, "every 25")?.ticks == .every(.number(25), anchor: nil))
    #expect(options(.ticks, "Every 0.5 from 0.25")?.ticks == .every(.number(0.5), anchor: .float(0.25)))
    #expect(options(.ticks, "every quarter")?.ticks == .every(.months(3), anchor: nil))
    #expect(
      options(.ticks, "every 2 weeks from 2024-01-03")?.ticks
        == .every(.microseconds(14 * Timestamp.microsecondsPerDay), anchor: day("2024-01-03")))
    for wrong in ["", "every", "every 0", "every -1", "every 1.5 months", "every 3 moons", "1,,2", "every 2 from x"] {
      #expect(options(.ticks, wrong) == nil, "\(wrong)")
    }
    for text in ["25", "3 months", "2 weeks", "year", "36 hours", "month"] {
      guard case .every(let step, nil)? = options(.ticks, "every " + text)?.ticks else {
        Issue.record("\(text) is no step")
        return
      }
      #expect(step.text == text)
    }
  }

  @Test func gapsPaddingAndCrossing() {
    #expect(
      options(.gaps, "200..800, weekends")?.gaps == [.range(.float(200), .float(800)), .weekends])
    #expect(options(.gaps, "200..") == nil && options(.gaps, "1..2,") == nil)
    #expect(options(.padding, "0.1")?.padding == 0.1 && options(.padding, "-1") == nil && options(.padding, "x") == nil)
    #expect(options(.crossing, "2024-03-01")?.crossing == day("2024-03-01") && options(.crossing, "here") == nil)
  }

  @Test(arguments: [AxisKind.linear, .logarithmic]) func gapsHaveAFixedWidth(kind: AxisKind) {
    let gaps = [ValueScale.Gap(Bounds(200...800)), ValueScale.Gap(Bounds(850...900), isShown: false)]
    let scale = ValueScale(kind, domain: Bounds(1...1000), gaps: gaps, start: 500, end: 0)
    #expect(scale(1) == 500 && (scale(1000)).magnitude < 1e-9)
    #expect((scale(200) - scale(800) - 8).magnitude < 1e-9)
    #expect((scale(850) - scale(900)).magnitude < 1e-9)
    #expect(scale.gapPlaces.count == 1)
    // Positions are monotonic, and each share of the axis starts at its position.
    let numbers = stride(from: 1.0, through: 1000, by: 3).map { scale($0) }
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 >= $1 })
    for share in stride(from: 0.0, through: 1, by: 0.01) {
      let place = scale(scale.part(Bounds(share...1)).lower)
      // Only the number at the start of a gap lies within its width.
      #expect((place - 500 * (1 - share)).magnitude < 1e-6 || (place - 500 * (1 - share)) <= 8, "\(share)")
    }
  }

  @Test func gapCoveringTheAxisIsIgnored() {
    let scale = ValueScale(domain: Bounds(0...10), gaps: [ValueScale.Gap(Bounds(-5...20))], start: 0, end: 100)
    #expect(scale(5) == 50 && scale.gapPlaces.isEmpty)
  }

  @Test func weekendsAreSaturdaysAndSundays() {
    let axis = FittedAxis(options(.gaps, "weekends") ?? AxisOptions(), isTemporal: true)
    func isOut(_ text: String) -> Bool { axis.isInGap(day(text).axisNumber?.number ?? 0) }
    #expect(!isOut("2024-03-01") && isOut("2024-03-02") && isOut("2024-03-03") && !isOut("2024-03-04"))
    #expect(isOut("1969-12-28") && !isOut("1969-12-29"))
    let week = Double(7 * Timestamp.microsecondsPerDay)
    #expect(axis.gaps(in: Bounds(0...10 * week)).count == 10)
    // A month that starts on a weekend has its label at the gap's edge.
    #expect(!axis.isInBreak(day("2024-09-01").axisNumber?.number ?? 0))
    // Days are left out completely, including the last one.
    let holidays = FittedAxis(options(.gaps, "2024-12-24..2024-12-26") ?? AxisOptions(), isTemporal: true)
    #expect(holidays.gaps.first.map { $0.upper - $0.lower } == 3 * Double(Timestamp.microsecondsPerDay))
  }

  @Test func optionsOfAnotherTypeDoNotFit() {
    var both = AxisOptions()
    #expect(both.set(.range, "0..10") && both.set(.crossing, "2024-01-01") && both.set(.ticks, "every month"))
    #expect(FittedAxis(both, isTemporal: false).unfitting == [.crossing, .ticks])
    #expect(FittedAxis(both, isTemporal: true).unfitting == [.range])
    #expect(FittedAxis(both, isTemporal: false, kind: .logarithmic).unfitting.contains(.range))
  }

  @Test func givenEndsAreExactAndOthersArePadded() {
    var axis = FittedAxis()
    axis.padding = 0.1
    #expect(axis.domain(Bounds(0...100)) == Bounds(-10...110))
    #expect(axis.domain(Bounds(0...100), beginsAtZero: true) == Bounds(0...110))
    axis.upper = 50
    #expect(axis.domain(Bounds(0...100)) == Bounds(-10...50))
    axis.lower = 200
    axis.upper = nil
    // A range outside all data.
    #expect(axis.domain(Bounds(0...100)) == Bounds(200...300))
  }

  @Test func explicitTicksHaveTheirPositions() {
    var axis = FittedAxis(options(.ticks, "every 25 from 10") ?? AxisOptions(), isTemporal: false)
    #expect(axis.numbers(in: Bounds(0...100)) == [10, 35, 60, 85])
    #expect(axis.numbers(in: Bounds(-1e9...1e9)) == nil)
    axis = FittedAxis(options(.ticks, "every 2 months from 2024-01-15") ?? AxisOptions(), isTemporal: true)
    let span = Timestamp(CivilDate(days: 19_700))...Timestamp(CivilDate(days: 19_900))
    #expect(
      axis.moments(in: span)?.values.map { $0.date.description }
        == ["2024-01-15", "2024-03-15", "2024-05-15"])
    axis = FittedAxis(options(.ticks, "every 2 weeks from 2024-01-03") ?? AxisOptions(), isTemporal: true)
    #expect(
      axis.moments(in: span)?.values.prefix(3).map { $0.date.description } == [
        "2023-12-20", "2024-01-03", "2024-01-17",
      ])
  }
}
