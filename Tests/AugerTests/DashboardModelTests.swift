import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerSQLite
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: Shared.isThere, Comment(rawValue: Shared.reason)))
struct DashboardModelTests {
  private func recorded(_ address: String, _ name: String) async throws {
    let folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Exploration")
    let workspace = try Workspace(
      contentsOf: folder.appendingPathComponent("auger.yaml").path, adapters: [SQLiteAdapter()],
      environment: ["AUGER_SHARED": Shared.folder.path])
    let pipeline = Pipeline(workspace)
    let dashboard = try pipeline.dashboard("adventureworks")
    let place = try await pipeline.checked(try Exploration(address), of: dashboard)
    let bytes = DashboardJSON().data(for: try await pipeline.overview(of: dashboard, at: place))
    #expect(try Golden.difference(bytes, from: "Fixtures/Cases/Exploration/\(name).json") == nil)
    #expect(try JSONSchemaCheck(DashboardJSON.schema).findings(in: bytes) == [])
  }

  @Test func startMatchesTheRecording() async throws { try await recorded("", "dashboard-start") }

  @Test func stateHasBreadcrumbSettingsAndSelections() async throws {
    try await recorded(
      "Reseller.drill=Region:Europe/Country:France&$hike=2.5&$region=Pacific&filter.Products=Bikes,Boats"
        + "&filter.Years=2011..2012",
      "dashboard-place")
  }

  @Test func schemaEqualsTheRepositoryFile() throws {
    #expect(
      try Golden.difference(Array(DashboardJSON.schema.utf8), from: "Schemas/auger.dashboard-1.schema.json") == nil)
  }
}

@Suite struct DashboardPictureTests {
  private struct Answer: QueryDelegate {
    func table(for request: QueryRequest) async throws -> Table {
      Table([("m", Column(["a", "b"])), ("v", Column([1, 2] as [Int64]))])
    }
  }

  private func read(_ attributes: String, _ chart: String = "") throws -> Dashboard {
    let text =
      "<Dashboard\(attributes)><Chart Name='c' ChartType='Line' Query='q'\(chart)><Category Column='m'/>"
      + "<Values><Value Expression='v'/></Values></Chart></Dashboard>"
    return try #require(MetadataReader.read(SourceText(name: "d.xml", text: text)).metadata).dashboard
  }

  @Test func titleIsDrawnInTheTheme() async throws {
    let dashboard = try read(" Name='d' Title='Sales of the year' Theme='dark'")
    let pipeline = Pipeline(delegate: Answer(), dashboards: [dashboard])
    let model = try await pipeline.chart("c", of: dashboard)
    #expect(SVG().data(for: model) == SVG(theme: .dark).data(for: model))
    let picture = String(decoding: DashboardPicture().data(for: dashboard, [model]), as: UTF8.self)
    #expect(picture.contains(">Sales of the year</text>"))
    #expect(picture.contains("#0B0E13") || picture.contains("#0b0e13"))
  }

  @Test func reasonReplacesAFailedChart() async throws {
    let dashboard = try read(" Name='d'", " Title='Margins'")
    func picture(_ reasons: [Name: String]) -> String {
      String(
        decoding: DashboardPicture().data(for: dashboard, [nil], at: Exploration(), reasons: reasons), as: UTF8.self)
    }
    #expect(picture([:]).contains(">Margins</text>") && picture([:]).contains("This chart could not be computed."))
    #expect(picture([Name("c"): "The data did not arrive in time."]).contains(">The data did not arrive in time.<"))
  }

  @Test func exportedDashboardsExplainMissingCharts() async throws {
    let text = """
      <Dashboard Name='d'>
      <Chart Name='Good' ChartType='Line' Query='q'><Category Column='m'/>
      <Values><Value Expression='v'/></Values></Chart>
      <Chart Name='Bad' ChartType='Line' Query='q'><Category Column='m'/>
      <Values><Value Expression='w'/></Values></Chart>
      </Dashboard>
      """
    let dashboard = try #require(MetadataReader.read(SourceText(name: "d.xml", text: text)).metadata).dashboard
    let pipeline = Pipeline(delegate: Answer(), dashboards: [dashboard])
    var files = DashboardFiles(ChartFiles(), [.svg, .html], from: pipeline)
    var written: [String: String] = [:]
    let receiver = DashboardFiles.Receiver(
      keep: { written[$0] = String(decoding: $1, as: UTF8.self) }, warn: { _, _ in }, failed: { _, _ in })
    try await files.write(dashboard, to: receiver)
    for path in ["d.svg", "d.html"] {
      #expect(written[path]?.contains("This chart could not be computed: ") == true, "\(written.keys)")
      // Readers do not know the columns of the source.
      #expect(written[path]?.contains("'w'") == false, "\(path)")
    }
  }

  @Test func controlsAreDrawnByTheirType() async throws {
    let text = """
      <MobileAnalytic><Dashboard Name='d'>
        <Variables>
          <Variable Name='$hike' DisplayName='Hike' VariableType='integer' Value='3' Min='0' Max='12' Step='1'/>
          <Variable Name='$on' DisplayName='Taxes' VariableType='boolean' Value='YES'/>
          <Variable Name='$when' DisplayName='Since' VariableType='date' Value='date(2011,5,1)'/>
          <Variable Name='$area' DisplayName='Area' VariableType='enum' Selection='1'>
            <Choices><Choice Value='eu' Display='Europe'/><Choice Value='as' Display='Asia'/></Choices>
          </Variable>
        </Variables>
        <DAPanel Name='p' Title='What if'>
          <VariableName Name='$hike' Sequence='1'/><VariableName Name='$on' Sequence='2'/>
          <VariableName Name='$when' Sequence='3'/><VariableName Name='$area' Sequence='4'/>
        </DAPanel>
        <Chart Name='c' ChartType='Column' Query='q'>
          <Category Column='m'/><Values><Value Expression='sum(v)'/></Values>
          <WhatIfColumns>
            <Column Name='v' DisplayName='Volume' VariableType='float' Value='2' Min='0' Max='10'/>
          </WhatIfColumns>
        </Chart>
      </Dashboard>
      <DashboardLayout Scale='Points'><Landscape ContentWidth='800' ContentHeight='400'>
        <Layout Name='p' Top='0' Left='0' Width='240' Height='400'/>
        <Layout Name='c' Top='0' Left='250' Width='550' Height='400'/>
      </Landscape></DashboardLayout></MobileAnalytic>
      """
    let metadata = try #require(MetadataReader.read(SourceText(name: "d.xml", text: text)).metadata)
    var dashboard = metadata.dashboard
    dashboard.layout = metadata.layout
    let place = try Exploration("c.whatif.v[a]=5&$hike=6")
    let model = try await Pipeline(delegate: Answer(), dashboards: [dashboard]).chart("c", of: dashboard, at: place)
    let picture = String(decoding: DashboardPicture().data(for: dashboard, [model], at: place), as: UTF8.self)
    let controls = picture.components(separatedBy: "<g class=\"auger-control\"").dropFirst()
      .map { $0.components(separatedBy: "</g>")[0] }
    #expect(controls.count == 5)
    let texts = controls.map { control in
      control.components(separatedBy: "</text>").dropLast().compactMap {
        $0.split(separator: ">").last.map(String.init)
      }
    }
    // The chart comes first. A slider is drawn from minimum to maximum, with its knob in the middle and its value.
    #expect(
      texts == [
        ["Volume", "a 5", "0", "10"], ["Hike", "6", "0", "12"], ["Taxes", "on"], ["Since", "2011-05-01"],
        ["Area", "Asia"],
      ], "\(texts)")
    for slider in controls.prefix(2) { #expect(slider.components(separatedBy: "<circle").count == 2) }
    #expect(controls[4].components(separatedBy: "<polyline").count == 3 && controls[3].contains("<line"))
    #expect(picture.contains("What if: Volume of a = 5"))
    // Controls without a change show that state.
    let start = try await Pipeline(delegate: Answer(), dashboards: [dashboard]).chart("c", of: dashboard)
    #expect(String(decoding: DashboardPicture().data(for: dashboard, [start]), as: UTF8.self).contains(">unchanged<"))
  }

  @Test func missingStartOfPredictionIsAWarning() async throws {
    let dashboard = try read(" Name='d'", " PredictiveStartCategory='x'")
    let model = try await Pipeline(delegate: Answer(), dashboards: [dashboard]).chart("c", of: dashboard)
    #expect(model.warnings.map(\.code) == [.predictiveStartMissing])
  }
}
