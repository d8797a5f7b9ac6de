import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import Foundation
import TestSupport
import Testing

/// The same query gives the same table from memory, CSV and SQLite, in the column store and pushed down, for any size
/// of chunk and number of threads; and it is what going through the rows one by one gives.
///
/// `AUGER_AGREEMENT` says how many queries, `AUGER_AGREEMENT_SEED` where to begin.
@Suite(.serialized) struct TableQueryAgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let queryCount = environment["AUGER_AGREEMENT"].flatMap(Int.init) ?? 5000
  private static let firstSeed = environment["AUGER_AGREEMENT_SEED"].flatMap(UInt64.init) ?? 1
  private static let queriesOfATable = 25

  /// How many queries went how far, by road.
  private struct Tally {
    var extents: [String: [PushdownPlan.Extent: Int]] = [:]
    var voided: [String: Int] = [:]
    var overflows = 0
    var queries = 0
    var failures: [String] = []
  }

  @Test func allRoadsAgree() throws {
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
    print("agreement: \(result.queries) queries from seed \(Self.firstSeed) on, \(result.overflows) of them overflow")
    for (road, extents) in result.extents.sorted(by: { $0.key < $1.key }) {
      let shares = PushdownPlan.Extent.allCases.map { "\($0.rawValue) \(extents[$0] ?? 0)" }
      print("agreement: \(road): \(shares.joined(separator: ", ")), voided \(result.voided[road] ?? 0)")
      // Agreement would mean little if little were pushed down.
      #expect(extents[.whole] ?? 0 > result.queries / 4)
      #expect(extents[.part] ?? 0 > result.queries / 20)
      #expect(extents[.none] ?? 0 < result.queries * 6 / 10)
    }
    #expect(result.queries >= Self.queryCount)
    #expect(result.overflows > result.queries / 1000)
  }

  private static func check(seed: UInt64, _ server: Roads.ServerTable?, _ tally: Locked<Tally>) throws {
    var chance = Chance(seed: seed)
    let sizes = [chance.below(4), 20, 100, 100, 300]
    let table = GeneratedTable(&chance, rowCount: chance.pick(sizes))
    var style = SQLiteStyle(table, &chance)
    var roads = try Roads(table, style)
    if let server { try roads.addServer(server, table) }
    defer { roads.close() }
    for number in 0..<queriesOfATable {
      let query = GeneratedQuery(table, &chance)
      let parts = query.parts(table)
      let answer = query.answer(table)
      let (chunkRows, workers) = (chance.pick([1, 3, 64, 2048]), chance.pick([1, 1, 2, 3]))
      var warnings: [String]?
      tally.withLock { tally in
        tally.queries += 1
        if case .overflow = answer { tally.overflows += 1 }
      }
      for road in roads.roads {
        let outcome = Roads.run(parts, on: road, chunkRows: chunkRows, workers: workers)
        if let extent = outcome.extent {
          tally.withLock { tally in
            tally.extents[road.name, default: [:]][extent, default: 0] += 1
            if outcome.voided != nil { tally.voided[road.name, default: 0] += 1 }
          }
        }
        var complaint = answer.complaint(outcome)
        let counted = outcome.table.map { Self.counts($0) }
        if complaint == nil, let counted, let warnings, warnings != counted {
          complaint = "warnings \(counted), not \(warnings)"
        }
        warnings = warnings ?? counted
        guard let complaint else { continue }
        let failure = Failure(table: table, query: query, style: style)
        let text = report(failure, road.name, chunkRows, workers, "seed \(seed), query \(number): \(complaint)", server)
        tally.withLock { $0.failures.append(text) }
        return
      }
    }
    // The same with a value that the declaration does not promise: what SQLite stores decides, pushed down or not.
    guard !table.rows.isEmpty, table.columns.count > 1 else { return }
    style.lie = (
      1 + chance.below(table.columns.count - 1),
      chance.pick([
        "'odd'", "1.5", "3", "x'00ff'", "'2024-02-30'", "9e999", "9007199254740993", "'2024-01-01 10:00:00'",
      ])
    )
    let liars = try Roads(table, style)
    defer { liars.close() }
    for number in 0..<8 {
      let query = GeneratedQuery(table, &chance)
      let parts = query.parts(table)
      let here = Roads.run(parts, on: liars.roads[2], chunkRows: 64, workers: 1)
      let pushed = Roads.run(parts, on: liars.roads[3], chunkRows: 64, workers: 1)
      if let difference = difference(here, pushed, query.answer(table).tolerances) {
        let odd = style.lie.map { "\($0.value) in \(table.columns[$0.column])" } ?? ""
        let text =
          "seed \(seed), odd query \(number), \(odd), \(pushed.extent?.rawValue ?? ""): \(difference)\n\(parts)\n"
          + table.rows.map { "\($0)" }.joined(separator: "\n")
        tally.withLock { $0.failures.append(text) }
        return
      }
    }
  }

  /// Codes and counts; which row was first depends on what was read.
  private static func counts(_ table: Table) -> [String] {
    table.warnings.items.map { "\($0.code) \($0.count)" }.sorted()
  }

  /// `tolerances` says how far the floats of each column may be apart, beside their last digits.
  private static func difference(_ a: Roads.Outcome, _ b: Roads.Outcome, _ tolerances: [Double]) -> String? {
    guard let x = a.table, let y = b.table else {
      return a.error == b.error ? nil : "\(a.error ?? "a table") here, \(b.error ?? "a table") pushed"
    }
    guard x.schema.fields.map(\.type) == y.schema.fields.map(\.type) else {
      return "types \(x.schema.fields.map(\.type)) here, \(y.schema.fields.map(\.type)) pushed"
    }
    guard x.rowCount == y.rowCount else { return "\(x.rowCount) rows here, \(y.rowCount) pushed" }
    for (column, pair) in zip(x.columns, y.columns).enumerated() {
      for row in 0..<x.rowCount {
        let (p, q) = (pair.0[row], pair.1[row])
        let size = max(abs(p.doubleValue ?? 0), abs(q.doubleValue ?? 0))
        let tolerance = column < tolerances.count ? tolerances[column] : 0
        if !Answer.agree(p, q, max(1e-9 * size, tolerance)) {
          return "row \(row + 1), column \(column + 1): \(p.debug) and \(q.debug)"
        }
      }
    }
    return counts(x) == counts(y) ? nil : "warnings \(counts(x)) here, \(counts(y)) pushed"
  }

  /// Shrinks a failure, keeps it as a case, and says where.
  private static func report(
    _ failure: Failure, _ road: String, _ chunkRows: Int, _ workers: Int, _ what: String,
    _ server: Roads.ServerTable?
  ) -> String {
    func complaint(_ failure: Failure) -> String? {
      guard var roads = try? Roads(failure.table, failure.style) else { return nil }
      defer { roads.close() }
      if let server { try? roads.addServer(server, failure.table) }
      let parts = failure.query.parts(failure.table)
      guard let suspect = roads.roads.first(where: { $0.name == road }) else { return nil }
      let outcome = Roads.run(parts, on: suspect, chunkRows: chunkRows, workers: workers)
      if let complaint = failure.query.answer(failure.table).complaint(outcome) { return complaint }
      let memory = Roads.run(parts, on: roads.roads[0], chunkRows: chunkRows, workers: workers)
      guard let x = memory.table, let y = outcome.table, counts(x) != counts(y) else { return nil }
      return "warnings \(counts(y)), not \(counts(x))"
    }
    let smallest = failure.shrunk { complaint($0) != nil }
    var expected: [[String]]?
    if case .rows(let rows, _, _) = smallest.query.answer(smallest.table) { expected = AgreementCase.answer(rows) }
    let note = "\(what); road \(road), chunks of \(chunkRows), \(workers) workers, style \(smallest.style)"
    let kept = AgreementCase(
      note: [note, complaint(smallest) ?? ""], table: smallest.table, query: smallest.query.parts(smallest.table),
      expected: expected)
    let file = AgreementCase.folder.appendingPathComponent(
      "failed-\(what.prefix { $0 != ":" }.filter(\.isNumber)).case")
    try? FileManager.default.createDirectory(at: AgreementCase.folder, withIntermediateDirectories: true)
    try? kept.text.write(to: file, atomically: true, encoding: .utf8)
    return kept.text + "kept as \(file.lastPathComponent)"
  }
}
