import Foundation

/// A randomly generated workspace: a table, queries for its rows and its groups, dashboards, and states of them.
///
/// There are several ways to compute its charts: from rows, from grouped results, or with new queries if averages do
/// not add up. The states contain zooms, drilldowns, filters, variables and changed data.
package struct GeneratedWorkspace {
  package let rowCount: Int
  /// The file names and contents: `data.csv`, `auger.yaml` and a file for each dashboard, all in one folder.
  package let files: [(name: String, text: String)]
  /// The SQL that creates the table of `data.sqlite` for the queries. Nil if they read `data.csv`.
  package let statements: String?
  /// The names of the dashboards: `made`, `made2` ... All have the same filters, variables and items.
  package let dashboards: [String]
  /// The states of each dashboard as URL query strings. The first one is the start.
  package let places: [String]
  /// The items of each dashboard.
  package static let items = ["Rows", "Groups", "Dates", "Levels", "Windows", "Changed"]
  /// The names of the charts of these items.
  package static let charts = ["Rows", "Groups", "Dates", "ByRegion", "Windows", "Changed"]

  /// - Parameters:
  ///   - places: The number of states other than the start.
  ///   - database: True if the rows are in a SQLite table.
  package init(seed: UInt64, rows: Int, places count: Int, dashboards width: Int = 1, database: Bool = false) {
    var chance = Chance(seed: seed)
    rowCount = rows
    let regions = chance.below(5) + 1
    let data = Self.data(rows, regions, &chance)
    dashboards = (0..<width).map { $0 == 0 ? "made" : "made\($0 + 1)" }
    let drawn = dashboards.map { ("\($0).xml", Self.dashboard(&chance)) }
    let source = database ? "adapter: sqlite, path: data.sqlite" : "adapter: csv, path: data.csv"
    let names = dashboards.joined(separator: ", ")
    let workspace = """
      sources: { files: { \(source) } }
      queries:
        Everything:
          source: files
          from: data
          where: ["[[ region in ($Region) ]]", "[[ day in ($When) ]]", "[[ region in ($region) ]]"]
        ByRegionAndProduct:
          source: files
          from: data
          where: ["[[ region in ($Region) ]]", "[[ day in ($When) ]]"]
          groupBy: [region, product]
          measures: { price: avg(price), middle: median(cost), kinds: countDistinct(day), total: sum(price) }
        ByDay:
          source: files
          from: data
          where: ["[[ region in ($Region) ]]", "[[ day in ($When) ]]"]
          groupBy: [day, product]
          measures: { total: sum(price), pieces: sum(pieces) }
        Regions: { source: files, from: data, groupBy: [region] }
      dashboards: { \(dashboards.map { "\($0): \($0).xml" }.joined(separator: ", ")) }
      jobs:
        all:
          dashboards: [\(names)]
          formats: [json, csv, svg]
          publish: { directory: public }
        each:
          dashboards: [\(names)]
          forEach: { region: Regions.region }
          arguments: { Region: [R0, R1] }
          formats: [json, csv]
          publish: { directory: public-each }
      """
    files = [("data.csv", data), ("auger.yaml", workspace)] + drawn
    statements = database ? Self.statements(data) : nil
    var places = [""]
    while places.count <= count { places.append(Self.place(regions, &chance)) }
    self.places = places
  }

  /// Copies a workspace with other texts in its files and the same states.
  package init(_ other: GeneratedWorkspace, changing text: (String) -> String) {
    rowCount = other.rowCount
    files = other.files.map { ($0.name, text($0.text)) }
    statements = other.statements.map(text)
    dashboards = other.dashboards
    places = other.places
  }

  /// Returns the metadata of a dashboard.
  private static func dashboard(_ chance: inout Chance) -> String {
    let aggregates = ["sum(price)", "avg(price)", "median(cost)", "countDistinct(product)", "count()", "max(pieces)"]
    let ratios = [
      "sum(price) / sum(pieces)", "sum(price * pieces) / count()", "avg(cost) + 1", "sum(if(pieces > 3, price, 0))",
    ]
    let rising = [
      "sum(price * (1 + $rise / 100))", "sum(cost + $rise)", "avg(if(pieces > 2, cost * $rise, cost))", "price * $rise",
    ]
    let windows = ["Running(sum(pieces))", "Share(sum(price))", "sum(cost) - Previous(sum(cost))", "Rank(sum(pieces))"]
    let types = ["Column", "Bar", "Line", "StackedColumn", "Area"]
    func values(_ expressions: [String]) -> String {
      let items = expressions.enumerated().map {
        let text = $1.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return "<Value Expression=\"\(text)\" ValueSequence=\"\($0 + 1)\" />"
      }
      return "<Values>" + items.joined() + "</Values>"
    }
    let filters = "<Filters><FilterName Name=\"Region\" /><FilterName Name=\"When\" /></Filters>"
    let series = { (chance: inout Chance) in chance.isOneIn(3) ? "" : "<Series Column=\"product\" />" }
    let sort = chance.pick(["", " Sort=\"-value\"", " Sort=\"-category\""])
    let limits = ["", "", " Limit=\"2\"", " Limit=\"5\""]
    let rise = chance.pick(["0", "12.5", "-7"])
    let layouts = Self.items.enumerated().map {
      "<Layout Name=\"\($1)\" Top=\"\($0 * 16)\" Left=\"0\" Width=\"100\" Height=\"16\" />"
    }.joined()
    return """
      <MobileAnalytic><Dashboard Title="Made">
        <Variables><Variable Name="$rise" VariableType="float" Value="\(rise)" Min="-50" Max="50" /></Variables>
        <Filters>
          <Filter Name="Region" Sequence="1" SourceQuery="Everything" FilterType="picklist" Column="region" />
          <Filter Name="When" Sequence="2" SourceQuery="Everything" FilterType="range" Column="day" />
        </Filters>
        <Chart Name="Rows" Query="Everything" ChartType="\(chance.pick(types))"\(sort)\(chance.pick(limits))>
          <Category Column="region" />\(series(&chance))\(values([chance.pick(rising), chance.pick(ratios)]))\(filters)
        </Chart>
        <Chart Name="Groups" Query="ByRegionAndProduct" ChartType="Column">
          <Category Column="region" />\(values(["price", "middle", "kinds", "total"]))\(filters)
        </Chart>
        <Chart Name="Dates" Query="ByDay" ChartType="Line">
          <Category Column="day" Grains="Year,Quarter,Month" />\(series(&chance))
          \(values(["sum(total)", "sum(total) / sum(pieces)"]))\(filters)
        </Chart>
        <DrillDownGroup Name="Levels">
          <Chart Name="ByRegion" Query="ByRegionAndProduct" ChartSequence="1" ChartType="Bar">
            <Category Column="region" />\(values(["price", "total"]))\(filters)
          </Chart>
          <Chart Name="ByProduct" Query="Everything" ChartSequence="2" ChartType="Column">
            <Category Column="product" />\(values([chance.pick(aggregates), chance.pick(rising)]))
          </Chart>
        </DrillDownGroup>
        <Chart Name="Windows" Query="Everything" ChartType="Line"\(chance.pick(limits))>
          <Category Column="\(chance.pick(["day", "region", "pieces"]))" />\(series(&chance))
          \(values([chance.pick(windows), chance.pick(aggregates)]))
          \(filters)
        </Chart>
        <Chart Name="Changed" Query="Everything" ChartType="Column">
          <Category Column="region" />\(series(&chance))\(values(["sum(cost * pieces)", chance.pick(rising)]))\(filters)
          <WhatIfColumns><Column Name="cost" DisplayName="Cost" VariableType="float" Value="1" /></WhatIfColumns>
        </Chart>
      </Dashboard>
      <DashboardLayout Scale="Percentage"><Landscape>\(layouts)</Landscape></DashboardLayout></MobileAnalytic>
      """
  }

  private static func data(_ rows: Int, _ regions: Int, _ chance: inout Chance) -> String {
    var text = "region,product,day,pieces,price,cost\n"
    for _ in 0..<rows {
      let region = chance.isOneIn(20) ? "" : "R\(chance.below(regions))"
      let (year, month, day) = (2020 + chance.below(3), chance.below(12) + 1, chance.below(28) + 1)
      let date = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
      let price = "\(chance.below(500)).\(chance.below(4) * 25 + 25 == 100 ? "5" : "\(chance.below(9) + 1)")"
      let cost = chance.isOneIn(15) ? "" : "\(Double(chance.below(100_000)) / 128)"
      text += "\(region),P\(chance.below(4)),\(date),\(chance.below(9) + 1),\(price),\(cost)\n"
    }
    return text
  }

  /// Returns the rows of the CSV text as a SQLite table, with null for empty fields.
  private static func statements(_ data: String) -> String {
    let rows = data.split(separator: "\n").dropFirst().map { line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).enumerated().map { column, cell in
        cell.isEmpty ? "NULL" : column < 3 ? "'\(cell)'" : String(cell)
      }
      return "(" + cells.joined(separator: ",") + ")"
    }
    return """
      CREATE TABLE data (region TEXT, product TEXT, day DATE, pieces INTEGER, price REAL, cost REAL);
      INSERT INTO data VALUES \(rows.joined(separator: ",\n"));
      """
  }

  private static func place(_ regions: Int, _ chance: inout Chance) -> String {
    var parts: [String] = []
    let region = "R\(chance.below(regions))"
    if chance.isOneIn(2) { parts.append("filter.Region=R0,\(region == "R0" ? "R1" : region)") }
    if chance.isOneIn(3) { parts.append("filter.When=2020-0\(chance.below(8) + 1)-15..2022-06-01") }
    if chance.isOneIn(2) { parts.append("$rise=\(chance.below(100) - 50).5e0") }
    if chance.isOneIn(2) { parts.append("Dates.zoom=\(chance.below(3) + 1)") }
    if chance.isOneIn(2) { parts.append("Levels.drill=region:R0") }
    if chance.isOneIn(2) {
      let amount = chance.isOneIn(2) ? "\(chance.below(50) + 1).25" : "\(chance.below(80) - 40)%25"
      parts.append("Changed.whatif.cost\(chance.isOneIn(2) ? "[R0]" : "")=\(amount)")
    }
    if chance.isOneIn(3) { parts.append("Rows.sort=-value") }
    return parts.joined(separator: "&")
  }
}
