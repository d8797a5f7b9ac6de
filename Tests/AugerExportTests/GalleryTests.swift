import Foundation
import TestSupport
import Testing

@Suite struct GalleryTests {
  @Test func `The gallery contains exactly the recorded pictures`() throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/SVG")
    let recorded = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".svg") }
    let page = try String(
      contentsOf: Shared.repository.appendingPathComponent("Documentation/gallery.md"), encoding: .utf8)
    let shown = page.matches(of: /Fixtures\/Cases\/SVG\/([^"]*\.svg)"/).map { String($0.output.1) }
    #expect(recorded.count > 150)
    #expect(Set(shown) == Set(recorded), "Scripts/gallery writes the page anew")
    #expect(shown.count == recorded.count)
  }
}
