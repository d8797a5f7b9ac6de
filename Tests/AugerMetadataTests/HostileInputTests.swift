import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import Foundation
import Testing

/// Hostile or damaged input results in a diagnostic or a dashboard, in bounded time and memory.
@Suite struct HostileInputTests {
  private func codes(_ bytes: [UInt8], _ name: String) -> [Diagnostic.Code] {
    MetadataReader.read(bytes: bytes, name: name).diagnostics.map(\.code)
  }

  private func codes(_ text: String, _ name: String) -> [Diagnostic.Code] { codes(Array(text.utf8), name) }

  /// A metadata file in every format. The files are small, a few thousand bytes each, because a test reads them cut at
  /// every position.
  private static let samples: [(name: String, bytes: [UInt8])] = {
    var generator = DashboardGenerator(seed: 11)
    var root = generator.dashboard()
    func isFitting(_ root: AttributedNode) -> Bool {
      guard let bytes = try? AttributedDocument.write(root, as: .xml) else { return false }
      return (3000...9000).contains(bytes.count)
    }
    while !isFitting(root) { root = generator.dashboard() }
    return [
      ("a.xml", AttributedForm.xml), ("a.plist", .propertyList), ("b.plist", .binaryPropertyList), ("a.json", .json),
      ("a.yaml", .yaml),
    ].compactMap { name, form in
      guard let bytes = try? AttributedDocument.write(root, as: form) else { return nil }
      return (name, bytes)
    }
  }()

  @Test func entitiesAreNotExpandedOrOpened() {
    let laughs = (1...9).map { "<!ENTITY l\($0) '&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);'>" }.joined()
    let bomb = "<!DOCTYPE x [<!ENTITY l0 'ha'>\(laughs)]><Chart Name='&l9;'/>"
    #expect(codes(bomb, "a.xml") == [.xmlDocumentType])
    #expect(
      codes(bomb.replacing("<Chart Name='&l9;'/>", with: "<plist><dict/></plist>"), "a.plist") == [.xmlDocumentType])
    let external = "<!DOCTYPE Chart SYSTEM 'file:///etc/passwd'><Chart Name='&e;'/>"
    #expect(codes(external, "a.xml") == [.xmlEntity])
    let aliases =
      "a: &a {x: 1, y: 2}\n"
      + (1...30).map { "b\($0): &b\($0) [*\($0 == 1 ? "a" : "b\($0 - 1)"), *\($0 == 1 ? "a" : "b\($0 - 1)")]\n" }
      .joined()
    #expect(codes(aliases, "a.yaml") == [.documentTooLarge])
  }

  @Test func nestingDepthIsLimited() {
    func nested(_ open: String, _ close: String) -> String {
      String(repeating: open, count: 10_000) + String(repeating: close, count: 10_000)
    }
    #expect(codes(nested("<a>", "</a>"), "a.xml") == [.documentTooDeep])
    #expect(codes("<plist>" + nested("<dict><key>a</key>", "</dict>") + "</plist>", "a.plist") == [.documentTooDeep])
    #expect(codes(nested("{\"a\":", "}"), "a.json") == [.documentTooDeep])
    #expect(codes(nested("{a: ", "}"), "a.yaml") == [.documentTooDeep])
    // A binary property list in which the dictionary contains itself as a value.
    var circle = Array("bplist00".utf8)
    circle += [0xD1, 0x01, 0x00, 0x51, 0x61, 8, 11, 0, 0, 0, 0, 0, 0, 1, 1]
    for number: UInt8 in [2, 0, 13] { circle += [0, 0, 0, 0, 0, 0, 0, number] }
    #expect(codes(circle, "a.plist") == [.documentTooDeep])
  }

  @Test func sizeIsLimited() {
    let large = [UInt8](repeating: UInt8(ascii: "a"), count: 100 << 20)
    for name in ["a.xml", "a.plist", "a.json", "a.yaml", "a"] { #expect(codes(large, name) == [.documentTooLarge]) }
    let wide = Array("<Chart Name='".utf8) + large.prefix(1 << 20) + Array("'/>".utf8)
    #expect(codes(wide, "a.xml").contains(.metadataMissingNode))
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func truncatedFilesAreReported(sample: Int) {
    let (name, bytes) = Self.samples[sample]
    // Each cut starts at the beginning of the file. A release build tries every length.
    let step = max(1, bytes.count / caseCount(debug: 60, release: bytes.count))
    for length in stride(from: 0, to: bytes.count, by: step) {
      let (metadata, diagnostics) = MetadataReader.read(bytes: Array(bytes[..<length]), name: name)
      #expect(metadata != nil || !diagnostics.isEmpty, "\(name) cut at \(length)")
    }
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func damagedFilesAreReadOrReported(sample: Int) {
    let (name, bytes) = Self.samples[sample]
    // 10 000 damaged files in total in a release build.
    var chance = DashboardGenerator(seed: UInt64(sample) + 1)
    for index in 0..<caseCount(debug: 40, release: 2000) {
      var damaged = bytes
      for _ in 0...chance.below(4) {
        let at = chance.below(damaged.count)
        switch chance.below(5) {
        case 0: damaged[at] = UInt8(chance.below(256))
        case 1: damaged.remove(at: at)
        case 2: damaged.insert(UInt8(chance.below(256)), at: at)
        case 3: damaged[at] ^= 1 << UInt8(chance.below(8))
        default:
          let end = min(damaged.count, at + chance.below(40))
          damaged.insert(contentsOf: damaged[at..<end], at: chance.below(damaged.count))
        }
      }
      let (metadata, diagnostics) = MetadataReader.read(bytes: damaged, name: name)
      #expect(metadata != nil || !diagnostics.isEmpty, "\(name) \(index)")
      for diagnostic in diagnostics.prefix(3) { #expect(!DiagnosticRenderer().text(diagnostic).isEmpty) }
    }
  }
}
