import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import Foundation
import TestSupport
import Testing

@Suite struct DamagedMetadataTests {

  private static let words = [
    "", "1", "-1", "1e999", "99999999999999999999", "é", " ", "'", "(", "$x", "Chart", "Value", "Column", "DataGrid",
    "Layout", "Name", "Expression", "Format", "pattern:", "Rounded9", "&lt;", "&#x1F600;", "\r\n", "sum(a)", "Serie",
  ]

  /// Reading ends for all names and values in a tree, and every reported location lies in the text.
  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func damagedFilesDoNotTrap(seed: UInt64) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = try String(contentsOf: root.appendingPathComponent("Fixtures/Cases/XML/dashboard.xml"), encoding: .utf8)
    let grid =
      "<DataGrid Name='G' Query='Q'><Columns><Column Type='Chart' Value='a' ChartName='T' ColumnSequence='1'/>"
      + "<Column Type='Variance' Value='a-b' Color='if(a &gt; b, 1, 2)' ColumnSequence='2'/></Columns><Charts>"
      + "<Chart Name='T' ChartType='Line'><Category Column='M'/><Values><Value Expression='V'/></Values></Chart>"
      + "</Charts></DataGrid></Dashboard>"
    // Alternating words and separators: the words are names of nodes and attributes, and values.
    let tokens = file.replacing("</Dashboard>", with: grid).split(omittingEmptySubsequences: false) { $0 == "\"" }
    var chance = Chance(seed: seed)
    for _ in 0..<250 {
      var damaged = tokens.map(String.init)
      for _ in 0...chance.below(4) {
        let at = 2 * chance.below(damaged.count / 2) + 1
        let word = Self.words[chance.below(Self.words.count)]
        switch chance.below(3) {
        case 0: damaged[at] = word
        case 1: damaged[at] += word
        default: damaged[at] = damaged[2 * chance.below(damaged.count / 2) + 1]
        }
      }
      var text = damaged.joined(separator: "\"")
      let name = ["Chart", "Value", "Layout", "Column", "Query", "Name=", "Width"][chance.below(7)]
      if chance.below(2) == 0 { text = text.replacing(name, with: "Serie\(name)") }
      let (metadata, diagnostics) = MetadataReader.read(SourceText(name: "damaged.xml", text: text))
      #expect(metadata != nil || !diagnostics.isEmpty)
      for diagnostic in diagnostics {
        let upper = try #require(diagnostic.place?.span?.upper, "\(diagnostic)")
        #expect(upper <= text.utf8.count, "\(text)")
        #expect(!DiagnosticRenderer().text(diagnostic).isEmpty)
      }
    }
  }

  @Test func numberOfReportedErrorsIsLimited() {
    let text =
      "<MobileAnalytic><Dashboard>" + String(repeating: "<x/>", count: 50_000) + "</Dashboard></MobileAnalytic>"
    let diagnostics = MetadataReader.read(SourceText(name: "flood.xml", text: text)).diagnostics
    #expect(diagnostics.count == 10_001)
    #expect(diagnostics.contains { $0.code == .tooManyFindings && $0.level == .error })
  }

  @Test func longNamesAreShortenedInMessages() {
    let name = String(repeating: "n", count: 100_000)
    let diagnostics = MetadataReader.read(
      SourceText(name: "long.xml", text: "<Chart Name='\(name)' ChartType='\(name)' \(name)=''/>")
    ).diagnostics
    #expect(diagnostics.count > 2)
    #expect(diagnostics.allSatisfy { $0.message.utf8.count < 400 })
  }
}
