import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerQuery
import Testing

@Suite("CSV: preambles and comments")
struct PreambleTests {
  private func look(_ text: String, _ options: [SourceOption] = []) throws -> CSVInspection {
    let scratch = try Scratch()
    return try CSVInspection(path: scratch.file("data.csv", text), options: options)
  }

  @Test("titles above the header are skipped")
  func titles() throws {
    for newline in ["\n", "\r\n", "\r"] {
      let text = [
        "Sales, 2024", "as of today", "", "day,region,amount", "2024-01-01,north,5", "2024-01-02,south,6", "",
      ]
      .joined(separator: newline).replacing("Sales, 2024", with: "Sales 2024")
      #expect(try look(text).form.skippedLines == 3)
      #expect(try read(text).table.types == ["day: date", "region: string", "amount: int"])
    }
  }

  @Test("a short header is not a title")
  func shortHeader() throws {
    #expect(try look("b,c\nx,1,2\ny,3,4\n").form.skippedLines == 0)
    #expect(try look("a\n1,2\n3,4\n").form.skippedLines == 0)
  }

  @Test("lines with a hash are comments if they do not split like rows")
  func comments() throws {
    let text = "# made by hand\na,b\n1,2\n# a note, with, commas\n3,4\n"
    #expect(try look(text).dialect.comment == UInt8(ascii: "#"))
    #expect(try read(text).table.texts("a") == ["1", "3"])
    #expect(try look("#,name\n1,x\n2,y\n").dialect.comment == nil)
    #expect(try read("tag,n\n#one,1\n#two,2\n").table.texts("tag") == ["#one", "#two"])
    #expect(try read("# note\n# a,b\n1,2\n3,4\n").table.schema.names == ["# a", "b"])
    #expect(try read("a\n\"# no\ncomment\"\n").table.texts("a") == ["# no\ncomment"])
  }

  @Test("a comment character can be specified or disabled")
  func namedComment() throws {
    #expect(try read("a,b\n1,2\n!x\n3,4\n", [SourceOption("comment", "!")]).table.texts("a") == ["1", "3"])
    let none = try read("a,b\n1,2\n#x\n3,4\n", [SourceOption("comment", "none")]).table
    #expect(none.texts("a") == ["1", "#x", "3"])
  }

  @Test("comments and skipped lines in a single-column file are not nulls")
  func oneColumn() throws {
    #expect(try read("a\n1\n#x\n2\n", [SourceOption("comment", "#")]).table.texts("a") == ["1", "2"])
    let options = [SourceOption("skipLines", "2"), SourceOption("header", "false")]
    #expect(try read("title\n\n1\n2\n", options).table.texts("column1") == ["1", "2"])
  }

  @Test("locations count skipped lines and comments")
  func places() throws {
    let text = "Title\n\n# note\na,b\n1,2\n# note\nx,2\n"
    let error = try failure(text, [SourceOption("columns", "a: int")])
    #expect(error.place == "data.csv:7:1")
  }

  @Test("Excel's `sep=` line specifies the delimiter")
  func excel() throws {
    #expect(try read("sep=|\na;1|b;1\nx|y\n").table.schema.names == ["a;1", "b;1"])
  }

  @Test("apostrophes are quotes if no other quotes enclose fields")
  func apostrophes() throws {
    #expect(try read("a,b\n'x,y',1\n'z''s',2\n").table.texts("a") == ["x,y", "z's"])
    #expect(try read("a,b\n'tis,1\n'twas,2\n").table.texts("a") == ["'tis", "'twas"])
  }
}
