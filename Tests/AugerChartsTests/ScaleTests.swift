import AugerCharts
import AugerColumns
import Testing

@Suite struct ScaleTests {
  @Test func `Ticks are multiples of one, two or five`() {
    func ticks(_ domain: ClosedRange<Double>, _ count: Int) -> [Double] {
      LinearTicks(Bounds(domain), count: count).values
    }
    #expect(ticks(0...10, 5) == [0, 2, 4, 6, 8, 10])
    #expect(ticks(0...1, 10) == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    #expect(ticks(-3...3, 6) == [-3, -2, -1, 0, 1, 2, 3])
    #expect(ticks(0.002...0.0041, 4) == [0.002, 0.0025, 0.003, 0.0035, 0.004])
    #expect(ticks(1e6...1.9e6, 4) == [1_000_000, 1_200_000, 1_400_000, 1_600_000, 1_800_000])
  }

  static let domains: [ClosedRange<Double>] = [
    0.3...0.9, -17.2...1234.5, 1e-7...2e-7, 1e299...1e300, -1e308...1e308, 5...5, 0...0, -4 ... -4, 1e15...(1e15 + 2),
    Double.leastNonzeroMagnitude...Double.leastNormalMagnitude,
  ]

  @Test(arguments: domains)
  func `A nice domain contains the values and ends at ticks`(domain: ClosedRange<Double>) throws {
    for count in [2, 3, 5, 8, 20] {
      let nice = LinearTicks.nice(Bounds(domain), count: count)
      #expect(nice.lower <= domain.lowerBound && nice.upper >= domain.upperBound)
      let ticks = LinearTicks(nice, count: count)
      #expect(ticks.values.count <= 2 * count + 2, "\(domain) \(count)")
      #expect(ticks.values.allSatisfy { nice.contains($0) || domain.upperBound.magnitude < 1e-300 })
      guard domain.upperBound.magnitude > 1e-300, domain.upperBound < 1e307 else { continue }
      #expect(ticks.values.first == nice.lower && ticks.values.last == nice.upper, "\(nice) \(count)")
    }
  }

  @Test func `A linear scale spans more than the largest double`() {
    let scale = LinearScale(domain: Bounds(-1.7e308...1.7e308), start: 0, end: 100)
    #expect(scale(-1.7e308) == 0)
    #expect(scale(0) == 50)
    #expect(scale(1.7e308) == 100)
  }

  @Test func `Marks begin at zero, or at the end of the domain next to it`() {
    #expect(LinearScale(domain: Bounds(-5...5), start: 0, end: 10).baseline == 5)
    #expect(LinearScale(domain: Bounds(5...10), start: 0, end: 10).baseline == 0)
    #expect(LinearScale(domain: Bounds(-10 ... -5), start: 0, end: 10).baseline == 10)
  }

  @Test func `Bands are adjacent with padding`() {
    let band = BandScale(count: 4, start: 100, end: 200, padding: 0.2)
    #expect(band.step == 25)
    #expect((band.bandwidth - 20).magnitude < 1e-12)
    #expect((band(1) - 127.5).magnitude < 1e-12)
    #expect(band.center(3) == 187.5)
  }

  private func date(_ text: String) throws -> CivilDate {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
  }

  private func days(_ from: String, _ to: String, _ count: Int) throws -> [String] {
    let start = Timestamp(try date(from))
    let end = Timestamp(try date(to))
    return TimeTicks(start...end, count: count).values.map(\.date.description)
  }

  @Test func `Time ticks are at the first of months, quarters and years`() throws {
    #expect(
      try days("2024-01-15", "2024-06-20", 6) == [
        "2024-02-01", "2024-03-01", "2024-04-01", "2024-05-01", "2024-06-01",
      ])
    #expect(
      try days("2023-02-10", "2024-12-31", 8) == [
        "2023-04-01", "2023-07-01", "2023-10-01", "2024-01-01", "2024-04-01", "2024-07-01", "2024-10-01",
      ])
    #expect(
      try days("1995-05-05", "2024-05-05", 8) == [
        "2000-01-01", "2005-01-01", "2010-01-01", "2015-01-01", "2020-01-01",
      ])
  }

  @Test func `Weeks begin on Monday`() throws {
    #expect(try days("2024-02-20", "2024-03-20", 5) == ["2024-02-26", "2024-03-04", "2024-03-11", "2024-03-18"])
  }

  @Test func `Time ticks before 1970 follow the same rules`() throws {
    #expect(try days("1968-11-20", "1969-02-10", 4) == ["1968-12-01", "1969-01-01", "1969-02-01"])
    #expect(try days("1969-12-29", "1970-01-02", 5).first == "1969-12-29")
  }

  @Test func `Tick labels use the shortest unit`() {
    func texts(_ domain: ClosedRange<Double>, _ format: ValueFormat? = nil, _ locale: String = "en_US") -> [String] {
      let ticks = LinearTicks(Bounds(domain), count: 4)
      let formatter = TickFormatter(ticks, format: format, locale: ChartLocale(locale))
      return ticks.values.map(formatter.text)
    }
    #expect(texts(0...2_000_000, .currency("USD")) == ["$0", "$0.5M", "$1.0M", "$1.5M", "$2.0M"])
    #expect(texts(0...80_000) == ["0", "20K", "40K", "60K", "80K"])
    #expect(texts(0...2000) == ["0", "500", "1000", "1500", "2000"])
    #expect(texts(0...0.4, .percentage) == ["0%", "10%", "20%", "30%", "40%"])
    #expect(texts(0...40, .percent) == ["0%", "10%", "20%", "30%", "40%"])
    #expect(texts(0...2e300) == ["0", "5e+299", "1e+300", "1.5e+300", "2e+300"])
    #expect(texts(0...80_000, .rounded(0), "de_DE") == ["0", "20.000", "40.000", "60.000", "80.000"])
    #expect(
      texts(0...2_000_000, nil, "de_DE")
        == ["0", "0,5", "1,0", "1,5", "2,0"].enumerated().map {
          $0 == 0 ? $1 : $1 + "\u{A0}Mio."
        })
  }
}
