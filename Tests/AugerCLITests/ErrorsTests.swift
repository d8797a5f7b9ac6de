import Foundation
import TestSupport
import Testing

/// `auger errors`: the list, one entry, and the reference page.
@Suite struct ErrorsTests {
  @Test func listHasALineForEachCode() throws {
    let lines = try Auger(["errors"]).output.split(separator: "\n")
    #expect(lines.count > 250)
    #expect(lines.contains { $0.hasPrefix("unknownColumn ") && $0.contains(" error ") })
    #expect(lines.contains { $0.hasPrefix("workersLimited ") && $0.contains(" note ") })
  }

  @Test func entryHasACauseAndAFix() throws {
    #expect(
      try Auger(["errors", "negativeslice"]).output == """
        negativeSlice (error)

        A chart that shows shares of a whole, such as a Pie or Donut, has a negative value.

        Fix: Filter negative values, or use a Column or Bar chart.

        """)
  }

  @Test func entryShowsItsExample() throws {
    #expect(
      try Auger(["errors", "metadataInvalidXMLFormat"]).output == """
        metadataInvalidXMLFormat (error, MAError_MetadataInvalidXMLFormat)

        The file is not well-formed XML.

        Fix: Correct the file at the marked position. Write &amp; for the character &.

          <Chart Name="SAP & Son"/>

          sales.xml:1:18: error: metadataInvalidXMLFormat: '&' must begin a reference
            <Chart Name="SAP & Son"/>
                             ^
            hint: Write '&amp;' for the character itself.

        """)
  }

  @Test func entryOfACommandShowsItsFiles() throws {
    let text = try Auger(["errors", "dataTableEmpty"]).output
    #expect(text.contains("\nsales.csv:\n\n  Region,Amount\n"))
    #expect(text.hasSuffix("  (exit code 0)\n"))
  }

  @Test func unknownCodeSuggestsANearOne() throws {
    let run = try Auger(["errors", "unknownColum"])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("Did you mean 'unknownColumn'?"), "\(run.errors)")
  }

  @Test func markdownIsTheReferencePage() throws {
    let page = Shared.repository.appendingPathComponent("Documentation/diagnostics.md")
    #expect(
      try Auger(["errors", "--markdown"]).output == String(contentsOf: page, encoding: .utf8),
      "write it anew: auger errors --markdown -o Documentation/diagnostics.md")
  }
}
