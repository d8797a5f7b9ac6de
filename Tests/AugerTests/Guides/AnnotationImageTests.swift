import Auger
import AugerCSV
import AugerCharts
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Foundation
import TestSupport
import Testing

/// Pictures of annotations in files next to a dashboard.
@Suite struct AnnotationImageTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-images-\(UUID())")

  private static let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>"
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func chart(_ name: String, image: String) -> String {
    """
    <Chart Name="\(name)" ChartType="Line" Query="q">
      <Category Column="c"/><Values><Value Expression="v"/></Values>
      <Annotations><Annotation Value="1" Image="\(image)"/></Annotations>
    </Chart>
    """
  }

  /// Returns the dashboard in a file next to files with contents, and the problems of its pictures.
  private func read(
    _ items: String, beside files: [(name: String, bytes: [UInt8])] = [], access: FileAccess? = nil
  ) throws -> (dashboard: Dashboard, found: [Diagnostic]) {
    let inner = folder.appendingPathComponent("dashboards")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, bytes) in files { try Data(bytes).write(to: inner.appendingPathComponent(name)) }
    var dashboard = try Dashboard(xml: "<Dashboard>\(items)</Dashboard>")
    var found: [Diagnostic] = []
    let path = inner.appendingPathComponent("a.xml").path
    dashboard.readContents(beside: path, access ?? .anywhere) { found.append($0) }
    return (dashboard, found)
  }

  private func images(_ dashboard: Dashboard) -> [String?] {
    dashboard.items.flatMap(\.charts).flatMap(\.annotations).map(\.image)
  }

  @Test func picturesAreRead() throws {
    let svg = "data:image/svg+xml;base64," + Data(Self.svg.utf8).base64EncodedString()
    let items = Self.chart("A", image: "a.svg") + Self.chart("B", image: "b.bin")
    let (dashboard, found) = try read(items, beside: [("a.svg", Array(Self.svg.utf8)), ("b.bin", Self.png)])
    #expect(found.isEmpty, "\(found)")
    #expect(images(dashboard) == [svg, "data:image/png;base64,iVBORw0KGgo="])
  }

  @Test(arguments: ["OverlayGroup", "DrillDownGroup"])
  func picturesOfGroupsAreRead(group: String) throws {
    var items = "<\(group) Name=\"G\">\(Self.chart("A", image: "a.png"))</\(group)>"
    if group == "OverlayGroup" {
      items = items.replacing("Chart Name", with: "Layer Name").replacing("/Chart>", with: "/Layer>")
        .replacing("<Category Column=\"c\"/>", with: "").replacing(
          "Name=\"G\">", with: "Name=\"G\"><Category Column=\"c\"/>")
    }
    let (dashboard, found) = try read(items, beside: [("a.png", Self.png)])
    #expect(found.isEmpty, "\(found)")
    #expect(images(dashboard) == ["data:image/png;base64,iVBORw0KGgo="])
  }

  @Test func problemsAreReportedAtTheAttribute() throws {
    // A picture has at most 2000000 bytes as a data: URL, whose Base64 is four thirds of the file.
    let large = Self.png + [UInt8](repeating: 0, count: 1_500_000)
    let files = [("a.txt", Array("text".utf8)), ("b.png", large), ("c.gif", [0x47, 0x49, 0xFF])]
    let cases = [
      ("missing.png", "metadataFileNotFound"), ("a.txt", "metadataAttributeWrongValue"),
      ("b.png", "documentTooLarge"), ("c.gif", "invalidUTF8"),
    ]
    for (file, code) in cases {
      let (dashboard, found) = try read(Self.chart("A", image: file), beside: files)
      #expect(found.map(\.code.rawValue) == [code], "\(file): \(found)")
      #expect(found.allSatisfy { $0.level == .error && $0.place?.line == 3 }, "\(file): \(found)")
      #expect(images(dashboard) == [nil], "\(file)")
    }
  }

  @Test func confinedDashboardReadsItsFolderOnly() throws {
    let access = FileAccess(
      ofWorkspaceIn: folder.appendingPathComponent("dashboards").path, isConfined: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.png).write(to: folder.appendingPathComponent("outside.png"))
    let (_, found) = try read(Self.chart("A", image: "../outside.png"), access: access)
    #expect(found.map(\.code.rawValue) == ["pathNotAllowed"], "\(found)")
  }

  @Test(arguments: ["https://example.com/a.png", "data:image/png;base64,", "data:text/html;base64,YQ=="])
  func addressesAreRejected(image: String) {
    do throws(DiagnosticError) {
      _ = try Dashboard(xml: "<Dashboard>\(Self.chart("A", image: image))</Dashboard>")
      Issue.record("\(image) was accepted")
    } catch {
      #expect(error.diagnostics.map(\.code) == [.metadataAttributeWrongValue], "\(error.diagnostics)")
    }
  }

  /// A dashboard in Swift has no folder with files.
  @Test func unreadPictureIsReportedByItsChart() async throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/ShinobiCharts")
    let pipeline = Pipeline(
      try Workspace(contentsOf: folder.path, adapters: [CSVAdapter()], environment: [:]), workers: 1)
    let dashboard = Dashboard("a") {
      ChartDefinition("A", type: .line, query: "stock", category: "date", values: "close") {
        ChartAnnotation(at: .value(200)).attribute("Image", to: "rocket.svg")
      }
    }
    do {
      _ = try await pipeline.chart("A", of: dashboard)
      Issue.record("the chart has a picture that was not read")
    } catch {
      #expect("\(error)".contains("picture 'rocket.svg' of an annotation of chart 'A' was not read"), "\(error)")
    }
  }
}
