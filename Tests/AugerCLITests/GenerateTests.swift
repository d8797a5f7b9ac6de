import Foundation
import TestSupport
import Testing

/// What `auger generate` writes is read back; `GenerateTests` of AugerTests compiles and runs the Swift of it.
@Suite struct GenerateCommandTests {
  private static let metadata = Shared.repository.appendingPathComponent("Fixtures/Cases/Generate/sales.xml").path

  @Test func aWorkspaceOfStubsIsWrittenBesideItsDashboards() throws {
    let folder = try TemporaryFolder()
    let run = try Auger(["generate", "workspace", Self.metadata, "-o", "shop"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    let text = try String(contentsOf: folder.url("shop/auger.yaml"), encoding: .utf8)
    #expect(text.contains("ResellerByCountry:") && text.contains("IN (:Region)"))
    let check = try Auger(["check", "shop"], in: folder.root)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    // The stubs are planned as SQL, and refused only for want of the data.
    let query = try Auger(["query", "Reasons", "--workspace", "shop"], in: folder.root)
    #expect(query.exitCode == 2)
    #expect(query.errors.contains("error: fileNotFound: "), "\(query.errors)")
    let again = try Auger(["generate", "workspace", Self.metadata, "-o", "shop"], in: folder.root)
    #expect(again.exitCode == 2)
    #expect(again.errors.contains("there is an"), "\(again.errors)")
    #expect(try String(contentsOf: folder.url("shop/auger.yaml"), encoding: .utf8) == text)
  }

  @Test(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
  func theGuidesDashboardsBecomeWorkspacesThatAreRead() throws {
    let folder = try TemporaryFolder()
    let documents = Shared.path("data/makit/documents")
    for name in try FileManager.default.contentsOfDirectory(atPath: documents).sorted() {
      let run = try Auger(
        ["generate", "workspace", documents + "/" + name, "-o", name, "--quiet"], in: folder.root)
      #expect(run.exitCode == 0, "\(name): \(run.errors)")
      // The guide's own mistakes are warnings; the stubs add none.
      let check = try Auger(["check", name], in: folder.root)
      let direct = try Auger(["check", documents + "/" + name], in: folder.root)
      #expect(check.exitCode == direct.exitCode, "\(name): \(check.output)\(check.errors)")
    }
  }

  @Test func aSwiftFileNamesItsProtocolAfterTheDashboard() throws {
    let run = try Auger(["generate", "swift", Self.metadata])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("public protocol SalesQueries: QueryDelegate {"))
    let named = try Auger(["generate", "swift", Self.metadata, "--type", "ShopAnswers"])
    #expect(named.output.contains("public protocol ShopAnswers: QueryDelegate {"))
    let wrong = try Auger(["generate", "swift", Self.metadata, "--type", "shop answers"])
    #expect(wrong.exitCode == 2)
  }

  @Test func whatIsWrongInADashboardIsReported() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("<Chart Name='A' ChartType='Colum' Query='Q'/>", to: "a.xml")
    let run = try Auger(["generate", "swift", "a.xml"], in: folder.root)
    #expect(run.exitCode == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains("a.xml:1:28: error: metadataAttributeWrongValue"), "\(run.errors)")
    let gone = try Auger(["generate", "workspace", "b.xml"], in: folder.root)
    #expect(gone.exitCode == 2)
    #expect(gone.errors.contains("error: metadataFileNotFound: "), "\(gone.errors)")
  }
}
