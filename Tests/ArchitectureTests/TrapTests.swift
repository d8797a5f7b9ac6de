import Testing

/// No input crashes the process. `Traps` lists the remaining preconditions and why data cannot violate them.
@Suite struct TrapTests {
  @Test func everyPreconditionIsListedWithItsReason() throws {
    let known = Traps.reasons.flatMap(\.known)
    var met = [Bool](repeating: false, count: known.count)
    for file in try Repository.sources() where !file.path.hasPrefix("Fixtures/") {
      let code = file.code.lines
      for (number, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let words = SwiftCode.words(of: code[number])
        guard words.contains("precondition") || words.contains("preconditionFailure") else { continue }
        let found = known.indices.filter { file.name == known[$0].file && line.contains(known[$0].text) }
        for index in found { met[index] = true }
        #expect(!found.isEmpty, "\(file.path):\(number + 1) is not listed in Traps: can data reach it?")
      }
    }
    let gone = known.indices.filter { !met[$0] }.map { "\(known[$0].file): \(known[$0].text)" }
    #expect(gone == [], "listed, and not there any more")
  }

  @Test func sourcesDoNotForceUnwrap() throws {
    for file in try Repository.sources() where !file.path.hasPrefix("Fixtures/") {
      for (number, line) in file.code.lines.enumerated() {
        let bytes = Array(line.utf8)
        let forced = bytes.indices.contains { index in
          guard bytes[index] == UInt8(ascii: "!"), index > 0, index + 1 == bytes.count || bytes[index + 1] != 0x3D
          else {
            return false
          }
          let before = bytes[index - 1]
          let isName =
            before == 0x5F || (0x30...0x39).contains(before) || (before | 0x20 >= 0x61 && before | 0x20 <= 0x7A)
          return isName || before == UInt8(ascii: ")") || before == UInt8(ascii: "]")
        }
        #expect(!forced, "\(file.path):\(number + 1) unwraps by force")
      }
    }
  }
}
