import Foundation
import Testing

/// The JSON of a dashboard contains the columns that can be changed and the current changes.
@Suite struct WhatIfControlTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("month,volume,price\na,1,2\nb,2,3\n", to: "sales.csv")
    _ = try folder.write(
      """
      sources: { drops: { adapter: csv, path: sales.csv } }
      queries: { Q: { source: drops, from: sales } }
      dashboards: { board: board.xml }
      """, to: "auger.yaml")
    _ = try folder.write(
      """
      <Dashboard>
        <Chart Name="Sold" ChartType="Column" Query="Q">
          <Category Column="month"/><Values><Value Expression="sum(volume * price)"/></Values>
          <WhatIfColumns>
            <Column Name="volume" DisplayName="Volume" VariableType="float" Value="2" Min="0" Max="10"/>
            <Column Name="price" VariableType="float" Value="1"/>
          </WhatIfColumns>
        </Chart>
        <Chart Name="Other" ChartType="Column" Query="Q">
          <Category Column="month"/><Values><Value Expression="sum(volume)"/></Values>
        </Chart>
      </Dashboard>
      """, to: "board.xml")
  }

  private func dashboard(_ place: String...) throws -> String {
    let words = ["export", "board", "--formats", "json", "-o", "out"] + place.flatMap { ["--explore", $0] }
    let run = try Auger(words, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try String(contentsOf: folder.url("out/board.json"), encoding: .utf8)
  }

  private static let volume =
    #"{"chart": "Sold", "column": "volume", "title": "Volume", "type": "float", "value": 2, "#
    + #""minimum": 0, "maximum": 10"#
  private static let price = #"{"chart": "Sold", "column": "price", "title": "price", "type": "float", "value": 1"#

  @Test func eachControlIsNamed() throws {
    let json = try dashboard()
    #expect(json.contains(Self.volume + "}") && json.contains(Self.price + "}"), "\(json)")
    #expect(json.components(separatedBy: #""column": "#).count == 3 && !json.contains(#""changes""#), "\(json)")
  }

  @Test func controlShowsTheChange() throws {
    let json = try dashboard("Sold.whatif.volume[a]=5&Sold.whatif.volume[b]=-50%25")
    #expect(json.contains(#""address": "Sold.whatif.volume[a]=5&Sold.whatif.volume[b]=-50%25""#), "\(json)")
    let changes = #", "changes": [{"value": 5, "category": "a"}, {"percent": -50, "category": "b"}]}"#
    #expect(json.contains(Self.volume + changes), "\(json)")
    #expect(json.contains(Self.price + "}"), "\(json)")
    let all = try dashboard("Sold.whatif.price=4")
    #expect(all.contains(Self.price + #", "changes": [{"value": 4}]}"#), "\(all)")
  }

  @Test func chartUsesTheChangedData() throws {
    let place = ["--explore", "Sold.whatif.volume[a]=5"]
    let run = try Auger(["export", "board/Sold", "--formats", "csv", "-o", "-"] + place, in: folder.root)
    #expect(run.output == "month,sum(volume * price)\na,10\nb,6\n", "\(run.output)\(run.errors)")
  }
}
