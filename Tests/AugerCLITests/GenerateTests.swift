import Foundation
import TestSupport
import Testing

/// The output of `auger generate` can be read back. `GenerateTests` of AugerTests compiles and runs the generated Swift
/// code.
@Suite struct GenerateCommandTests {
  private static let metadata = Shared.repository.appendingPathComponent("Fixtures/Cases/Generate/sales.xml").path

  @Test func stubWorkspaceIsWrittenNextToItsDashboards() throws {
    let folder = try TemporaryFolder()
    let run = try Auger(["generate", "workspace", Self.metadata, "-o", "shop"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    let text = try String(contentsOf: folder.url("shop/auger.yaml"), encoding: .utf8)
    #expect(text.contains("ResellerByCountry:") && text.contains("IN (:Region)"))
    let check = try Auger(["check", "shop"], in: folder.root)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    // The stubs are valid SQL plans. The queries fail only because no data exist.
    let query = try Auger(["query", "Reasons", "--workspace", "shop"], in: folder.root)
    #expect(query.exitCode == 2)
    #expect(query.errors.contains("error: fileNotFound: "), "\(query.errors)")
    let again = try Auger(["generate", "workspace", Self.metadata, "-o", "shop"], in: folder.root)
    #expect(again.exitCode == 2)
    #expect(again.errors.contains("already exists"), "\(again.errors)")
    #expect(try String(contentsOf: folder.url("shop/auger.yaml"), encoding: .utf8) == text)
  }

  @Test(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
  func guideDashboardsBecomeValidWorkspaces() throws {
    let folder = try TemporaryFolder()
    let documents = Shared.path("data/makit/documents")
    for name in try FileManager.default.contentsOfDirectory(atPath: documents).sorted() {
      let run = try Auger(
        ["generate", "workspace", documents + "/" + name, "-o", name, "--quiet"], in: folder.root)
      #expect(run.exitCode == 0, "\(name): \(run.errors)")
      // Errors in the guide's dashboards are warnings, and the stubs add none.
      let check = try Auger(["check", name], in: folder.root)
      let direct = try Auger(["check", documents + "/" + name], in: folder.root)
      #expect(check.exitCode == direct.exitCode, "\(name): \(check.output)\(check.errors)")
    }
  }

  @Test func swiftProtocolIsNamedAfterTheDashboard() throws {
    let run = try Auger(["generate", "swift", Self.metadata])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.contains("public protocol SalesQueries: QueryDelegate {"))
    let named = try Auger(["generate", "swift", Self.metadata, "--type", "ShopAnswers"])
    #expect(named.output.contains("public protocol ShopAnswers: QueryDelegate {"))
    let wrong = try Auger(["generate", "swift", Self.metadata, "--type", "shop answers"])
    #expect(wrong.exitCode == 2)
  }

  @Test func aDashboardIsWrittenInSwift() throws {
    let run = try Auger(["generate", "swift", Self.metadata, "--dashboard", "sales"])
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try Golden.difference(run.output, from: "Tests/AugerTests/SalesDashboard.swift") == nil)
    let unknown = try Auger(["generate", "swift", Self.metadata, "--dashboard", "sale"])
    #expect(unknown.exitCode == 2)
    #expect(unknown.errors.contains("hint: Did you mean 'sales'?"), "\(unknown.errors)")
    let both = try Auger(["generate", "swift", Self.metadata, "--dashboard", "sales", "--type", "Sales"])
    #expect(both.exitCode == 2)
    #expect(both.errors.contains("either --type or --dashboard"), "\(both.errors)")
  }

  @Test func dashboardErrorsAreReported() throws {
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
