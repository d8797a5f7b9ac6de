import AugerDiagnostics
import AugerDocuments
import Foundation
import TestSupport
import Testing

/// A file is well-formed if expat accepts it. `Scripts/xml-agreement.py` records the results of expat.
@Suite struct XMLAgreementTests {
  private struct Facts {
    var seed: UInt64
    var count: Int
    var bits: [UInt8]
  }

  private static func facts(_ name: String) throws -> Facts {
    let text = try String(contentsOf: XMLFiles.cases.appendingPathComponent("verdicts.txt"), encoding: .utf8)
    let fields = try #require(text.split(separator: "\n").map { $0.split(separator: " ") }.first { $0[0] == name })
    return Facts(
      seed: try #require(UInt64(fields[1])), count: try #require(Int(fields[2])),
      bits: [UInt8](try #require(Data(base64Encoded: String(fields[4])))))
  }

  @Test func damagedFilesMatchExpat() throws {
    let files = try XMLFiles.files(in: XMLFiles.cases).filter { !$0.name.hasPrefix("utf16") }
    try expectAgreement("own", files.map(\.bytes))
  }

  @Test(.enabled(if: XMLFiles.makit != nil, "the shared MAKit samples are not there"))
  func damagedMAKitFilesMatchExpat() throws {
    let folder = try #require(XMLFiles.makit)
    let files = try ["documents", "fragments"].flatMap { try XMLFiles.files(in: folder.appendingPathComponent($0)) }
    try expectAgreement("makit", files.map(\.bytes))
  }

  private func expectAgreement(_ name: String, _ bases: [[UInt8]]) throws {
    let facts = try Self.facts(name)
    var damaged = DamagedXML(bases, seed: facts.seed)
    var differing: [String] = []
    var refused = 0
    for number in 0..<Inputs.count(facts.count) {
      let bytes = damaged.next()
      let isWellFormed = facts.bits[number / 8] >> (number % 8) & 1 == 1
      do throws(DiagnosticError) {
        let root = try XMLDocument.parse(bytes: bytes, name: "damaged.xml")
        if !isWellFormed { differing.append("\(number) is read, but malformed") }
        if root.span.upper > root.source.text.utf8.count { differing.append("\(number) has a place out of the text") }
      } catch {
        let diagnostic = error.diagnostics[0]
        if diagnostic.place?.position == nil { differing.append("\(number) has no place") }
        // Well-formed files that are not supported have a specific code.
        if [.xmlDocumentType, .xmlEntity, .xmlEncoding].contains(diagnostic.code) {
          refused += 1
        } else if isWellFormed {
          differing.append("\(number) is well-formed: \(error)")
        }
      }
    }
    #expect(differing.isEmpty, "\(differing.count): \(differing.prefix(10).joined(separator: "\n"))")
    #expect(refused < facts.count / 50)
  }

  @Test(.enabled(if: XMLFiles.makit != nil, "the shared MAKit samples are not there"))
  func everyMAKitFileMatchesTheRecordedParsers() throws {
    let folder = try #require(XMLFiles.makit)
    for part in ["documents", "fragments"] {
      for file in try XMLFiles.files(in: folder.appendingPathComponent(part)) {
        #expect(throws: Never.self, "\(file.name)") { try XMLDocument.parse(bytes: file.bytes, name: file.name) }
      }
    }
    let data = try Data(contentsOf: folder.appendingPathComponent("invalid/expected-dev.json"))
    let cases =
      try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])["cases"] as? [[String: Any]]
    for item in try #require(cases) {
      guard let path = item["file"] as? String,
        let bytes = FileManager.default.contents(atPath: folder.appendingPathComponent(path).path)
      else { continue }
      let error: DiagnosticError?
      do throws(DiagnosticError) {
        _ = try XMLDocument.parse(bytes: [UInt8](bytes), name: path)
        error = nil
      } catch let thrown {
        error = thrown
      }
      let judged = item["xmlParsers"] as? [String: [String: Any]]
      #expect((error == nil) == (judged == nil), "\(path): \(error.map { "\($0)" } ?? "read")")
      guard let judged, let diagnostic = error?.diagnostics.first else { continue }
      #expect(diagnostic.code == .metadataInvalidXMLFormat, "\(path)")
      let lines = judged.values.compactMap { $0["line"] as? Int }
      let line = try #require(diagnostic.place?.position?.line)
      #expect(lines.contains(line), "\(path): line \(line), not \(lines)")
    }
  }
}
