import AugerCharts
import AugerColumns
import Testing

@Suite struct KindTests {
  @Test func treemapAreasAreProportional() {
    let frame = ChartFrame(x: 10, y: 20, width: 600, height: 400)
    var weights = (0..<60).map { (index: Int) -> Double in index % 13 == 5 ? 0 : Double(index * 7919 % 97) + 0.25 }
    weights += [-4, .nan, .infinity]
    let frames = frame.squarified(weights)
    let total = weights.filter { $0 > 0 && $0.isFinite }.reduce(0, +)
    for (weight, part) in zip(weights, frames) {
      let expected = weight > 0 && weight.isFinite ? weight / total * 240_000 : 0
      #expect((part.width * part.height - expected).magnitude < 1e-6)
      guard expected > 0 else { continue }
      #expect(part.x >= 10 - 1e-9 && part.y >= 20 - 1e-9 && part.maxX <= 610 + 1e-9 && part.maxY <= 420 + 1e-9)
    }
    for (a, first) in frames.enumerated() {
      for second in frames[(a + 1)...] where first.width > 0 && second.width > 0 {
        let width = min(first.maxX, second.maxX) - max(first.x, second.x)
        let height = min(first.maxY, second.maxY) - max(first.y, second.y)
        #expect(width < 1e-6 || height < 1e-6, "two parts overlap")
      }
    }
    #expect(frame.squarified([]).isEmpty)
    #expect(frame.squarified([1e308, 1e308]).allSatisfy { ($0.width * $0.height - 120_000).magnitude < 1e-6 })
  }

  @Test func logarithmicScaleSpacesPowersOfTenEvenly() {
    let scale = ValueScale(.logarithmic, domain: Bounds(0.01...10_000), start: 0, end: 600)
    for (index, value) in [0.01, 0.1, 1, 10, 100, 1000, 10_000].enumerated() {
      #expect((scale(value) - 100 * Double(index)).magnitude < 1e-9)
    }
    #expect(scale(0) == 0 && scale(-5) == 0 && scale.baseline == 0)
    #expect((scale.part(Bounds(0.5...1)).lower - 10).magnitude < 1e-9)
    #expect(ValueScale(.logarithmic, domain: Bounds(-5 ... -1), start: 0, end: 1).domain.lower > 0)
    let ticks = LogarithmicTicks(Bounds(1...1_000_000), count: 4)
    #expect(ticks.values == [1, 100, 10_000, 1_000_000])
    #expect(LogarithmicTicks(Bounds(1...100), count: 10).values == [1, 2, 5, 10, 20, 50, 100])
    #expect(LogarithmicTicks(Bounds(0.001...0.1), count: 3).fractionDigits == [3, 2, 1])
    #expect(LogarithmicTicks.nice(Bounds(3...4000)) == Bounds(1...10_000))
    #expect(LogarithmicTicks.nice(Bounds(3...40)) == Bounds(2...50))
  }

  @Test func numbersOfDifferentSizesHaveTheirOwnUnits() {
    func texts(_ values: [Double], _ format: ValueFormat? = nil, _ locale: String = "en_US") -> [String] {
      TickFormatter.texts(alone: values, format: format, locale: ChartLocale(locale))
    }
    #expect(texts([0.001, 1, 1000, 10_000, 1e6, 1e9, 1e13]) == ["0.001", "1", "1000", "10K", "1M", "1B", "10T"])
    #expect(texts([62_500, 6250], .currency("USD")) == ["$62.5K", "$6,250"])
    #expect(texts([10_000, 1e9], nil, "de_DE") == ["10.000", "1\u{A0}Mrd."])
    let small = TickFormatter.texts(alone: [1e-12, 1e6], fractionDigits: [12, 0], format: nil)
    #expect(small == ["1e-12", "1M"])
  }

  @Test func `A short number has three digits but keeps its integer digits`() {
    func short(_ value: Double, _ format: ValueFormat? = nil, _ locale: String = "en_US") -> String? {
      TickFormatter.short(value, format: format, locale: ChartLocale(locale))
    }
    #expect(
      [5623, 25_913, 1_523_456, 2e9, 0, -0.123456, 5623.78, 99.96].map { short($0) } == [
        "5623", "25.9K", "1.52M", "2B", "0", "-0.123", "5624", "100",
      ])
    #expect(short(1_523_456.5, .currency("USD")) == "$1.52M")
    #expect(short(5623.78, .currency("USD")) == "$5,624")
    #expect(short(25_913.25, nil, "de_DE") == "25.913")
    #expect(short(1_523_456, nil, "de_DE") == "1,52\u{A0}Mio.")
    #expect(short(1_523_456, nil, "ja_JP") == "1,523,456")
    #expect(short(15.23456, .percentage) == "1,523%")
    #expect(short(0.123456, .percentage) == "12.3%")
    #expect(short(12.3456, .percent) == "12.3%")
    // An explicit pattern is not shortened, and values that are not finite have no digits.
    #expect(short(5623.78, .pattern("0.000")) == nil)
    #expect([Double.nan, .infinity, 1e15].allSatisfy { short($0) == nil })
  }

  @Test func stackingFollowsTypeAndAuthor() throws {
    var model = try ChartModel(.column, categories: ["a"], values: [[1]])
    #expect(model.stacking == .none)
    model.chosenStacking = .percent
    #expect(model.stacking == .percent)
    model.type = .line
    #expect(model.stacking == .none)
    model.type = .stackedBar
    model.chosenStacking = nil
    #expect(model.stacking == .stacked)
  }
}
