import Foundation
import TestSupport
import Testing

/// Names and values can contain terminal control characters. Messages do not contain them.
@Suite struct EscapeTests {
  private static let escape = "\u{1B}"
  private let folder: TemporaryFolder

  /// Creates a file with a fully declared schema and one without.
  init() throws {
    folder = try TemporaryFolder()
    let text = "na\(Self.escape)[31mme,va\(Self.escape)lue\nx,1\ny\(Self.escape)[2J,z\(Self.escape)]0;t\u{7}\n"
    for name in ["declared.csv", "plain.csv"] { _ = try folder.write(text, to: name) }
    _ = try folder.write("columns:\n  - { name: \"va\\x1Blue\", type: int }\n", to: "declared.schema.yaml")
  }

  private func expectNoEscape(
    _ arguments: [String], exitCode: Int32 = 2, code: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for form in ["text", "json"] {
      let run = try Auger(arguments + ["--diagnostics", form], in: folder.root)
      #expect(run.exitCode == exitCode, "\(run.errors)", sourceLocation: sourceLocation)
      #expect(run.errors.contains(code), "\(run.errors)", sourceLocation: sourceLocation)
      // The message contains the column name or value, with its other bytes unchanged.
      #expect(run.errors.contains("lue"), "\(run.errors)", sourceLocation: sourceLocation)
      for byte in [0x1B, 0x07] as [UInt8] {
        #expect(!run.errors.utf8.contains(byte), "\(arguments), \(form)", sourceLocation: sourceLocation)
      }
      let shown = form == "json" ? "va\\u001blue" : "va\u{FFFD}lue"
      #expect(run.errors.contains(shown), "\(run.errors)", sourceLocation: sourceLocation)
    }
  }

  @Test func invalidValueIsEscaped() throws {
    try expectNoEscape(["query", "declared.csv", "--on-error", "fail"], code: "badValue")
    try expectNoEscape(["query", "declared.csv", "--on-error", "null", "-o", "out.csv"], exitCode: 0, code: "badValue")
  }

  @Test func listedColumnsAreEscaped() throws {
    try expectNoEscape(["chart", "plain.csv", "--category", "name", "--value", "count()"], code: "dataMissingColumn")
    try expectNoEscape(["eval", "value", "--table", "plain.csv"], code: "unknownColumn")
  }

  @Test func expressionErrorIsEscaped() throws {
    try expectNoEscape(["eval", "[va\(Self.escape)lues]", "--table", "plain.csv"], code: "unknownColumn")
  }
}
