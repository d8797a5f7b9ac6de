import AugerAnalysis
import AugerColumns
import TestSupport

/// Generates random explorations. The same seed gives the same explorations.
struct ExplorationGenerator {
  private var random: Chance

  init(seed: UInt64) { random = Chance(seed: seed) }

  private mutating func number(below limit: Int) -> Int { random.below(limit) }

  private mutating func chance() -> Bool { number(below: 3) == 0 }

  private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

  mutating func name() -> String {
    pick(["Sales", "filter", "Region", "a.b", "a/b;c,d:e", "Größe", "e\u{301}", "[x]", "$x", "&=?#%+", " ", "~", "'"])
  }

  mutating func scalar() -> Scalar {
    switch number(below: 8) {
    case 0: .int(Int64(number(below: 5000)) - 2500)
    case 1: .float(Double(number(below: 1000)) / 8 - 50)
    case 2: .decimal(Decimal128(Int64(number(below: 1000))))
    case 3: .date(CivilDate(days: Int32(number(below: 40000)) - 20000))
    case 4: .timestamp(Timestamp(microseconds: Int64(number(below: 1_000_000_000)) * 1_234_567))
    case 5: .bool(chance())
    default:
      .string(
        pick([
          "Europe", "", "a..b", ".", "..", "2011", "9.5", "2024-01-31", "true", "null", "a,b;c/d", "x~y", "100%",
          "e\u{301}",
          "'quoted'", "'", "日本", "a+b c", "2e0", "12:30",
        ]))
    }
  }

  private mutating func scalars() -> [Scalar] {
    var result: [Scalar] = []
    for _ in 0...number(below: 3) {
      let value = scalar()
      if !result.contains(value) { result.append(value) }
    }
    return result
  }

  private mutating func item() -> ItemState {
    var state = ItemState()
    for _ in 0..<number(below: 3) {
      var picks = [Pick(name(), scalars())]
      if chance() { picks.append(Pick("second", scalars())) }
      state.drill.append(picks)
    }
    if chance() { state.zoom = 1 + number(below: 4) }
    if chance() {
      state.whatIf = [
        WhatIfChange(name(), category: scalar(), .value(.int(5))), WhatIfChange("all", .percent(.float(-2.5))),
      ]
    }
    if chance() { state.selection.categories = scalars() }
    if chance() { state.selection.series = scalars() }
    if chance() { state.selection.items = [Selection.Item(category: scalar(), series: .null)] }
    if chance() {
      let span = Selection.Span(scalar(), scalar())
      state.selection.rectangles = [
        Selection.Rectangle(categories: chance() ? span : nil, values: .init(.int(-3), .float(2.25)))
      ]
    }
    if chance() {
      state.sort = SortState(
        pick([.category, .value, .series, .seriesValue(scalar())]), isDescending: chance(), top: chance() ? 7 : nil)
    }
    if chance() { state.range = VisibleRange(horizontal: 0.25...0.5, vertical: chance() ? 0...1 : 0.125...1) }
    if chance() { state.hidden = scalars() }
    if chance() { state.highlighted = scalar() }
    if chance() { state.nodes[name()] = scalar() }
    return state
  }

  mutating func exploration() -> Exploration {
    var place = Exploration()
    for _ in 0..<number(below: 3) { place[item: name()] = item() }
    for _ in 0..<number(below: 3) {
      place.filters[name()] = chance() ? .range(lower: scalar(), upper: scalar()) : .picks(scalars())
    }
    for _ in 0..<number(below: 3) { place.variables[name()] = scalar() }
    return place
  }
}
