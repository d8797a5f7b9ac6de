import Auger
import AugerCSV
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerQuery
import AugerServer
import Foundation
import HTTPTypes
import NIOCore

/// A site with one small dashboard, `board`, that supports every move of a page.
final class PageSite: Sendable {
  let folder: String
  let site: Site

  init(
    limits: ServerLimits = .patient, access: SiteAccess = SiteAccess(), policy: String = "", board: String? = nil,
    theme: Theme? = nil, rasterize: ChartFiles.Rasterize? = nil
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-pages-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = [
      ("data.csv", Self.data), ("auger.yaml", Self.workspace + policy), ("board.xml", board ?? Self.board),
    ]
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let workspace = try Workspace(contentsOf: folder, adapters: [CSVAdapter()])
    site = Site(
      SiteContent(workspace, pipeline: Pipeline(workspace), version: "1", theme: theme), limits: limits, access: access,
      key: Array("key".utf8), rasterize: rasterize)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func get(_ address: String, _ fields: HTTPFields = HTTPFields()) async -> PageAnswer {
    let mark = address.firstIndex(of: "?") ?? address.endIndex
    let query = address[mark...].dropFirst()
    return await PageAnswer(
      site.respond(to: SiteRequest(path: String(address[..<mark]), query: String(query), fields: fields)))
  }

  func post(_ address: String, _ fields: [(String, String)], type: String = "application/x-www-form-urlencoded") async
    -> PageAnswer
  {
    let form = fields.map { "\(PercentEncoding.encoded($0))=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
    let mark = address.firstIndex(of: "?") ?? address.endIndex
    return await PageAnswer(
      site.respond(
        to: SiteRequest(
          method: .post, path: String(address[..<mark]), query: String(address[mark...].dropFirst()),
          fields: [.contentType: type], body: Array(form.utf8))))
  }

  /// Submits a form and returns the resulting state with its options. Nil if the form fails.
  func destination(_ fields: [(String, String)], at place: String = "", item: String? = nil) async -> String? {
    let answer = await post("/-/move/board" + (item.map { "?_item=\($0)" } ?? ""), [("at", place)] + fields)
    guard answer.status == 303 else { return nil }
    let location = answer.fields[.location] ?? ""
    return location.firstIndex(of: "?").map { String(location[location.index(after: $0)...]) } ?? ""
  }

  private static let data: String = {
    var text = "year,region,place,day,amount,units,number\n"
    for row in 0..<300 {
      let region = ["North", "South", "West"][row % 3]
      let day = "2023-\(row % 9 + 1 < 10 ? "0" : "")\(row % 9 + 1)-\(row % 28 + 1 < 10 ? "0" : "")\(row % 28 + 1)"
      text += "\(2020 + row % 4),\(region),\(region) \(row % 5),\(day),\(row * 7 % 101 + 1),\(row % 11 + 1),\(row)\n"
    }
    return text
  }()

  private static let workspace = """
    sources: { files: { adapter: csv, path: data.csv } }
    queries:
      ByYear:
        source: files
        from: data
        where: ["[[ region in ($Region) ]]"]
        groupBy: [year, region]
        measures: { amount: sum(amount), units: sum(units) }
      ByPlace:
        source: files
        from: data
        where: ["[[ region in ($region) ]]"]
        groupBy: [region, place]
        measures: { amount: sum(amount) }
      Rows: { source: files, from: data }
      Regions: { source: files, from: data, groupBy: [region] }
      Totals: { source: files, from: data, groupBy: [year], measures: { Units: sum(units), Price: avg(amount) } }
    dashboards: { board: board.xml }
    """

  private static let board = """
    <MobileAnalytic><Dashboard Title="Board">
      <Variables>
        <Variable Name="$rise" DisplayName="Rise" VariableType="integer" Value="5" Min="0" Max="10" Step="1" />
      </Variables>
      <Filters>
        <Filter Name="Region" Sequence="1" SourceQuery="Regions" FilterType="picklist" Column="region" />
      </Filters>
      <Chart Name="Years" Query="ByYear" ChartType="Column">
        <Category Column="year" /><Series Column="region" />
        <Values><Value Expression="sum(amount) * (1 + $rise / 100)" ValueSequence="1" /></Values>
        <Filters><FilterName Name="Region" /></Filters>
      </Chart>
      <DrillDownGroup Name="Places">
        <Chart Name="ByRegion" Query="ByPlace" ChartSequence="1" ChartType="Bar">
          <Category Column="region" />
          <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
        </Chart>
        <Chart Name="ByPlace" Query="ByPlace" ChartSequence="2" ChartType="Column">
          <Category Column="place" />
          <Values><Value Expression="sum(amount)" ValueSequence="1" /></Values>
        </Chart>
      </DrillDownGroup>
      <Chart Name="Margin" Query="ByYear" ChartType="Column">
        <Category Column="year" />
        <Values><Value Expression="sum(amount - units)" ValueSequence="1" /></Values>
        <WhatIfColumns><Column Name="units" DisplayName="Units" VariableType="float" Value="1" /></WhatIfColumns>
      </Chart>
      <Diagram Name="Tree" Query="Totals">
        <Node Name="Sales" Text="Sales" Default="true" Expression="Units * Price" />
        <Node Name="Units" Text="Units" ParentNode="Sales" />
        <Node Name="Price" Text="Price" ParentNode="Sales" />
      </Diagram>
      <Chart Name="Days" Query="Rows" ChartType="Line">
        <Category Column="amount" /><Series Column="day" />
        <Values><Value Expression="sum(units)" ValueSequence="1" /></Values>
      </Chart>
      <Chart Name="Numbers" Query="Rows" ChartType="Column">
        <Category Column="number" />
        <Values><Value Expression="sum(units)" ValueSequence="1" /></Values>
      </Chart>
    </Dashboard>
    <DashboardLayout Scale="Percentage"><Landscape>
      <Layout Name="Years" Top="0" Left="0" Width="100" Height="16" />
      <Layout Name="Places" Top="16" Left="0" Width="100" Height="16" />
      <Layout Name="Margin" Top="32" Left="0" Width="100" Height="16" />
      <Layout Name="Tree" Top="48" Left="0" Width="100" Height="16" />
      <Layout Name="Days" Top="64" Left="0" Width="100" Height="16" />
      <Layout Name="Numbers" Top="80" Left="0" Width="100" Height="16" />
    </Landscape></DashboardLayout></MobileAnalytic>
    """
}

struct PageAnswer {
  var status: Int
  var fields: HTTPFields
  var text: String

  init(_ response: SiteResponse) async {
    status = response.status.code
    fields = response.fields
    var bytes: [UInt8] = []
    switch response.body {
    case .bytes(let buffer): bytes = Array(buffer.readableBytesView)
    case .pieces(let piece): while let next = try? await piece() { bytes += next }
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The code of a problem response.
  var code: String? { Self.object(text[...])?["code"] as? String }

  /// The lines, parsed as JSON.
  var lines: [[String: Any]] { text.split(separator: "\n").compactMap { Self.object($0) } }

  /// The fragments of the lines, by key.
  var fragments: [String: String] {
    var fragments: [String: String] = [:]
    for line in lines { if let key = line["key"] as? String { fragments[key] = line["html"] as? String } }
    return fragments
  }

  private static func object(_ text: Substring) -> [String: Any]? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]
  }
}
