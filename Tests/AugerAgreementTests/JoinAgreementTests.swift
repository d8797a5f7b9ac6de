import AugerColumns
import Foundation
import TestSupport
import Testing

/// Joins preserve results: a join whose columns are not used changes nothing, and an inner join acts as a filter on its
/// key.
///
/// `AUGER_AGREEMENT` sets the number of queries. This suite runs a tenth of them.
@Suite struct JoinAgreementTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let tableCount = (environment["AUGER_AGREEMENT"].flatMap(Int.init) ?? 5000) / 100
  private static let firstSeed = environment["AUGER_AGREEMENT_SEED"].flatMap(UInt64.init) ?? 1

  /// Runs `body` with generated queries and joins whose columns they do not use.
  private func each(
    _ body: (_ query: GeneratedQuery, _ tables: GeneratedTables, Roads, inout Chance) throws -> String?
  ) throws {
    for seed in 0..<UInt64(Self.tableCount) {
      var chance = Chance(seed: (Self.firstSeed + seed) &* 31)
      var tables = GeneratedTables(&chance, rowCount: chance.pick([3, 30, 200]))
      tables.sides.removeAll(where: \.isMultiple)
      let roads = try Roads(tables, SQLiteStyle(tables.main, &chance))
      defer { roads.close() }
      for number in 0..<10 {
        var query = GeneratedQuery(GeneratedTables(tables.main), &chance)
        // A result with all columns would include those of the joined tables.
        if query.measures.isEmpty, query.keys.isEmpty, query.select == nil {
          query.select = query.shown(tables.columns([]))
        }
        if let complaint = try body(query, tables, roads, &chance) {
          Issue.record("seed \(seed), query \(number): \(complaint)")
          return
        }
      }
    }
  }

  @Test func unusedLeftJoinChangesNothing() throws {
    var compared = 0
    try each { query, tables, roads, chance in
      let without = query.parts(tables)
      var with = without
      with.joins = GeneratedQuery(tables, joins: tables.joins(&chance), &chance).parts(tables).joins
      for index in with.joins.indices { with.joins[index].isInner = false }
      if with.joins.isEmpty { return nil }
      let tolerances = query.answer(tables).tolerances
      let (chunkRows, workers) = (chance.pick([1, 7, 2048]), chance.pick([1, 3]))
      // These sources include databases that compute the whole query.
      let expected = roads.roads.filter { $0.answers(without) }.map {
        Roads.run(without, on: $0, chunkRows: chunkRows, workers: workers)
      }
      for road in roads.roads where road.answers(with) {
        let outcome = Roads.run(with, on: road, chunkRows: chunkRows, workers: workers)
        for other in expected {
          compared += 1
          if let difference = outcome.difference(from: other, tolerances) {
            return "\(road.name), \(difference), \(with)"
          }
        }
      }
      return nil
    }
    #expect(compared > Self.tableCount)
  }

  @Test func innerJoinActsAsAFilter() throws {
    var compared = 0
    try each { query, tables, roads, chance in
      let candidates = tables.sides.indices.filter { tables.sides[$0].base == nil }
      guard let number = candidates.randomElement(&chance) else { return nil }
      let join = GeneratedJoin(name: "j", side: number, isInner: true, keys: tables.sides[number].keys)
      // If a key overflows, a filter can stop before its second part.
      if join.canFail { return nil }
      let names = tables.main.columns.map { GeneratedTable.spelled($0.name) }
      let whole = tables.sides[number].table.rows.filter { row in !join.keys.contains { row[$0.column].isNull } }
      let found = whole.map { row in
        join.keys.map { "\($0.value.text(names)) == \(Self.spelled(row[$0.column]))" }.joined(separator: " and ")
      }
      var (with, without) = (query.parts(tables), query.parts(tables))
      with.joins = GeneratedQuery(tables, joins: [join], &chance).parts(tables).joins
      without.filters.insert((found.isEmpty ? "1 == 0" : found.joined(separator: " or "), false), at: 0)
      let tolerances = query.answer(tables).tolerances
      let expected = Roads.run(without, on: roads.roads[0], chunkRows: 2048, workers: 1)
      for road in roads.roads where road.answers(with) {
        compared += 1
        let outcome = Roads.run(with, on: road, chunkRows: 2048, workers: 1)
        if let difference = outcome.difference(from: expected, tolerances) {
          return "\(road.name), \(difference), \(with), \(without.filters[0].text)"
        }
      }
      return nil
    }
    #expect(compared > Self.tableCount)
  }

  /// Returns a value as a literal. A bool compared with a column is a number.
  private static func spelled(_ value: Scalar) -> String {
    if case .bool(let truth) = value { truth ? "1" : "0" } else { Gen.spelled(value) }
  }
}
