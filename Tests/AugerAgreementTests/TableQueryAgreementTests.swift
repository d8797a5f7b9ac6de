import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import Foundation
import TestSupport
import Testing

/// A query has the same result in memory, CSV and SQLite, with and without pushdown, for any chunk size and number of
/// threads. The result equals a row-by-row computation.
///
/// `AUGER_AGREEMENT` sets the number of queries, `AUGER_AGREEMENT_SEED` the first seed.
@Suite(.serialized) struct TableQueryAgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let queryCount = environment["AUGER_AGREEMENT"].flatMap(Int.init) ?? 1500
  private static let firstSeed = environment["AUGER_AGREEMENT_SEED"].flatMap(UInt64.init) ?? 1
  private static let queriesOfATable = 25

  /// A suffix of code path names for the counts of queries with joins.
  private static let joined = ", joined"

  private struct Tally {
    var extents: [String: [PushdownPlan.Extent: Int]] = [:]
    var voided: [String: [String: Int]] = [:]
    var overflows = 0
    var queries = 0
    var joined = 0
    var refused = 0
    var failures: [String] = []
  }

  @Test func allCodePathsAgree() throws {
    let tally = Locked(Tally())
    let next = Locked(0)
    let server = try Roads.ServerTable()
    if server == nil { print("agreement: no PostgreSQL: AUGER_POSTGRESQL names no server") }
    let tables = (Self.queryCount + Self.queriesOfATable - 1) / Self.queriesOfATable
    try Workers.run(Workers.defaultCount) { _ in
      while true {
        let number = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard number < tables, tally.withLock({ $0.failures.count < 10 }) else { return }
        try Self.check(seed: Self.firstSeed + UInt64(number), server, tally)
      }
    }
    let result = tally.withLock { $0 }
    for failure in result.failures { Issue.record("\(failure)") }
    print(
      "agreement: \(result.queries) queries from seed \(Self.firstSeed) on, \(result.overflows) of them overflow, "
        + "\(result.joined) join other tables, \(result.refused) one of several rows")
    let alone = result.queries - result.joined
    for (road, extents) in result.extents.sorted(by: { $0.key < $1.key }) {
      let shares = PushdownPlan.Extent.allCases.map { "\($0.rawValue) \(extents[$0] ?? 0)" }
      let reasons = result.voided[road] ?? [:]
      print("agreement: \(road): \(shares.joined(separator: ", ")), voided \(reasons.values.reduce(0, +))")
      if ProcessInfo.processInfo.environment["AUGER_REASONS"] != nil {
        for (reason, count) in reasons.sorted(by: { $0.value > $1.value }).prefix(20) { print("  \(count): \(reason)") }
      }
      if road.hasSuffix(Self.joined) {
        #expect(extents[.whole] ?? 0 > result.joined / 20)
        continue
      }
      // The comparison is useful only if enough queries are pushed down.
      #expect(extents[.whole] ?? 0 > alone / 4)
      #expect(extents[.part] ?? 0 > alone / 20)
      #expect(extents[.none] ?? 0 < alone * 6 / 10)
    }
    #expect(result.queries >= Self.queryCount)
    #expect(result.overflows > result.queries / 1000)
    #expect(result.joined > result.queries / 5)
    #expect(result.refused > result.queries / 1000)
  }

  private static func check(seed: UInt64, _ server: Roads.ServerTable?, _ tally: Locked<Tally>) throws {
    var chance = Chance(seed: seed)
    let sizes = [chance.below(4), 20, 100, 100, 300]
    let tables = GeneratedTables(&chance, rowCount: chance.pick(sizes))
    let table = tables.main
    var style = SQLiteStyle(table, &chance)
    var roads = try Roads(tables, style)
    defer { roads.close() }
    if let server { try roads.addServer(server, tables) }
    for number in 0..<queriesOfATable {
      let query = GeneratedQuery(tables, joins: chance.isOneIn(3) ? tables.joins(&chance) : [], &chance)
      let parts = query.parts(tables)
      let answer = query.answer(tables)
      let (chunkRows, workers) = (chance.pick([1, 3, 64, 2048]), chance.pick([1, 1, 2, 3]))
      var warnings: [String]?
      tally.withLock { tally in
        tally.queries += 1
        if !query.joins.isEmpty { tally.joined += 1 }
        switch answer {
        case .rows: break
        case .overflow: tally.overflows += 1
        case .multiple: tally.refused += 1
        }
      }
      for road in roads.roads where road.answers(parts) {
        let outcome = Roads.run(parts, on: road, chunkRows: chunkRows, workers: workers)
        if let extent = outcome.extent {
          tally.withLock { tally in
            let name = query.joins.isEmpty ? road.name : road.name + Self.joined
            tally.extents[name, default: [:]][extent, default: 0] += 1
            if let reason = outcome.voided { tally.voided[name, default: [:]][reason, default: 0] += 1 }
          }
        }
        var complaint = answer.complaint(outcome)
        let counted = outcome.table?.warningCounts()
        if complaint == nil, let counted, let warnings, warnings != counted {
          complaint = "warnings \(counted), not \(warnings)"
        }
        warnings = warnings ?? counted
        guard let complaint else { continue }
        let failure = Failure(tables: tables, query: query, style: style)
        let text = report(failure, road.name, chunkRows, workers, "seed \(seed), query \(number): \(complaint)", server)
        tally.withLock { $0.failures.append(text) }
        return
      }
    }
    guard let failure = try oddValues(tables, &style, &chance) else { return }
    tally.withLock { $0.failures.append("seed \(seed), \(failure)") }
  }

  /// Repeats queries with a value that does not match the declared type. The stored value determines the result, with
  /// and without pushdown, and whether joined rows are streamed or in memory.
  private static func oddValues(
    _ tables: GeneratedTables, _ style: inout SQLiteStyle, _ chance: inout Chance
  ) throws -> String? {
    let table = tables.main
    guard !table.rows.isEmpty, table.columns.count > 1 else { return nil }
    style.lie = (
      1 + chance.below(table.columns.count - 1),
      chance.pick([
        "'odd'", "1.5", "3", "x'00ff'", "'2024-02-30'", "9e999", "9007199254740993", "'2024-01-01 10:00:00'",
      ])
    )
    let liars = try Roads(tables, style)
    defer { liars.close() }
    let streamed = liars.roads[2]
    let whole = try TableQueryExecutor(workers: 1).load(streamed.table)
    let loaded = Roads.Road(name: "loaded", table: StoredTable("t", whole), sides: streamed.sides)
    for number in 0..<8 {
      let query = GeneratedQuery(tables, joins: chance.isOneIn(3) ? tables.joins(&chance) : [], &chance)
      let parts = query.parts(tables)
      let here = Roads.run(parts, on: streamed, chunkRows: 64, workers: 1)
      let other = Roads.run(parts, on: query.joins.isEmpty ? liars.roads[3] : loaded, chunkRows: 64, workers: 1)
      // Warnings from loading the rows are not repeated.
      let given = query.joins.isEmpty ? Warnings() : whole.warnings
      if let difference = here.difference(from: other, query.answer(tables).tolerances, given: given) {
        let odd = style.lie.map { "\($0.value) in \(table.columns[$0.column])" } ?? ""
        return "odd query \(number), \(odd), \(other.extent?.rawValue ?? ""): \(difference)\n\(parts)\n"
          + ([table] + tables.sides.map(\.table)).map { $0.rows.map { "\($0)" }.joined(separator: "\n") }
          .joined(separator: "\n\n")
      }
    }
    return nil
  }

  /// Shrinks a failure, saves it as a case and returns its location.
  private static func report(
    _ failure: Failure, _ road: String, _ chunkRows: Int, _ workers: Int, _ what: String,
    _ server: Roads.ServerTable?
  ) -> String {
    func complaint(_ failure: Failure) -> String? {
      guard var roads = try? Roads(failure.tables, failure.style) else { return nil }
      defer { roads.close() }
      if let server { try? roads.addServer(server, failure.tables) }
      let parts = failure.query.parts(failure.tables)
      guard let suspect = roads.roads.first(where: { $0.name == road }) else { return nil }
      let outcome = Roads.run(parts, on: suspect, chunkRows: chunkRows, workers: workers)
      if let complaint = failure.query.answer(failure.tables).complaint(outcome) { return complaint }
      let memory = Roads.run(parts, on: roads.roads[0], chunkRows: chunkRows, workers: workers)
      guard let x = memory.table?.warningCounts(), let y = outcome.table?.warningCounts(), x != y else { return nil }
      return "warnings \(y), not \(x)"
    }
    let smallest = failure.shrunk { complaint($0) != nil }
    let expected: AgreementCase.Expected =
      switch smallest.query.answer(smallest.tables) {
      case .rows(let rows, _, _): .rows(AgreementCase.answer(rows))
      case .overflow: .overflow
      case .multiple(let key): .multiple(key)
      }
    let note = "\(what); road \(road), chunks of \(chunkRows), \(workers) workers, style \(smallest.style)"
    let kept = AgreementCase(
      note: [note, complaint(smallest) ?? ""], tables: smallest.tables, query: smallest.query.parts(smallest.tables),
      expected: expected)
    let file = AgreementCase.folder.appendingPathComponent(
      "failed-\(what.prefix { $0 != ":" }.filter(\.isNumber)).case")
    try? FileManager.default.createDirectory(at: AgreementCase.folder, withIntermediateDirectories: true)
    try? kept.text.write(to: file, atomically: true, encoding: .utf8)
    return kept.text + "kept as \(file.lastPathComponent)"
  }
}
