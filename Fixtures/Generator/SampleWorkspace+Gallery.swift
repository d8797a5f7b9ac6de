extension SampleWorkspace {
  /// The queries of the gallery, as written in the workspace file.
  static let galleryQueries = """
      # For the gallery: whom the retailer employs, what its share costs, what customers said, how its profit is made.
      Salaries:    { source: shop, sql: "SELECT department, sex, age, salary FROM employees" }
      SharePrices: { source: shop, sql: "SELECT month, open, high, low, close FROM share_prices" }
      Survey:      { source: shop, sql: "SELECT age, age / 10 * 10 AS decade, sex, bmi, distance FROM survey" }
      Shipments:   { source: shop, sql: "SELECT origin, destination, mode, tons FROM shipments" }
      Weights:     { source: shop, sql: "SELECT name, low, high FROM weight_classes ORDER BY low", sorted: true }
      ProfitSteps: { source: shop, sql: "SELECT step, change FROM profit_steps ORDER BY position", sorted: true }
      # The profit for each price and each amount of advertising.
      ProfitOfPlans:
        source: shop
        sql: |
          WITH steps(n) AS (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8))
          SELECT 40 + 5 * price.n AS price, 10 * ads.n AS advertising,
            (10 + 5 * price.n) * (80 - 5 * price.n + 12 * ads.n - ads.n * ads.n) / 10.0 - 10 * ads.n AS profit
          FROM steps AS price, steps AS ads
      # The corners of each department of a store, in meters.
      FloorPlan:
        source: shop
        sql: |
          WITH corners(department, x, y) AS (VALUES
            ('Hiking', 0, 0), ('Hiking', 12, 0), ('Hiking', 12, 6), ('Hiking', 5, 6), ('Hiking', 5, 10),
            ('Hiking', 0, 10),
            ('Snow', 13, 0), ('Snow', 20, 0), ('Snow', 20, 10), ('Snow', 16, 10),
            ('Water', 6, 7), ('Water', 12, 7), ('Water', 15, 10), ('Water', 6, 10))
          SELECT department, x, y FROM corners
      ProfitTree:
        source: shop
        sql: |
          SELECT max(CASE name WHEN 'Units' THEN actual END) AS Units,
            max(CASE name WHEN 'Price' THEN actual END) AS Price,
            max(CASE name WHEN 'Goods' THEN actual END) AS Goods,
            max(CASE name WHEN 'Wages' THEN actual END) AS Wages,
            max(CASE name WHEN 'Freight' THEN actual END) AS Freight
          FROM profit_tree
          UNION ALL
          SELECT max(CASE name WHEN 'Units' THEN target END), max(CASE name WHEN 'Price' THEN target END),
            max(CASE name WHEN 'Goods' THEN target END), max(CASE name WHEN 'Wages' THEN target END),
            max(CASE name WHEN 'Freight' THEN target END)
          FROM profit_tree
      SalesAndMargin:
        source: shop
        from: sales
        derive: { month: "StartOf(order_date, 'month')" }
        where: ["month >= '2024-01-01'"]
        groupBy: [month]
        measures: { amount: sum(amount), margin: sum(amount - cost) / sum(amount) }
      GoodsByCategory:
        source: shop
        from: sales
        groupBy: [category]
        measures: { amount: sum(amount) }
      GoodsBySubCategory:
        source: shop
        from: sales
        groupBy: [category, sub_category]
        measures: { amount: sum(amount) }
      Growth:
        source: shop
        sql: |
          SELECT region, sum(CASE WHEN order_date >= '2024-01-01' THEN amount END) AS this_year,
            sum(CASE WHEN order_date >= '2023-01-01' AND order_date < '2024-01-01' THEN amount END) AS last_year
          FROM sales GROUP BY region ORDER BY region
      # The data of the chart in each row of the grid: its headings arrive as arguments.
      Growth.Trend:
        source: shop
        sql: |
          SELECT strftime('%Y', order_date) AS year, sum(amount) AS amount
          FROM sales WHERE region = :region GROUP BY 1 ORDER BY 1


    """

  private typealias Value = (expression: String, title: String, format: String)

  private struct Kind {
    var type: String
    var query: String
    var category = ""
    var series = ""
    var values: [Value]
    var attributes = ""
    var categoryFormat = ""
  }

  private static let dollars = #"Currency" CurrencyCode="USD"#

  private static let kinds: [Kind] = {
    let sales: [Value] = [("amount", "Sales", dollars)]
    func named(_ columns: [String]) -> [Value] {
      columns.map { ($0, $0.prefix(1).uppercased() + $0.dropFirst(), dollars) }
    }
    let bullets = named(["actual", "bad", "satisfactory", "target"])
    let prices = named(["open", "high", "low", "close"])
    let month = "pattern:MMM yy"
    func byYear(_ type: String) -> Kind {
      Kind(type: type, query: "SalesByYear", category: "year", series: "region", values: sales)
    }
    let others: [Kind] = [
      Kind(type: "Bar", query: "SalesByCategory", category: "category", values: sales),
      Kind(
        type: "StackedBar", query: "Salaries", category: "department", series: "sex",
        values: [("salary", "Salaries", dollars)]),
      byYear("Line"),
      Kind(
        type: "StepLine", query: "SharePrices", category: "month", values: [("close", "Close", dollars)],
        categoryFormat: month),
      Kind(type: "Spline", query: "SalesByMonth", category: "month", values: sales, categoryFormat: month),
      byYear("Area"), byYear("StackedArea"),
      Kind(type: "Pie", query: "SalesByCategory", category: "category", values: sales),
      Kind(type: "Donut", query: "SalesByCategory", category: "category", values: sales),
      Kind(type: "Scatter", query: "Survey", category: "age", series: "sex", values: [("bmi", "BMI", "Rounded1")]),
      Kind(
        type: "Bubble", query: "Prices", category: "category",
        values: [("price", "Price of one", dollars), ("units", "Units", "Rounded0")]),
      Kind(
        type: "Band", query: "SharePrices", category: "month",
        values: [("low", "Low", dollars), ("high", "High", dollars)],
        categoryFormat: month),
      Kind(type: "Candlestick", query: "SharePrices", category: "month", values: prices, categoryFormat: month),
      Kind(type: "OHLC", query: "SharePrices", category: "month", values: prices, categoryFormat: month),
      Kind(type: "Histogram", query: "Survey", series: "sex", values: [("bmi", "BMI", "Rounded0")]),
      Kind(type: "BoxPlot", query: "Salaries", category: "department", values: [("salary", "Salary", dollars)]),
      Kind(type: "Heatmap", query: "SalesByYear", category: "year", series: "region", values: sales),
      Kind(
        type: "Waterfall", query: "ProfitSteps", category: "step",
        values: [("change", "Thousand dollars", "Rounded0")]),
      Kind(
        type: "ErrorBar", query: "Survey", category: "decade",
        values: [("avg(bmi)", "BMI", "Rounded1"), ("stddev(bmi)", "Spread", "Rounded1")]),
      Kind(
        type: "Region", query: "Weights", category: "name",
        values: [("low", "From", "Rounded1"), ("high", "To", "Rounded1")]),
      Kind(
        type: "RangeColumn", query: "Weights", category: "name",
        values: [("low", "From", "Rounded1"), ("high", "To", "Rounded1")]),
      Kind(type: "Polygon", query: "FloorPlan", category: "x", series: "department", values: [("y", "y", "")]),
      Kind(
        type: "Contour", query: "ProfitOfPlans", category: "price",
        values: [("advertising", "Advertising", ""), ("profit", "Profit", "")]),
      Kind(type: "HorizontalBullet", query: "Targets", category: "region", values: bullets),
      Kind(type: "VerticalBullet", query: "Targets", category: "region", values: bullets),
      Kind(type: "TreeMap", query: "SalesByCategory", category: "category", values: sales),
      byYear("DataGrid"),
      Kind(
        type: "Graph", query: "Shipments", series: "mode",
        values: [("origin", "From", ""), ("destination", "To", ""), ("tons", "Tons", "Rounded0")],
        attributes: " Unit=\"t\""),
    ]
    return ["Column", "StackedColumn", "PercentColumn"].map(byYear) + others
  }()

  private static func chart(_ kind: Kind) -> String {
    var text = "    <Chart Name=\"\(kind.type)\" Title=\"\(kind.type)\" ChartType=\"\(kind.type)\""
    text += " Query=\"\(kind.query)\"\(kind.attributes)>\n"
    let format = kind.categoryFormat.isEmpty ? "" : " Format=\"\(kind.categoryFormat)\""
    if !kind.category.isEmpty { text += "      <Category Column=\"\(kind.category)\"\(format)/>\n" }
    if !kind.series.isEmpty { text += "      <Series Column=\"\(kind.series)\"/>\n" }
    text += "      <Values>\n"
    for (index, value) in kind.values.enumerated() {
      let format = value.format.isEmpty ? "" : " Format=\"\(value.format)\""
      text += "        <Value Expression=\"\(value.expression)\" ValueSequence=\"\(index + 1)\""
      text += " DisplayName=\"\(value.title)\"\(format)/>\n"
    }
    return text + "      </Values>\n    </Chart>\n"
  }

  private static let groups = """
        <OverlayGroup Name="Overlay" Title="OverlayGroup">
          <Category Column="month" Format="pattern:MMM"/>
          <Layer Name="Amounts" Title="Sales" ChartType="Column" ChartSequence="1" Query="SalesAndMargin">
            <Values><Value Expression="amount" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/></Values>
          </Layer>
          <Layer Name="Margins" Title="Margin" ChartType="Line" ChartSequence="2" Query="SalesAndMargin"
                 Axis="secondary" ValueRange="0..0.5" ValueTicks="every 0.1">
            <Values><Value Expression="margin" DisplayName="Margin" Format="Percentage"/></Values>
          </Layer>
        </OverlayGroup>
        <TreeMapGroup Name="Goods" Title="TreeMapGroup">
          <TreeMapLevel Name="GoodsOfCategory" Title="Category" ChartSequence="1" Query="GoodsByCategory">
            <Category Column="category"/>
            <Values><Value Expression="amount" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/></Values>
          </TreeMapLevel>
          <TreeMapLevel Name="GoodsOfSubCategory" Title="Sub-category" ChartSequence="2" Query="GoodsBySubCategory">
            <Category Column="sub_category"/>
            <Values><Value Expression="amount" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/></Values>
          </TreeMapLevel>
        </TreeMapGroup>
        <DataGrid Name="Grid" Title="Rich table" Query="Growth">
          <Columns>
            <Column Type="Data" Value="region" Header="Region" IsHeaderColumn="true"/>
            <Column Type="Data" Value="this_year" Header="2024" Format="Currency" CurrencyCode="USD"
                    ColumnSequence="1"/>
            <Column Type="Variance" Value="this_year / last_year - 1" Header="Growth" Format="Percentage"
                    Color="if(this_year &lt; last_year, 'red', 'green')" ColumnSequence="2"/>
            <Column Type="Chart" Value="Trend" Header="Years" ChartName="Trend" ColumnSequence="3"/>
          </Columns>
          <Charts>
            <Chart Name="Trend" ChartType="Line">
              <Category Column="year"/>
              <Values><Value Expression="amount" ValueSequence="1"/></Values>
            </Chart>
          </Charts>
        </DataGrid>
        <Diagram Name="Profit" Title="Influence diagram" Query="ProfitTree">
          <Node Name="Profit" Text="Profit" Default="true" Expression="Sales - Costs" Format="Rounded0"/>
          <Node Name="Sales" Text="Sales" ParentNode="Profit" Expression="Units * Price" Format="Rounded0"/>
          <Node Name="Costs" Text="Costs" ParentNode="Profit" Expression="Goods + Wages + Freight" Format="Rounded0"/>
          <Node Name="Units" Text="Thousand units" ParentNode="Sales" Format="Rounded0"/>
          <Node Name="Price" Text="Price of one" ParentNode="Sales" Format="Rounded0"/>
          <Node Name="Goods" Text="Goods" ParentNode="Costs" Format="Rounded0"/>
          <Node Name="Wages" Text="Wages" ParentNode="Costs" Format="Rounded0"/>
          <Node Name="Freight" Text="Freight" ParentNode="Costs" Format="Rounded0"/>
        </Diagram>

    """

  /// Chart features that every kind supports.
  private static let parts = """
        <Chart Name="Multiples" Title="Small charts" ChartType="Column" Query="SalesByYear">
          <Category Column="year"/>
          <Values><Value Expression="amount" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/></Values>
          <Multiples Column="region"/>
        </Chart>
        <Chart Name="Annotations" Title="Annotations" ChartType="Line" Query="SalesByMonth">
          <Category Column="month" Format="pattern:MMM yy"/>
          <Values><Value Expression="amount" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/></Values>
          <Annotations>
            <Annotation Text="Goal" Value="1000000" Color="green"/>
            <Annotation Text="Season" Category="2024-04-15" EndCategory="2024-08-15"/>
            <Annotation Text="New shop" Category="2023-09-01" Color="purple"/>
          </Annotations>
        </Chart>
        <Chart Name="Colors" Title="Colors of items" ChartType="HorizontalBullet" Query="Targets"
               ItemColor="if(actual &lt; target, 'red', 'green')">
          <Category Column="region"/>
          <Values>
            <Value Expression="actual" ValueSequence="1" DisplayName="Actual" Format="Currency" CurrencyCode="USD"/>
            <Value Expression="bad" ValueSequence="2" DisplayName="Bad" Format="Currency" CurrencyCode="USD"/>
            <Value Expression="satisfactory" ValueSequence="3" DisplayName="Satisfactory" Format="Currency"
                   CurrencyCode="USD"/>
            <Value Expression="target" ValueSequence="4" DisplayName="Target" Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Gaps" Title="An axis with a gap" ChartType="Waterfall" Query="ProfitSteps"
               ValueRange="0..15000" ValueGaps="7000..13000">
          <Category Column="step"/>
          <Values><Value Expression="change" DisplayName="Thousand dollars" Format="Rounded0"/></Values>
        </Chart>

    """

  /// The names of all items, in order.
  private static let names =
    kinds.map(\.type) + ["Overlay", "Goods", "Grid", "Profit", "Multiples", "Annotations", "Colors", "Gaps"]

  private static func layouts(columns: Int) -> String {
    let rows = (names.count + columns - 1) / columns
    return names.enumerated().map { index, name in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      // Percentages with two decimals, computed with integers.
      func percent(_ part: Int, _ whole: Int) -> String {
        let hundredths = part * 10_000 / whole
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
      }
      return "      <Layout Name=\"\(name)\" Top=\"\(percent(row, rows))\" Left=\"\(percent(column, columns))\" "
        + "Width=\"\(percent(99, 100 * columns))\" Height=\"\(percent(98, 100 * rows))\"/>\n"
    }.joined()
  }

  /// The gallery: every kind of chart, with the type as its name, and the common chart features.
  static let gallery =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<MobileAnalytic>\n  <Dashboard Title=\"Every kind of chart\">\n"
    + kinds.map(chart).joined() + groups + parts
    + "  </Dashboard>\n  <DashboardLayout>\n    <Landscape ContentWidth=\"1600\" ContentHeight=\"2835\">\n"
    + layouts(columns: 4) + "    </Landscape>\n    <Portrait ContentWidth=\"900\" ContentHeight=\"5670\">\n"
    + layouts(columns: 2) + "    </Portrait>\n  </DashboardLayout>\n</MobileAnalytic>\n"
}
