import Auger
import AugerAnalysis
import AugerCSV
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import AugerQuery
import AugerSQLite
import Foundation

/// A folder with the sales of two tenants in two regions, dashboards with an item of each kind, and a policy.
struct PolicyWorkspace {
  struct Row {
    var tenant: String
    var region: String
    var product: String
    var day: String
    var amount: Int
  }

  /// The products of the tenants, one row for each key.
  static let products = [("P1", "a", "Anvil"), ("P2", "b", "Bolt"), ("P3", "a", "Clamp"), ("P4", "b", "Drill")]

  /// The amounts and the last days differ between the tenants.
  static let rows: [Row] = {
    var rows: [Row] = []
    for index in 0..<48 {
      let tenant = index % 2 == 0 ? "a" : "b"
      rows.append(
        Row(
          tenant: tenant, region: ["Asia", "Europe", "Africa"][index / 2 % 3], product: "P\(index % 4 + 1)",
          day: "2024-\(tenant == "a" ? "0\(index / 6 % 6 + 1)" : "1\(index / 6 % 3)")-0\(index % 9 + 1)",
          amount: (tenant == "a" ? 1_000 : 70_000) + index * index))
    }
    return rows
  }()

  static let policy = """
    policy:
      - for: { claim: role, is: seller }
        dashboards: [sales]
        force: { Region: claim.regions }
        rows: { shop.sales: "tenant == claim.tenant", shop.products: "tenant == claim.tenant" }
      - for: { claim: role, is: chief }
        dashboards: all
    """

  static let queries = """
    queries:
      Rows: { source: shop, from: sales, where: ["[[ region in ($Region) ]]", "[[ product in ($product) ]]"] }
      Groups:
        source: shop
        from: sales
        where: ["[[ region in ($Region) ]]"]
        groupBy: [region, product]
        measures: { amount: sum(amount), price: avg(amount) }
      Titles:
        source: shop
        from: sales
        join: { products: { on: product } }
        where: ["[[ region in ($Region) ]]"]
        groupBy: [title]
        measures: { amount: sum(amount) }
      Recent:
        source: shop
        from: sales
        where: ["[[ region in ($Region) ]]", "LastMonths(day, 2)"]
        groupBy: [region]
        measures: { amount: sum(amount) }
      Groups.Trend:
        source: shop
        from: sales
        where: ["[[ region in ($Region) ]]", "product == $product"]
        groupBy: [day]
        measures: { amount: sum(amount) }
      Totals:
        source: shop
        from: sales
        where: ["[[ region in ($Region) ]]"]
        measures: { Sales: sum(amount), Cost: count() }
      Unforced: { source: shop, from: sales, groupBy: [region], measures: { amount: sum(amount) } }
    """

  static let dashboard = """
    <MobileAnalytic><Dashboard Title="Sales">
      <Variables><Variable Name="$rise" VariableType="float" Value="0" Min="0" Max="100" /></Variables>
      <Filters>
        <Filter Name="Region" Sequence="1" SourceQuery="Rows" FilterType="picklist" Column="region" />
      </Filters>
      <Chart Name="Plain" Query="Rows" ChartType="Column">
        <Category Column="region" /><Series Column="product" />
        <Values><Value Expression="sum(amount * (1 + $rise / 100))" /></Values>
        <Filters><FilterName Name="Region" /></Filters>
        <WhatIfColumns><Column Name="amount" DisplayName="Amount" VariableType="float" Value="1" /></WhatIfColumns>
      </Chart>
      <DrillDownGroup Name="Levels">
        <Chart Name="ByRegion" Query="Groups" ChartSequence="1" ChartType="Bar">
          <Category Column="product" /><Values><Value Expression="amount" /></Values>
          <Filters><FilterName Name="Region" /></Filters>
        </Chart>
        <Chart Name="ByDay" Query="Rows" ChartSequence="2" ChartType="Column">
          <Category Column="day" /><Values><Value Expression="sum(amount)" /></Values>
        </Chart>
      </DrillDownGroup>
      <Chart Name="Titled" Query="Titles" ChartType="Column">
        <Category Column="title" /><Values><Value Expression="amount" /></Values>
        <Filters><FilterName Name="Region" /></Filters>
      </Chart>
      <Chart Name="Late" Query="Recent" ChartType="Column">
        <Category Column="region" /><Values><Value Expression="amount" /></Values>
        <Filters><FilterName Name="Region" /></Filters>
      </Chart>
      <TreeMapGroup Name="Map">
        <TreeMapLevel Name="Regions" ChartSequence="1" Query="Groups">
          <Category Column="region"/><Values><Value Expression="sum(amount)"/></Values>
          <Filters><FilterName Name="Region"/></Filters>
        </TreeMapLevel>
        <TreeMapLevel Name="Products" ChartSequence="2" Query="Rows">
          <Category Column="product"/><Values><Value Expression="sum(amount)"/></Values>
        </TreeMapLevel>
      </TreeMapGroup>
      <OverlayGroup Name="Both">
        <Category Column="region"/>
        <Layer Name="Done" ChartType="Column" ChartSequence="1" Query="Groups">
          <Values><Value Expression="sum(amount)"/></Values><Filters><FilterName Name="Region"/></Filters>
        </Layer>
        <Layer Name="Recently" ChartType="Line" ChartSequence="2" Query="Recent">
          <Values><Value Expression="amount"/></Values>
        </Layer>
      </OverlayGroup>
      <DataGrid Name="Grid" Query="Groups">
        <Columns>
          <Column Type="Data" Value="product" Header="Product" IsHeaderColumn="true"/>
          <Column Type="Data" Value="amount" Header="Amount" ColumnSequence="1"/>
          <Column Type="Chart" Value="Trend" Header="Days" ChartName="Trend" ColumnSequence="2"/>
        </Columns>
        <Charts><Chart Name="Trend" ChartType="Line">
          <Category Column="day"/><Values><Value Expression="amount" ValueSequence="1"/></Values>
        </Chart></Charts>
        <Filters><FilterName Name="Region" /></Filters>
      </DataGrid>
      <Diagram Name="Tree" Query="Totals">
        <Node Name="Profit" Text="Profit" Default="true" Expression="Sales - Cost"/>
        <Node Name="Sales" Text="Sales" ParentNode="Profit"/>
        <Node Name="Cost" Text="Cost" ParentNode="Profit"/>
        <Filters><FilterName Name="Region" /></Filters>
      </Diagram>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """

  private static let other = """
    <MobileAnalytic><Dashboard Title="Other">
      <Chart Name="All" Query="Unforced" ChartType="Column">
        <Category Column="region" /><Values><Value Expression="amount" /></Values>
      </Chart>
    </Dashboard><DashboardLayout><Landscape/></DashboardLayout></MobileAnalytic>
    """

  static let items = ["Plain", "Levels", "Titled", "Late", "Map", "Both", "Grid", "Tree"]

  let folder: URL

  /// Writes the files. The caller may pass filtered rows.
  init(
    rows: [Row] = Self.rows, products: [(String, String, String)] = Self.products, policy: String = Self.policy,
    queries: String = Self.queries, dashboard: String = Self.dashboard
  ) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("auger-policy-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let sales = rows.map { "\($0.tenant),\($0.region),\($0.product),\($0.day),\($0.amount)\n" }.joined()
    let titles = products.map { "\($0.0),\($0.1),\($0.2)\n" }.joined()
    let workspace = """
      sources: { shop: { adapter: csv, path: "*.csv" }, over: { adapter: sql } }
      \(queries)
      dashboards: { sales: sales.xml, other: other.xml }
      \(policy)
      """
    for (name, text) in [
      ("sales.csv", "tenant,region,product,day,amount\n" + sales), ("products.csv", "product,tenant,title\n" + titles),
      ("sales.xml", dashboard), ("other.xml", Self.other), ("auger.yaml", workspace),
    ] {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func workspace() throws -> Workspace {
    try Workspace(contentsOf: folder.path, adapters: [CSVAdapter(), SQLAdapter()], environment: [:])
  }

  /// Returns a seller of a tenant in the given regions.
  static func seller(_ tenant: String, _ regions: [String]) -> Principal {
    Principal(
      name: tenant, claims: ["role": ["seller"], "tenant": [.string(tenant)], "regions": regions.map { .string($0) }])
  }

  static let chief = Principal(name: "chief", claims: ["role": [.string("chief")]])
}

extension Workspace {
  func entitlement(_ principal: Principal) throws -> Entitlement {
    guard let policy else { throw AugerError(.policyNotSupported, operation: "test", "there is no policy") }
    return try policy.entitlement(for: principal)
  }
}

extension ChartModel {
  /// The model as JSON without query execution details, and as a table.
  var faces: String {
    var model = self
    model.receipt.queries = model.receipt.queries.map { query in
      var query = query
      query.execution = .executed
      return query
    }
    return String(decoding: ChartJSON().data(for: model), as: UTF8.self)
      + String(decoding: DelimitedText().data(for: model.tabulated()), as: UTF8.self)
  }
}
