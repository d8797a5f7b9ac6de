import AugerDiagnostics
import Testing

@Suite struct SourceTextTests {
  private func source(_ text: String) -> SourceText { SourceText(name: "t", text: text) }

  @Test func linesAndColumnsCountFromOne() {
    let text = source("ab\ncd")
    #expect(text.position(atOffset: 0) == SourcePosition(line: 1, column: 1))
    #expect(text.position(atOffset: 2) == SourcePosition(line: 1, column: 3))
    #expect(text.position(atOffset: 3) == SourcePosition(line: 2, column: 1))
    #expect(text.position(atOffset: 5) == SourcePosition(line: 2, column: 3))
  }

  @Test func columnsCountScalarsNotBytes() {
    // A family of three scalars and two joiners counts as five columns.
    #expect(source("é👩‍👩‍👧x").position(atOffset: 20) == SourcePosition(line: 1, column: 7))
  }

  @Test(arguments: [(-5, SourcePosition(line: 1, column: 1)), (99, SourcePosition(line: 2, column: 2))])
  func offsetsOutsideAreClamped(offset: Int, expected: SourcePosition) {
    #expect(source("a\nb").position(atOffset: offset) == expected)
  }

  @Test func lineExcludesItsEnding() {
    let text = source("one\r\ntwo\n\nlast")
    #expect((1...4).map { String(text.line($0)) } == ["one", "two", "", "last"])
    #expect(text.line(0) == "")
    #expect(text.line(5) == "")
    #expect(text.lineCount == 4)
  }

  @Test func emptyTextHasOneEmptyLine() {
    #expect(source("").lineCount == 1)
    #expect(source("").position(atOffset: 0) == SourcePosition(line: 1, column: 1))
  }

  @Test func positionAndOffsetAreInverse() {
    let text = source("é\r\n👍x\n")
    // The start offsets of all scalars except line endings.
    for offset in [0, 2, 4, 8, 9, 10] {
      #expect(text.offset(of: text.position(atOffset: offset)) == offset)
    }
  }

  @Test func positionsPastALineAreClamped() {
    #expect(source("ab\nc").offset(of: SourcePosition(line: 1, column: 50)) == 2)
    #expect(source("ab\nc").offset(of: SourcePosition(line: 9, column: 1)) == 3)
  }

  @Test func spansJoinAndShift() {
    #expect(SourceSpan(2, 4).union(SourceSpan(7, 9)) == SourceSpan(2, 9))
    #expect(SourceSpan(2, 4).shifted(by: 10) == SourceSpan(12, 14))
    #expect(SourceSpan(5, 1).isEmpty)
  }
}
