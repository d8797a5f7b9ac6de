import AugerColumns
import AugerExport
import Testing

/// Strings that a spreadsheet would evaluate as formulas.
@Suite struct FormulaGuardTests {
  private func written(_ text: String, _ delimiter: UInt8 = UInt8(ascii: ",")) throws -> String {
    let table = Table([("a", Column([text]))])
    let all = String(decoding: DelimitedText(delimiter: delimiter, isSafe: true).data(for: table), as: UTF8.self)
    return String(all.unicodeScalars.dropFirst(2).dropLast())
  }

  @Test(arguments: [
    "=1", "+1", "-1", "@a", "\t=1", "\tx", "\rx", "\nx", "\n=1", " =1", "   @a", "\u{A0}=1", "\u{200B}=1", "\u{FEFF}=1",
    "\u{FEFF} \u{200D}+1", "\u{3000}=1", "\u{1}=1", "\u{FF1D}1", "\u{FF0B}1", "\u{FF0D}1", "\u{FF20}a", " \u{FF1D}1",
    "\u{2060}=1", "\u{FE66}1", "\u{85}=1", "\u{2028}=1",
  ])
  func formulaIsWrittenAsText(text: String) throws {
    for delimiter in [UInt8(ascii: ","), UInt8(ascii: "\t")] {
      let cell = try written(text, delimiter).trimmingPrefix("\"")
      #expect(cell.unicodeScalars.first == "'" && cell.unicodeScalars.dropFirst().starts(with: text.unicodeScalars))
    }
  }

  @Test(arguments: [
    "a=1", "1", " a", "\u{200B}a", "\u{FEFF}", "\u{E9}=1", "\u{1F600}=", "\u{FF11}", "(1)", "  ", "", "'=1",
  ])
  func otherStringsAreUnchanged(text: String) throws {
    #expect(try written(text).trimmingPrefix("\"").hasPrefix("'") == text.hasPrefix("'"))
  }
}
