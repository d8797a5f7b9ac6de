import Testing

/// For a file that is not a table, the error names its format.
@Suite struct ForeignFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func errors(_ bytes: [UInt8], _ name: String) throws -> String {
    _ = try folder.write(bytes, to: name)
    let run = try Auger(["chart", name], in: folder.root)
    #expect(run.exitCode == 2 && run.output.isEmpty, "\(run.output)")
    #expect(run.errors.contains("binaryFile") && run.errors.contains("hint: "), "\(run.errors)")
    return run.errors
  }

  @Test(arguments: [
    ("[{\"title\": \"A\", \"year\": 1990}]", "movies.json", "JSON"), ("{\"a\": 1}\n{\"a\": 2}\n", "rows.jsonl", "JSON"),
    ("<?xml version=\"1.0\"?>\n<rows/>\n", "rows.xml", "XML"),
    ("<!DOCTYPE html>\n<html></html>\n", "page.html", "an HTML page"),
    ("<Chart Name=\"C\" Query=\"Q\"/>\n", "d.xml", "a dashboard, not a table"),
  ])
  func otherTextFormatIsNamed(_ text: String, _ name: String, _ kind: String) throws {
    #expect(try errors(Array(text.utf8), name).contains("the file is \(kind)"))
  }

  @Test(arguments: [
    ("PAR1\u{15}", "sales.parquet", "a Parquet file"), ("PK\u{3}\u{4}", "sales.xlsx", "an Excel workbook"),
    ("PK\u{3}\u{4}", "sales.zip", "a ZIP archive"), ("%PDF-1.7", "sales.pdf", "a PDF file"),
    ("BZh91AY&SY", "sales.bz2", "a bzip2 file"),
  ])
  func binaryFormatIsNamed(_ mark: String, _ name: String, _ kind: String) throws {
    // Zero bytes at every other position look like UTF-16.
    let bytes = Array(mark.utf8) + (0..<400).map { $0 % 2 == 0 ? UInt8($0 & 0x7F) : 0 }
    #expect(try errors(bytes, name).contains("the file is \(kind)"))
  }

  @Test func bracketsInCSVAreText() throws {
    _ = try folder.write("[a],{b}\nx,1\ny,2\n", to: "brackets.csv")
    let run = try Auger(["query", "brackets.csv", "--format", "csv"], in: folder.root)
    #expect(run.output == "[a],{b}\nx,1\ny,2\n", "\(run.errors)")
    for header in ["PAR1,PAR2", "BZhours,n"] {
      _ = try folder.write("\(header)\n1,2\n", to: "marks.csv")
      let run = try Auger(["query", "marks.csv", "--format", "csv"], in: folder.root)
      #expect(run.output == "\(header)\n1,2\n", "\(run.errors)")
    }
  }
}
