import AugerArrow
import AugerColumns
import AugerDiagnostics
import Testing

@Suite struct WriterTests {
  @Test func fileHasHeaderAndFooter() throws {
    let bytes = try ArrowIPC(.file).data(for: Samples.allTypes())
    #expect(Array(bytes.prefix(8)) == Array("ARROW1\0\0".utf8))
    #expect(Array(bytes.suffix(6)) == Array("ARROW1".utf8))
    // The end-of-stream marker precedes the footer, and the footer's size follows it.
    let footer = bytes.suffix(10).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let end = bytes.count - 10 - footer
    #expect(Array(bytes[(end - 8)..<end]) == [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
  }

  @Test func streamIsTheFileWithoutFooter() throws {
    let file = try ArrowIPC(.file).data(for: Samples.allTypes())
    let stream = try ArrowIPC(.stream).data(for: Samples.allTypes())
    #expect(file.count > stream.count + 8)
    #expect(Array(file[8..<8 + stream.count]) == stream)
    #expect(stream.count % 8 == 0)
  }

  @Test func equalTablesGiveEqualBytes() throws {
    let first = try ArrowIPC(.file).data(for: Samples.allTypes())
    #expect(try ArrowIPC(.file).data(for: Samples.allTypes()) == first)
  }

  @Test func rowsAreWrittenInBatches() throws {
    let rows = 3 * Batch.standardRowCount + 5
    let table = Table([("n", Column((0..<rows).map { Int64($0) }))])
    var sizes: [Int] = []
    try ArrowIPC(.stream).write(table) { sizes.append($0.count) }
    #expect(sizes.reduce(0, +) == (try ArrowIPC(.stream).data(for: table)).count)
    #expect(try #require(sizes.max()) <= Batch.standardRowCount * 8)
  }

  @Test func unsupportedValueReportsItsPosition() throws {
    let late = Table([("open", Column([TimeOfDay(microseconds: 5), TimeOfDay(microseconds: 86_400_000_000)]))])
    let error = #expect(throws: AugerError.self) { try ArrowIPC(.file).data(for: late) }
    #expect(error?.code == .unwritableValue && error?.place == "column 'open', row 2")
    let long = Table([("wait", Column([Interval(microseconds: .max)]))])
    let other = #expect(throws: AugerError.self) { try ArrowIPC(.file).data(for: long) }
    #expect(other?.code == .unwritableValue && other?.place == "column 'wait', row 1")
  }

  @Test func receiverErrorStopsWriting() throws {
    struct Full: Error {}
    #expect(throws: Full.self) { try ArrowIPC(.file).write(Samples.allTypes()) { _ in throw Full() } }
  }

  /// A slice of a table with many strings gets its own dictionary.
  @Test func sliceContainsOnlyItsRows() throws {
    let table = Table([("name", Column((0..<20_000).map { "name \($0)" }))])
    #expect(try ArrowIPC(.stream).data(for: table[rows: 100..<110]).count < 2000)
  }
}
