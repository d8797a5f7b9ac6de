import Foundation
import TestSupport
import Testing

/// Each MAKit error code except `other`, triggered from the command line. The cases in Fixtures/Cases/Codes must print
/// their transcripts. RECORD=1 writes new transcripts from the command in the first line.
@Suite struct CodeCaseTests {
  private static let cases = Shared.repository.appendingPathComponent("Fixtures/Cases/Codes")

  private static let codes = [
    "metadataPathNotSpecified", "metadataFileNotFound", "metadataInvalidXMLFormat", "metadataMissingNode",
    "metadataMissingAttribute", "metadataAttributeWrongValue", "metadataOutOfSequence", "metadataUnrecognizedItem",
    "metadataObjectUndefined", "dataMissingColumn", "dataTableEmpty", "lowMemory", "expressionEvaluation",
  ]

  @Test(arguments: codes)
  func casePrintsItsTranscript(code: String) throws {
    let folder = try TemporaryFolder()
    let source = Self.cases.appendingPathComponent(code)
    for name in try FileManager.default.contentsOfDirectory(atPath: source.path)
    where !name.hasPrefix("transcript.txt") {
      try FileManager.default.copyItem(at: source.appendingPathComponent(name), to: folder.url(name))
    }
    let file = source.appendingPathComponent("transcript.txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    let command = try #require(expected.split(separator: "\n").first)
    let arguments = command.split(separator: " ").map(String.init)
    try #require(arguments.prefix(2) == ["$", "auger"])
    let run = try Auger(Array(arguments.dropFirst(2)), in: folder.root)
    // Locations contain absolute paths. The transcript contains only the part below the folder.
    var said = (run.errors + run.output).replacing(folder.root.path + "/", with: "")
    if !said.isEmpty, !said.hasSuffix("\n") { said += "\n" }
    let transcript =
      "\(command)\n\(said)(exit code \(run.exitCode))\n"
    #expect(transcript.contains("\(code): "))
    #expect(try Golden.difference(transcript, from: "Fixtures/Cases/Codes/\(code)/transcript.txt") == nil)
  }
}
