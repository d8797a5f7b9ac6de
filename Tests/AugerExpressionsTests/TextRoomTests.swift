import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

/// Strings that an expression creates are charged to the memory of the run. If memory runs out, evaluation fails before
/// the allocation.
@Suite struct TextRoomTests {
  private static let setting = Setting(columns: [
    ("t", Column((0..<1000).map { "a text of some length \($0)" })),
    ("u", Column((0..<1000).map { "another \($0)" })),
  ])

  /// One pass over distinct strings, rows of several columns, and arguments that differ from row to row.
  private static let expressions = ["concat(t, '!')", "upper(t)", "concat(t, u)", "replace(t, 1, 1, u)"]

  private static func evaluate(_ text: String, _ room: TextRoom) throws -> Column {
    var warnings = Warnings()
    return try setting.bind(text).evaluate(
      setting.columns.map(\.column), rowCount: setting.rowCount, firstRow: 0, active: nil, rows: nil, room: room,
      warnings: &warnings)
  }

  @Test(arguments: expressions) func createdStringsAreCharged(expression: String) throws {
    let taken = Locked(0)
    let room = TextRoom(bytes: 1 << 20, ofMemory: 1 << 20) { bytes in
      taken.withLock { $0 += bytes }
      return true
    }
    let texts = try Self.evaluate(expression, room).scalars.reduce(0) { sum, value in
      if case .string(let text) = value { sum + text.utf8.count } else { sum }
    }
    let bytes = taken.withLock { $0 }
    #expect(texts > 20_000 && bytes >= texts && bytes < 4 * texts)
  }

  @Test(arguments: expressions) func stringsThatExceedMemoryFail(expression: String) throws {
    let full = TextRoom(bytes: 1 << 20, ofMemory: 1 << 20) { $0 <= 8000 }
    let small = TextRoom(bytes: 10_000, ofMemory: 1 << 20) { _ in true }
    let query = TextRoom(bytes: 10_000, ofQuery: 10_000)
    let none = TextRoom(bytes: 1 << 20, ofMemory: 1 << 20) { _ in false }
    let enough = TextRoom(bytes: 1 << 20, ofMemory: 1 << 20) { _ in true }
    let rooms = [
      (full, Diagnostic.Code.lowMemory), (small, .lowMemory), (query, .limitExceeded),
      (small.narrowed(to: nil), .lowMemory), (enough.narrowed(to: small), .lowMemory),
      (query.narrowed(to: none), .lowMemory), (query.narrowed(to: enough), .limitExceeded),
    ]
    for (room, code) in rooms {
      let error = #expect(throws: AugerError.self) { try Self.evaluate(expression, room) }
      #expect(error?.code == code && error?.operation == "compute '\(expression)'")
    }
  }
}
