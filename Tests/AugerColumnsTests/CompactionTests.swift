import AugerColumns
import Testing

@Suite("Slices do not retain their original rows")
struct CompactionTests {
  @Test("storage and dictionaries of a slice have the size of its rows")
  func slices() throws {
    let rows = 5000
    let numbers: [Int64?] = (0..<rows).map { $0 % 7 == 0 ? nil : Int64($0) }
    let floats: [Double] = (0..<rows).map { Double($0) }
    let words: [String?] = (0..<rows).map { $0 % 5 == 0 ? nil : "word \($0)" }
    let flags: [Bool] = (0..<rows).map { $0 % 3 == 0 }
    let bytes: [[UInt8]] = (0..<rows).map { [UInt8](repeating: UInt8($0 % 251), count: $0 % 9) }
    let table = Table([
      ("n", Column(numbers)), ("x", Column(floats)), ("word", Column(words)), ("flag", Column(flags)),
      ("bytes", Column(bytes)),
    ])
    let slice = table[rows: 1003..<1043]
    let kept = slice.compacted
    try kept.validate()
    #expect(kept.hasSameContents(as: slice))
    #expect(kept.byteCount < 3000)
    guard case .string(_, let dictionary) = kept.columns[2].values else { throw TestFailure() }
    #expect(dictionary.count == 32)
    #expect(table.compacted.hasSameContents(as: table))
  }

  private struct TestFailure: Error {}
}
