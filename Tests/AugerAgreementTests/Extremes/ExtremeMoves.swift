import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import TestSupport

/// Generates moves with extreme parameters, as typed values and as query strings.
struct ExtremeMoves {
  let dashboard: Dashboard
  var chance: Chance

  /// Returns a typed move in item `X`. `model` is the chart of the item, if any.
  mutating func move(_ model: ChartModel?) -> StateChange {
    let item = self.item()
    switch chance.below(15) {
    case 0, 1: return .drillDown(item: "X", picks: picks(model))
    case 2: return chance.isOneIn(2) ? .drillUp(item: "X", toLevel: count()) : .zoom(item: item, level: count())
    case 3: return .zoom(item: item, level: 1 + chance.below(3))
    case 4: return filter(model)
    case 5, 6: return .set(variable: chance.pick(Self.variables), to: chance.isOneIn(8) ? nil : number())
    case 7, 8: return .change(item: item, change(model))
    case 9: return .select(item: item, selection(model))
    case 10: return .select(item: item, rectangle(model))
    case 11: return .sort(item: item, chance.isOneIn(5) ? nil : sort(model))
    case 12: return .hide(item: item, series: (0..<chance.below(4)).map { _ in series(model) })
    case 13:
      return chance.isOneIn(2)
        ? .highlight(item: item, category: category(model))
        : .setNode(item: "X", node: chance.pick(["A", "B", "C", "D"]), to: chance.isOneIn(6) ? nil : number())
    default: return .show(item: item, chance.isOneIn(5) ? nil : chance.pick(Self.ranges))
    }
  }

  /// Returns the query string of `place` with replaced parts, some of them damaged.
  mutating func text(from place: Exploration, _ model: ChartModel?) -> String {
    var text = chance.isOneIn(3) ? "" : place.description
    for _ in 0...chance.below(2) { text += (text.isEmpty ? "" : "&") + part(model) }
    guard chance.isOneIn(2) else { return text }
    var bytes = Array(text.utf8)
    let mutator = FuzzMutator(seeds: [text, "X.zoom=2&filter.s=North"], words: ExtremeDashboard.words)
    for _ in 0...chance.below(3) { mutator.damage(&bytes, &chance) }
    return String(decoding: bytes.prefix(4000), as: UTF8.self)
  }

  // MARK: Texts

  private mutating func part(_ model: ChartModel?) -> String {
    let item = item()
    let (a, b) = (Self.encoded(number()), Self.encoded(number()))
    let (from, to) = (Self.encoded(category(model)), Self.encoded(category(model)))
    let one = Self.encoded(series(model))
    return chance.pick([
      "\(item).select=rectangles:\(from)..\(to)~\(a)..\(b)", "\(item).select=rectangles:~NaN..\(b)",
      "\(item).select=rectangles:~\(a)..NaN", "\(item).select=rectangles:\(a)..\(b)~",
      "\(item).select=categories:\(from),\(to);series:\(one)", "\(item).select=items:\(from)~\(one)",
      "\(item).hide=null", "\(item).hide=\(one),null", "\(item).highlight=\(from)", "\(item).sort=-value;top:1",
      "\(item).sort=value:\(one);top:2147483647", "\(item).sort=series", "\(item).range=0..5e-324",
      "\(item).range=0.9999999999999999..1;0.5..0.5000000000000001", "\(item).range=0..1;0..1e-300",
      "\(item).zoom=\(1 + chance.below(3))", "\(item).zoom=2147483647", "\(item).whatif.f=\(a)",
      "\(item).whatif.f[\(from)]=1e308%25", "\(item).whatif.i=-1e308%25", "\(item).whatif.e=\(b)",
      "\(item).whatif.i[\(from)]=9223372036854775807", "filter.f=\(a)..\(b)", "filter.f=NaN..NaN",
      "filter.f=-Infinity..Infinity",
      "filter.s=\(from),null", "filter.d=-infinity..infinity", "filter.d=9999-12-31..0001-01-01",
      "filter.t=0000-01-01..9999-12-31T23:59:59.999999", "filter.i=\(a)", "$rate=\(a)", "$whole=\(b)",
      "$since=infinity", "$drive=1", "$pick=''", "X.drill=s:\(from)", "X.drill=\(column(model)):\(from),\(to)",
      "X.node[D]=\(a)", "X.node[C]=\(b)",
    ])
  }

  private static func encoded(_ value: Scalar) -> String { PercentEncoding.encoded(ScalarLiteral.text(value)) }

  private func column(_ model: ChartModel?) -> String { model?.levels.first?.column ?? "s" }

  // MARK: Parts of moves

  private static let variables = ["rate", "rate", "whole", "since", "drive", "pick"]

  /// Returns the name of item `X` or of one of its charts.
  private mutating func item() -> String {
    let names = dashboard.items.first { $0.name == "X" }?.charts.map(\.name) ?? []
    return chance.isOneIn(3) && !names.isEmpty ? chance.pick(names) : "X"
  }

  private mutating func count() -> Int { chance.pick([0, 1, 2, 3, -1, .max, .min]) }

  private static let numbers: [Scalar] =
    [
      0, -0.0, 1, -1, 0.5, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e16, -1e16, 1e308, -1e308,
      .greatestFiniteMagnitude, .nan, .infinity,
      -.infinity,
    ].map { .float($0) } + ExtremeRows.ints.map { .int($0) }
    + [
      .decimal(Decimal128(unscaled: 1, scale: 38)), .bool(true), .null,
      .string(""), .date(.infinity), .timestamp(.negativeInfinity), .date(CivilDate(days: 19_782)),
      .time(TimeOfDay(microseconds: 86_400_000_000)), .interval(Interval(months: .min, days: .min, microseconds: .min)),
    ]

  private mutating func number() -> Scalar { chance.pick(Self.numbers) }

  /// Returns a category of the chart or an arbitrary value.
  private mutating func category(_ model: ChartModel?) -> Scalar {
    guard let values = model?.levels.first?.values, values.count > 0, !chance.isOneIn(5) else { return number() }
    return values[chance.below(values.count)]
  }

  private mutating func series(_ model: ChartModel?) -> Scalar {
    guard let series = model?.series, !series.isEmpty, !chance.isOneIn(5) else { return number() }
    return chance.pick(series).value
  }

  private mutating func picks(_ model: ChartModel?) -> [Pick] {
    var picks: [Pick] = []
    if !chance.isOneIn(4) {
      picks.append(Pick(column(model), (0...chance.below(2)).map { _ in category(model) }))
    }
    if let column = model?.seriesColumn, chance.isOneIn(3) { picks.append(Pick(column, [series(model)])) }
    return picks
  }

  private mutating func filter(_ model: ChartModel?) -> StateChange {
    let name = chance.pick(["s", "f", "d", "t", "i"])
    if chance.isOneIn(6) { return .filter(name, nil) }
    if name == "s" || name == "i" {
      return .filter(name, .picks((0..<chance.below(4)).map { _ in category(model) }))
    }
    if name == "d" || name == "t", !chance.isOneIn(4) {
      let dates = ExtremeRows.dates
      return .filter(name, .range(lower: .date(chance.pick(dates)), upper: .date(chance.pick(dates))))
    }
    return .filter(name, .range(lower: number(), upper: number()))
  }

  private mutating func change(_ model: ChartModel?) -> WhatIfChange {
    let amount: WhatIfChange.Amount = chance.isOneIn(2) ? .value(number()) : .percent(number())
    return WhatIfChange(
      chance.pick(["f", "i", "e"]), category: chance.isOneIn(2) ? nil : category(model), amount)
  }

  private mutating func selection(_ model: ChartModel?) -> Selection {
    var selection = Selection(
      categories: (0..<chance.below(3)).map { _ in category(model) },
      series: (0..<chance.below(3)).map { _ in series(model) })
    if chance.isOneIn(2) {
      selection.items = [Selection.Item(category: category(model), series: series(model))]
    }
    return selection
  }

  private mutating func rectangle(_ model: ChartModel?) -> Selection {
    var selection = Selection()
    selection.rectangles = (0...chance.below(2)).map { _ in
      Selection.Rectangle(
        categories: chance.isOneIn(3) ? nil : Selection.Span(category(model), category(model)),
        values: chance.isOneIn(3) ? nil : Selection.Span(number(), number()))
    }
    return selection
  }

  private mutating func sort(_ model: ChartModel?) -> SortState {
    let key = chance.pick([SortState.Key.category, .value, .series, .seriesValue(series(model))])
    return SortState(key, isDescending: chance.isOneIn(2), top: chance.isOneIn(2) ? nil : count())
  }

  private static let ranges = [
    VisibleRange(horizontal: 0 ... .leastNonzeroMagnitude), VisibleRange(horizontal: 0.5...0.5),
    VisibleRange(horizontal: 0...1),
    VisibleRange(horizontal: 0.25...0.75, vertical: 0...1e-300), VisibleRange(horizontal: 0.999_999_999_999...1),
    VisibleRange(horizontal: 0...1, vertical: 0.4...0.6),
  ]
}
