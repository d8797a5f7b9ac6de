import AugerArrow
import AugerColumns
import AugerDiagnostics
import TestSupport
import Testing

@Suite struct RoundTripTests {
  private static let containers: [ArrowIPC.Container] = [.file, .stream]

  @Test(arguments: containers) func everyTypeComesBack(_ container: ArrowIPC.Container) throws {
    let table = try Samples.allTypes()
    let read = try ArrowIPC.table(from: ArrowIPC(container).data(for: table))
    try read.validate()
    #expect(read.hasSameContents(as: table) && read.warnings.isEmpty)
    #expect(read.schema.fields.map(\.declaredType) == table.schema.fields.map(\.declaredType))
    #expect(read.schema.fields.map(\.isUntyped) == table.schema.fields.map(\.isUntyped))
  }

  /// Slices start in the middle of a bitmap word, a dictionary and shared bytes.
  @Test(arguments: containers) func slicesSurviveARoundTrip(_ container: ArrowIPC.Container) throws {
    let table = try Samples.allTypes()
    var builder = TableBuilder(table.schema)
    for _ in 0..<50 {
      for row in 0..<table.rowCount { try builder.append(row: table.columns.map { $0[row] }) }
    }
    let long = builder.finish()
    for range in [0..<0, 0..<1, 3..<7, 63..<65, 1..<200, 77..<78, 200..<200] {
      let slice = long[rows: range]
      let read = try ArrowIPC.table(from: ArrowIPC(container).data(for: slice))
      try read.validate()
      #expect(read.hasSameContents(as: slice), "\(range)")
    }
  }

  @Test(arguments: containers) func emptyTablesSurviveARoundTrip(_ container: ArrowIPC.Container) throws {
    let nothing = try ArrowIPC.table(from: ArrowIPC(container).data(for: Table([])))
    #expect(nothing.schema.count == 0 && nothing.rowCount == 0)
    let rows = try ArrowIPC.table(from: ArrowIPC(container).data(for: Table(Schema([]), [], rowCount: 70_000)))
    #expect(rows.schema.count == 0 && rows.rowCount == 70_000)
    let empty = try Samples.allTypes()[rows: 0..<0]
    #expect(try ArrowIPC.table(from: ArrowIPC(container).data(for: empty)).hasSameContents(as: empty))
  }

  /// Dictionaries with every index width, over several batches.
  @Test(arguments: Inputs.areFew ? [1, 257, 65_537] : [1, 128, 129, 256, 257, 32_768, 32_769, 65_537])
  func dictionariesOfEveryWidthSurviveARoundTrip(_ distinct: Int) throws {
    let names = (0..<70_000).map { $0 % 7 == 0 ? nil : "name \($0 % distinct)" }
    let table = Table([("name", Column(names))])
    let read = try ArrowIPC.table(from: ArrowIPC(.file).data(for: table))
    #expect(read.hasSameContents(as: table))
  }

  @Test func columnNamesSurviveARoundTrip() throws {
    let table = Table([("", Column([1 as Int64])), ("caf\u{E9} \"x\"", Column([2 as Int64]))])
    #expect(try ArrowIPC.table(from: ArrowIPC(.file).data(for: table)).hasSameContents(as: table))
  }
}
