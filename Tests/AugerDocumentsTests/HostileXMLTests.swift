import AugerDiagnostics
import AugerDocuments
import Foundation
import Testing

/// Malicious files fail with a diagnostic.
@Suite struct HostileXMLTests {
  private func codes(_ text: String, limits: XMLDocument.Limits = XMLDocument.Limits()) -> [Diagnostic.Code] {
    do throws(DiagnosticError) {
      _ = try XMLDocument.parse(bytes: Array(text.utf8), name: "hostile.xml", limits: limits)
      return []
    } catch {
      return error.diagnostics.map(\.code)
    }
  }

  @Test func entityBombFails() {
    var text = "<!DOCTYPE lolz [<!ENTITY lol0 'lol'>"
    for level in 1...9 {
      text += "<!ENTITY lol\(level) '\(String(repeating: "&lol\(level - 1);", count: 10))'>"
    }
    #expect(codes(text + "]><lolz>&lol9;</lolz>") == [.xmlDocumentType])
  }

  @Test func externalEntitiesFail() {
    #expect(codes("<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><a>&x;</a>") == [.xmlDocumentType])
    #expect(codes("<!DOCTYPE a SYSTEM 'http://localhost/a.dtd'><a>&x;</a>") == [.xmlEntity])
    #expect(codes("<!DOCTYPE a [<!ENTITY % x SYSTEM 'http://localhost/a'> %x;]><a/>") == [.xmlDocumentType])
  }

  @Test(arguments: [257, 10_000, 1_000_000]) func deepNestingFails(depth: Int) {
    let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    #expect(codes(text) == [.documentTooDeep])
  }

  @Test func deepestAllowedDocumentIsRead() {
    #expect(codes(String(repeating: "<a>", count: 256) + String(repeating: "</a>", count: 256)) == [])
  }

  @Test func longValuesFail() {
    let value = String(repeating: "x", count: 17 << 20)
    #expect(codes("<a b='\(value)'/>") == [.documentTooLarge])
    #expect(codes("<a b='\(String(repeating: "x", count: 100_000_000))'/>") == [.documentTooLarge])
  }

  @Test func tooManyNodesAttributesOrReferencesFail() {
    var limits = XMLDocument.Limits()
    limits.nodes = 1_000
    #expect(codes("<a>" + String(repeating: "<b/>", count: 1_000) + "</a>", limits: limits) == [.documentTooLarge])
    #expect(codes("<a b='\(String(repeating: "&lt;", count: 1_000))'/>", limits: limits) == [.documentTooLarge])
    let attributes = (0...1_000).map { " a\($0)=''" }.joined()
    #expect(codes("<a\(attributes)/>") == [.documentTooLarge])
  }

  @Test func truncatedFileIsReported() throws {
    for file in try XMLFiles.files(in: XMLFiles.cases) {
      let whole = file.bytes
      // After the root element, a document may end at any byte.
      let last = try XMLDocument.parse(bytes: whole, name: file.name).name
      for count in 0..<whole.count {
        do throws(DiagnosticError) {
          let root = try XMLDocument.parse(bytes: Array(whole[..<count]), name: file.name)
          #expect(root.name == last && count > whole.count * 3 / 4, "\(file.name) cut at \(count)")
        } catch {
          #expect(error.diagnostics.count == 1, "\(file.name) cut at \(count)")
          #expect(error.diagnostics[0].place?.position != nil, "\(file.name) cut at \(count)")
          #expect(error.diagnostics[0].code == .metadataInvalidXMLFormat, "\(file.name) cut at \(count): \(error)")
        }
      }
    }
  }
}
