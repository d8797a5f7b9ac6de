import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// The snippets of the guide "Drilling from Swift", run one after the other. What stands between `snippet` and `end` is
/// in the guide, line for line.
@Suite struct GuideTests {
  private static let workspace = """
    sources:
      drops: { adapter: csv, path: sales.csv }
    queries:
      ByRegion: { source: drops, from: sales, groupBy: [Region, Product], measures: { Amount: sum(Amount) } }
      ByCountry:
        source: drops
        from: sales
        where: ["[[ Region in ($Region) ]]", "[[ Product in ($Product) ]]", "[[ Product in ($Products) ]]"]
        groupBy: [Country, Product]
        measures: { Amount: sum(Amount) }
    dashboards:
      sales: sales.xml
    """

  private static let dashboard = """
    <MobileAnalytic>
      <Dashboard>
        <Variables><Variable Name="$hike" VariableType="float" Value="0" Min="0" Max="18" Step="0.5" /></Variables>
        <Filters>
          <Filter Name="Products" Sequence="1" SourceQuery="ByRegion" FilterType="picklist" Column="Product" />
        </Filters>
        <DrillDownGroup Name="Resellers" Title="Resellers">
          <Chart Name="Regions" Title="By region" ChartType="Bar" ChartSequence="1" Query="ByRegion">
            <Category Column="Region" /><Series Column="Product" />
            <Values><Value Expression="Amount * (1 + $hike / 100)" ValueSequence="1" DisplayName="Sales" /></Values>
            <Filters><FilterName Name="Products" /></Filters>
          </Chart>
          <Chart Name="Countries" Title="By country" ChartType="Column" ChartSequence="2" Query="ByCountry">
            <Category Column="Country" /><Series Column="Product" />
            <Values><Value Expression="Amount * (1 + $hike / 100)" ValueSequence="1" DisplayName="Sales" /></Values>
          </Chart>
        </DrillDownGroup>
      </Dashboard>
      <DashboardLayout>
        <Landscape><Layout Name="Resellers" Top="1" Left="1" Width="98" Height="98" /></Landscape>
      </DashboardLayout>
    </MobileAnalytic>
    """

  private static let rows = """
    Region,Country,Product,Amount
    Europe,France,Bikes,100
    Europe,France,Helmets,10
    Europe,Germany,Bikes,60
    Pacific,Australia,Bikes,40
    """

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-guide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in [("auger.yaml", Self.workspace), ("sales.xml", Self.dashboard), ("sales.csv", Self.rows)] {
      try text.write(to: folder.appendingPathComponent(name), atomically: true, encoding: .utf8)
    }
    return folder
  }

  @Test func theSnippetsRun() async throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("auger.yaml").path
    let output = folder.appendingPathComponent("chart.json")

    // snippet
    let workspace = try Workspace(contentsOf: file, adapters: [CSVAdapter()])
    let pipeline = Pipeline(workspace)
    let sales = try pipeline.dashboard("sales")
    var place = sales.start
    // end

    // snippet
    let regions = try await pipeline.chart("Resellers", of: sales, at: place)
    let leadsTo = regions.drill?.next  // "Countries"
    let europe = regions.drill?.categoryPicks?[0]  // ["Region": "Europe"]
    // end
    #expect(leadsTo == "Countries")
    #expect(europe == ["Region": .scalar(.string("Europe"))])

    // snippet
    place = try sales.drill(place, in: "Resellers", picking: ["Region": .scalar(.string("Europe"))])
    let countries = try await pipeline.chart("Resellers", of: sales, at: place)
    let france = countries[dimension: 0, series: "Bikes", category: "France"]  // 100
    // end
    #expect(france?.doubleValue == 100)

    // snippet
    place = try sales.set(place, "hike", to: .int(10))
    let raised = try await pipeline.chart("Resellers", of: sales, at: place)
    let asked = raised.receipt.queries.filter { $0.execution == .ran }  // none
    // end
    #expect(asked.isEmpty)
    #expect(raised[dimension: 0, series: "Bikes", category: "France"]?.doubleValue.map { abs($0 - 110) < 1e-9 } == true)

    // snippet
    place = try sales.place(after: .filter("Products", .picks([.string("Bikes")])), from: place)
    let bikes = try await pipeline.chart("Resellers", of: sales, at: place)
    let choices = try await pipeline.filters(of: sales, at: place)[0].choices.map(\.label)  // ["Bikes", "Helmets"]
    // end
    #expect(bikes.series.map(\.label) == ["Bikes"])
    #expect(choices == ["Bikes", "Helmets"])

    // snippet
    let address = place.description  // Resellers.drill=Region:Europe&filter.Products=Bikes&$hike=10
    let again = try await pipeline.checked(try Exploration(address), of: sales)
    // end
    #expect(address == "Resellers.drill=Region:Europe&filter.Products=Bikes&$hike=10")
    #expect(again == place)

    // snippet
    do {
      _ = try sales.drill(sales.start, in: "Resellers", picking: ["Country": .scalar(.string("France"))])
    } catch {
      print(error.diagnostics[0].code, error.diagnostics[0].message)
    }
    // end

    // snippet
    let good = try Scenario("good", "$hike=10")
    let beside = try await pipeline.comparison(of: "Resellers", of: sales, nil, with: good)
    let frames = try await pipeline.frames(of: "Resellers", of: sales, try Steps("$hike=0..18 step 6"))
    // end
    #expect(beside.dimensions.count == 4)
    #expect(frames.count == 4)

    // snippet
    place = try sales.drillUp(place, in: "Resellers", to: 0)
    try ChartJSON().write(try await pipeline.chart("Resellers", of: sales, at: place), to: output)
    // end
    #expect(FileManager.default.fileExists(atPath: output.path))
  }

  @Test func theGuidePrintsTheSnippets() throws {
    func lines(_ path: String) throws -> [String] {
      try String(contentsOf: Shared.repository.appendingPathComponent(path), encoding: .utf8)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    var printed: [[String]] = []
    var isInside = false
    for line in try lines("Sources/Auger/Auger.docc/Drilling-from-Swift.md") {
      if line == "```swift" {
        isInside = true
        printed.append([])
      } else if line == "```" {
        isInside = false
      } else if isInside {
        printed[printed.count - 1].append(line)
      }
    }
    var run: [[String]] = []
    isInside = false
    for line in try lines("Tests/AugerTests/GuideTests.swift") {
      if line == "    // snippet" {
        isInside = true
        run.append([])
      } else if line == "    // end" {
        isInside = false
      } else if isInside {
        run[run.count - 1].append(String(line.dropFirst(4)))
      }
    }
    #expect(run.count > 5)
    #expect(printed == run)
  }
}
