import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import Testing

/// Invariants of every dashboard in every state: random walks through random dashboards with random data.
@Suite struct ExplorationLawTests {
  private struct Walk {
    let generated: GeneratedDashboard
    let pipeline: Pipeline
    var dice: Dice
    var place: Exploration

    var dashboard: Dashboard { generated.dashboard }

    static let items = ["Drill", "Zooming", "Dates", "Changing"]

    init(seed: UInt64) throws {
      dice = Dice(seed: seed)
      generated = try GeneratedDashboard(&dice)
      pipeline = Pipeline(delegate: generated.delegate, dashboards: [generated.dashboard])
      place = generated.dashboard.start
    }

    func model(_ item: String) async throws -> ChartModel {
      try await pipeline.chart(item, of: dashboard, at: place)
    }

    /// Returns the chart as bytes. Equal models have equal bytes, and the bytes read back as an equal model.
    func bytes(_ item: String, at place: Exploration) async throws -> [UInt8] {
      let model = try await pipeline.chart(item, of: dashboard, at: place)
      let bytes = ChartJSON().data(for: model)
      #expect(try ChartJSON().model(from: bytes) == model, "\(item) at \(place)")
      return bytes
    }

    /// Returns a random valid move. Nil if no move of the selected kind is valid.
    mutating func move() async throws -> StateChange? {
      switch dice.number(below: 9) {
      case 0, 1, 2: return try await drill()
      case 3:
        let depth = place[item: "Drill"].drill.count
        return .drillUp(item: "Drill", toLevel: dice.number(below: depth + 1))
      case 4:
        return .zoom(item: dice.pick(["Zooming", "Dates"]), level: 1 + dice.number(below: 3))
      case 5: return try await filter()
      case 6:
        return .set(
          variable: "factor", to: .decimal(Decimal128(unscaled: Int128(dice.number(below: 41) * 25), scale: 2)))
      case 7:
        let model = try await model("Changing")
        guard model.categoryCount > 0 else { return nil }
        let category = model.levels[0].values[dice.number(below: model.categoryCount)]
        return .change(
          item: "Changing",
          WhatIfChange(
            "pieces", category: dice.isLucky() || category.isNull ? nil : category,
            dice.isLucky()
              ? .value(.int(Int64(dice.number(below: 100)))) : .percent(.int(Int64(dice.number(below: 90))))))
      default:
        let sort = SortState(
          dice.pick([.category, .value, .series]), isDescending: dice.isLucky(), top: dice.isLucky() ? 2 : nil)
        return .sort(item: dice.pick(["Changing", "Level0"]), dice.isLucky() ? nil : sort)
      }
    }

    private mutating func drill() async throws -> StateChange? {
      let model = try await model("Drill")
      guard let drill = model.drill, drill.next != nil else { return nil }
      let categories = (drill.categoryPicks ?? []).compactMap(\.self)
      let series = (drill.seriesPicks ?? []).compactMap(\.self)
      var picks: [Pick] = []
      if !categories.isEmpty, series.isEmpty || dice.isLucky() {
        picks += dice.pick(categories).entries.map { Pick($0, $1.scalars) }
      }
      if !series.isEmpty, picks.isEmpty || dice.isLucky() {
        picks += dice.pick(series).entries.map { Pick($0, $1.scalars) }
      }
      return picks.isEmpty ? nil : .drillDown(item: "Drill", picks: picks)
    }

    mutating func filter() async throws -> StateChange? {
      let filters = try await pipeline.filters(of: dashboard, at: place)
      let filter = dice.pick(filters)
      guard !dice.isLucky() else { return .filter(filter.name, nil) }
      if filter.kind == .range {
        guard !filter.lowerBound.isNull else { return nil }
        return .filter(
          filter.name, .range(lower: filter.lowerBound, upper: dice.isLucky() ? filter.lowerBound : filter.upperBound))
      }
      let picks = filter.choices.map(\.value).filter { _ in dice.isLucky() }
      return picks.isEmpty ? nil : .filter(filter.name, .picks(picks))
    }

    mutating func step() async throws {
      if let move = try await move() { place = try dashboard.place(after: move, from: place) }
    }
  }

  private static let seeds = Array(UInt64(1)...6)
  private static let steps = 6

  @Test(arguments: seeds) func urlRestoresItsState(_ seed: UInt64) async throws {
    var walk = try Walk(seed: seed)
    for _ in 0..<Self.steps {
      try await walk.step()
      let read = try Exploration(walk.place.description)
      #expect(read.description == walk.place.description)
      #expect(try walk.dashboard.checked(read) == walk.place, "\(walk.place)")
    }
  }

  @Test(arguments: seeds) func drillingDownAndUpReturnsToAnEqualModel(_ seed: UInt64) async throws {
    var walk = try Walk(seed: seed)
    for _ in 0..<Self.steps {
      try await walk.step()
      let model = try await walk.model("Drill")
      let level = walk.place[item: "Drill"].drill.count
      let picks =
        (model.drill?.categoryPicks ?? []).compactMap(\.self) + (model.drill?.seriesPicks ?? []).compactMap(\.self)
      for picks in picks.prefix(2) {
        let below = try walk.dashboard.drill(walk.place, in: "Drill", picking: picks)
        _ = try await walk.pipeline.chart("Drill", of: walk.dashboard, at: below)
        let back = try walk.dashboard.drillUp(below, in: "Drill", to: level)
        #expect(back == walk.place)
        walk.pipeline.forget()
        #expect(try await walk.bytes("Drill", at: back) == ChartJSON().data(for: model), "\(walk.place)")
      }
    }
  }

  @Test(arguments: seeds) func filtersCommute(_ seed: UInt64) async throws {
    var walk = try Walk(seed: seed)
    for _ in 0..<Self.steps {
      try await walk.step()
      guard let one = try await walk.filter(), let other = try await walk.filter(), one.filterName != other.filterName
      else {
        continue
      }
      let a = try walk.dashboard.place(after: other, from: try walk.dashboard.place(after: one, from: walk.place))
      let b = try walk.dashboard.place(after: one, from: try walk.dashboard.place(after: other, from: walk.place))
      #expect(a == b)
      #expect(try await walk.bytes("Zooming", at: a) == (try await walk.bytes("Zooming", at: b)))
    }
  }

  @Test(arguments: seeds) func variableRunsNoQuery(_ seed: UInt64) async throws {
    var walk = try Walk(seed: seed)
    for _ in 0..<Self.steps {
      try await walk.step()
      for item in Walk.items { _ = try await walk.model(item) }
      let asked = walk.generated.delegate.calls.withLock { $0 }
      walk.place = try walk.dashboard.set(walk.place, "factor", to: .float(Double(walk.dice.number(below: 41)) / 4))
      for item in Walk.items {
        let model = try await walk.model(item)
        #expect(model.receipt.queries.allSatisfy { $0.execution == .cached })
      }
      #expect(walk.generated.delegate.calls.withLock { $0 } == asked)
    }
  }

  @Test(arguments: seeds) func emptyChangeEqualsTheBaseline(_ seed: UInt64) async throws {
    var walk = try Walk(seed: seed)
    for _ in 0..<Self.steps {
      try await walk.step()
      let without = try walk.dashboard.place(after: .reset(item: "Changing"), from: walk.place)
      let unchanged = try await walk.pipeline.chart("Changing", of: walk.dashboard, at: without)
      let column = walk.dice.pick(["pieces", "amount"])
      let place = try walk.dashboard.place(
        after: .change(item: "Changing", WhatIfChange(column, .percent(.int(0)))), from: without)
      let model = try await walk.pipeline.chart("Changing", of: walk.dashboard, at: place)
      for (index, dimension) in model.dimensions.enumerated() {
        #expect(model.baselineCells?[index].scalars == unchanged.dimensions[index].cells.scalars)
        for (changed, value) in zip(dimension.cells.scalars, unchanged.dimensions[index].cells.scalars) {
          #expect(Self.areEqual(changed, value))
        }
      }
    }
  }

  /// A coarser level of a zoomed chart equals the zoomed-out chart. For dates, both equal the sums that the source
  /// computes by year and quarter.
  @Test(arguments: seeds) func zoomedLevelEqualsANewQuery(_ seed: UInt64) async throws {
    var walk = try Walk(seed: seed)
    for _ in 0..<Self.steps {
      try await walk.step()
      for item in ["Zooming", "Dates"] {
        let fine = try await walk.pipeline.chart(
          item, of: walk.dashboard, at: try walk.dashboard.zoom(walk.place, in: item, to: 3))
        for level in 1...2 {
          let coarse = try await walk.pipeline.chart(
            item, of: walk.dashboard, at: try walk.dashboard.zoom(walk.place, in: item, to: level))
          let above = fine.levels[3 - level]
          #expect(above.values.scalars == coarse.levels[0].values.scalars)
          for (mine, other) in zip(above.cells ?? [], coarse.dimensions.map(\.cells)) {
            // Only the finer level has some series, next to the others.
            guard fine.series.map(\.value) == coarse.series.map(\.value) else { continue }
            #expect(zip(mine.scalars, other.scalars).allSatisfy { Self.areEqual($0, $1) })
          }
        }
      }
      try await Self.askAgain(walk)
    }
  }

  private static func askAgain(_ walk: Walk) async throws {
    let grains = ["year", "quarter", "month"]
    for level in 1...3 {
      let place = try walk.dashboard.zoom(walk.place, in: "Dates", to: level)
      let plan = try ChartPlan("Dates", of: walk.dashboard, at: place)
      let model = try await walk.pipeline.chart("Dates", of: walk.dashboard, at: place)
      let keys = Array(grains.prefix(level)) + [model.seriesColumn].compactMap(\.self)
      let answer = try walk.generated.delegate.table(keys, plan.requests[0].arguments)
      let sorted = SortOrder.rows(
        by: keys.compactMap { answer[$0] }.prefix(level).map { SortOrder($0, isDescending: false) },
        rowCount: answer.rowCount)
      var expected: [[Scalar]: Scalar] = [:]
      for row in sorted.map({ Int($0) }) {
        expected[keys.compactMap { answer[$0]?[row] }] = answer["amount"]?[row]
      }
      #expect(model.dimensions[0].cells.count - model.dimensions[0].cells.nullCount == expected.count)
      for category in 0..<model.categoryCount {
        let path = model.path(of: category)
        for (s, series) in model.series.enumerated() {
          let key = path + (model.seriesColumn == nil ? [] : [series.value])
          let value = model[dimension: 0, series: s, category: category]
          #expect(areEqual(value, expected[key] ?? .null), "\(place): \(key)")
        }
      }
    }
  }

  private static func areEqual(_ a: Scalar, _ b: Scalar) -> Bool {
    // The precision of a float depends on the order of summation. Integers and decimals are equal.
    guard case (.float, _) = (a, b), let x = a.doubleValue, let y = b.doubleValue else {
      if case .float = b, a.doubleValue != nil { return areEqual(b, a) }
      return Scalar.compare(a, b) == 0
    }
    return x == y || abs(x - y) <= 1e-9 * max(abs(x), abs(y))
  }
}

extension StateChange {
  fileprivate var filterName: String? { if case .filter(let name, _) = self { name } else { nil } }
}

extension QueryArgument {
  fileprivate var scalars: [Scalar] {
    switch self {
    case .scalar(let value): [value]
    case .list(let values): values
    case .range(let lower, let upper): [lower, upper]
    }
  }
}

extension ChartModel {
  /// Returns the values of a category and its ancestors, coarsest first.
  fileprivate func path(of category: Int) -> [Scalar] {
    var path = [levels[0].values[category]]
    var place = category
    for level in levels.dropFirst() {
      let (first, last) = (level.firstChild ?? [], level.lastChild ?? [])
      place = first.indices.first { Int(first[$0]) <= place && place <= Int(last[$0]) } ?? 0
      path.insert(level.values[place], at: 0)
    }
    return path
  }
}
