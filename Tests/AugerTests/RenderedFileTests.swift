import Auger
import AugerArrow
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Foundation
import Testing

/// The formats that need more than text, and files by their extensions.
@Suite struct RenderedFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  private func chart() throws -> ChartModel {
    try ChartModel(.column, "Sales", categories: ["France", "Japan"], values: [[1.5, nil]], format: .rounded(1))
  }

  private func dashboard() throws -> Dashboard {
    try Dashboard(
      xml: """
        <Dashboard Name="sales" Title="Sales">
          <Chart Name="Regions" Title="Regions" ChartType="Bar" Query="Sales">
            <Category Column="Region" />
            <Values><Value Expression="sum(Amount)" ValueSequence="1" DisplayName="Amount" /></Values>
          </Chart>
        </Dashboard>
        """)
  }

  private func pipeline(_ dashboard: Dashboard) throws -> Pipeline {
    Pipeline(
      tables: ["Sales": try Table(["Region": ["Europe", "Pacific"], "Amount": [1, 2]])], dashboards: [dashboard])
  }

  /// Runs a body in a folder that is removed afterwards.
  private func inFolder(_ body: () throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body()
  }

  @Test func aPageAndAnArrowFileAreThoseOfTheRenderers() throws {
    let model = try chart()
    let page = String(decoding: DashboardPage(theme: .dark).data(for: model), as: UTF8.self)
    #expect(try model.rendered(as: .html(theme: .dark)) == page)
    func arrow(_ table: Table) throws -> Data {
      var bytes: [UInt8] = []
      try ArrowIPC(.file).write(table) { bytes += $0 }
      return Data(bytes)
    }
    let table = model.tabulatedInView()
    #expect(try model.rendered(as: .arrow) == arrow(table))
    #expect(try table.rendered(as: .arrow) == arrow(table))
  }

  /// The header of a PNG contains its width in four bytes.
  @Test func aPixelPictureIsDrawnOrItsProgramIsNamed() throws {
    let model = try chart()
    do throws(AugerError) {
      let png = try model.rendered(as: .png(size: ChartSize(width: 200, height: 100), scale: 3))
      #expect(png.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
      #expect(Array(png)[16..<20].reduce(0) { $0 << 8 | Int($1) } == 600)
    } catch {
      #expect(error.code == .programMissing && error.hint?.contains("svg") == true)
    }
  }

  @Test func theExtensionNamesTheFormat() throws {
    let model = try chart()
    try inFolder {
      func written(_ name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try model.write(to: file)
        return try String(contentsOf: file, encoding: .utf8)
      }
      #expect(try written("a.json") == model.rendered(as: .json))
      #expect(try written("a.SVG") == model.rendered(as: .svg()))
      #expect(try written("a.html") == model.rendered(as: .html()))
      #expect(try written("a.csv") == model.rendered(as: .csv()))
      #expect(try written("a.tsv") == model.rendered(as: .csv(delimiter: "\t")))
      #expect(try written("a.txt") == model.rendered(as: .terminal()))
      #expect(try written("a.vl.json") == model.rendered(as: .vegaLite()))
      let table = model.tabulatedInView()
      try table.write(to: folder.appendingPathComponent("table.json"))
      let rows = try String(contentsOf: folder.appendingPathComponent("table.json"), encoding: .utf8)
      #expect(rows == (try table.rendered(as: .json)))
    }
  }

  @Test func aFormatMayBeChosenForAnyName() throws {
    let model = try chart()
    try inFolder {
      let file = folder.appendingPathComponent("chart.data")
      try model.write(to: file, as: .svg(theme: .dark))
      #expect(try String(contentsOf: file, encoding: .utf8) == model.rendered(as: .svg(theme: .dark)))
      try model.write(to: file, as: .arrow)
      #expect(try Data(contentsOf: file) == model.rendered(as: .arrow))
    }
  }

  @Test(arguments: ["chart.xlsx", "chart"]) func anUnknownExtensionIsRefusedWithTheKnownOnes(name: String) throws {
    let error = #expect(throws: AugerError.self) {
      try chart().write(to: URL(fileURLWithPath: "/nowhere/\(name)"))
    }
    #expect(error?.code == .unknownFormat)
    #expect(error?.hint?.contains(".vl.json, .vg.json, .json, .svg") == true)
  }

  @Test func chartJSONIsReadAgain() throws {
    let model = try chart()
    #expect(try ChartModel(json: Data(model.rendered(as: .json).utf8)) == model)
    let error = #expect(throws: AugerError.self) { try ChartModel(json: Data("{".utf8)) }
    #expect(error?.code == "chartJSONInvalid")
  }

  @Test func aDashboardHasThePageThePictureAndTheJSONOfItsRenderers() async throws {
    let dashboard = try dashboard()
    let pipeline = try pipeline(dashboard)
    let model = try await pipeline.model(of: dashboard.initialState)
    #expect(model.charts.map(\.name) == ["Regions"] && model["Regions"]?[category: "Pacific"]?.doubleValue == 2)
    #expect(model["Countries"] == nil)
    let picture = DashboardPicture(theme: .dark, orientation: .portrait).data(for: dashboard, model.charts)
    #expect(
      try model.rendered(as: .svg(theme: .dark, orientation: .portrait)) == String(decoding: picture, as: UTF8.self))
    let json = DashboardJSON().data(for: try await pipeline.overview(of: dashboard))
    #expect(try model.rendered(as: .json) == String(decoding: json, as: UTF8.self))
    let encoded = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(model)) as? NSDictionary
    let written = try JSONSerialization.jsonObject(with: Data(json)) as? NSDictionary
    #expect(encoded != nil && encoded == written)
    // Without links, a page of the state alone is the page.
    #expect(try model.rendered(as: .html(theme: .dark)).contains("Regions</h3>"))
    #expect(try await pipeline.page(of: dashboard, theme: .dark).contains("Regions</h3>"))
    #expect(try model.rendered(as: .html(theme: .dark)) != model.rendered(as: .html()))
  }

  @Test func aThemeFileIsATheme() throws {
    try inFolder {
      let file = folder.appendingPathComponent("night.yaml")
      try Data("base: dark\nbackground: \"#101820\"\n".utf8).write(to: file)
      let theme = try Theme(contentsOf: file)
      #expect(theme.name == "night" && theme.background == "#101820" && theme.ink == Theme.dark.ink)
      try Data("base: dark\nbackground: azure\n".utf8).write(to: file)
      let error = #expect(throws: AugerError.self) { try Theme(contentsOf: file) }
      #expect(error?.code == .unknownColor && error?.place?.hasSuffix("night.yaml:2:13") == true)
    }
  }
}
