/// The files of the sample workspace beside its data: the workspace file and its dashboards.
package enum SampleWorkspace {
  package static let files: [(path: String, text: String)] = [
    ("auger.yaml", workspace), ("Dashboards/sales.xml", dashboard),
  ]

  private static let workspace = """
    # The sample workspace of Auger, written by `auger demo`. Paths begin at this file.

    sources:
      shop:  { adapter: sqlite, path: shop.sqlite }
      drops: { adapter: csv, path: "*.csv" }            # one table for each file: sales

    queries:
      # A table query runs on every source with the same result.
      SalesByYear:
        source: drops
        from: sales
        derive: { year: year(order_date) }
        groupBy: [year, region]
        measures: { amount: sum(amount) }

      SalesByMonth:
        source: drops
        from: sales
        derive: { month: "StartOf(order_date, 'month')" }
        where: ["month >= '2023-01-01'"]
        groupBy: [month]
        measures: { amount: sum(amount) }
        referenceValue: 900000

      SalesByCategory:
        source: shop
        from: sales
        groupBy: [category]
        measures: { amount: sum(amount) }

      SalesByCountry:
        source: shop
        from: sales
        where: ["[[ region == $Region ]]"]
        groupBy: [country]
        measures: { amount: sum(amount), margin: sum(amount - cost) }
        orderBy: [-amount]
        limit: 8

      # SQL binds its parameters; a clause in [[ ]] is kept when all of its parameters have arguments.
      TopResellers:
        source: shop
        sql: |
          SELECT reseller, country, count(*) AS lines, sum(amount) AS amount
          FROM sales
          WHERE reseller IS NOT NULL [[ AND region IN (:Regions) ]]
          GROUP BY reseller, country
          ORDER BY sum(amount) DESC, reseller
          LIMIT :Count
        parameters: { Count: { type: int, default: 8 } }
        sorted: true

      Targets:
        source: shop
        sql: |
          SELECT region,
            sum(CASE WHEN order_date >= '2024-01-01' THEN amount END) AS actual,
            sum(CASE WHEN order_date BETWEEN '2023-01-01' AND '2023-12-31' THEN amount END) * 0.8 AS bad,
            sum(CASE WHEN order_date BETWEEN '2023-01-01' AND '2023-12-31' THEN amount END) AS satisfactory,
            sum(CASE WHEN order_date BETWEEN '2023-01-01' AND '2023-12-31' THEN amount END) * 1.15 AS target
          FROM sales GROUP BY region

    dashboards:
      sales: Dashboards/sales.xml

    """

  private static let dashboard = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MobileAnalytic>
      <Dashboard>
        <Chart Name="Years" Title="Sales by year and region" ChartType="StackedColumn" Query="SalesByYear">
          <Category Column="year" DisplayName="Year"/>
          <Series Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Months" Title="Two years, month by month" ChartType="Line" Query="SalesByMonth">
          <Category Column="month" DisplayName="Month" Format="pattern:MMM yy"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Categories" Title="What is sold" ChartType="Pie" Query="SalesByCategory">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Countries" Title="The largest markets" ChartType="Bar" Query="SalesByCountry">
          <Category Column="country" DisplayName="Country"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales" Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Targets" Title="2024 against its target" ChartType="HorizontalBullet" Query="Targets">
          <Category Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="actual" ValueSequence="1" DisplayName="Actual" Format="Currency" CurrencyCode="USD"/>
            <Value Expression="bad" ValueSequence="2" DisplayName="Bad" Format="Currency" CurrencyCode="USD"/>
            <Value Expression="satisfactory" ValueSequence="3" DisplayName="Satisfactory" Format="Currency"
                   CurrencyCode="USD"/>
            <Value Expression="target" ValueSequence="4" DisplayName="Target" Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <DataGrid Name="Resellers" Title="Best resellers" Query="TopResellers">
          <Columns>
            <Column Type="Data" Value="reseller" Header="Reseller" ColumnSequence="1" IsHeaderColumn="true"/>
            <Column Type="Data" Value="country" Header="Country" ColumnSequence="2"/>
            <Column Type="Data" Value="lines" Header="Order lines" Format="Rounded0" ColumnSequence="3"/>
            <Column Type="Data" Value="amount" Header="Sales" Format="Rounded0" ColumnSequence="4"/>
          </Columns>
        </DataGrid>
      </Dashboard>
      <DashboardLayout>
        <Landscape>
          <Layout Name="Years" Top="1" Left="1" Width="49" Height="32"/>
          <Layout Name="Months" Top="1" Left="51" Width="48" Height="32"/>
          <Layout Name="Categories" Top="34" Left="1" Width="32" Height="32"/>
          <Layout Name="Countries" Top="34" Left="34" Width="32" Height="32"/>
          <Layout Name="Targets" Top="34" Left="67" Width="32" Height="32"/>
          <Layout Name="Resellers" Top="67" Left="1" Width="98" Height="32"/>
        </Landscape>
        <Portrait>
          <Layout Name="Years" Top="1" Left="1" Width="98" Height="19"/>
          <Layout Name="Months" Top="21" Left="1" Width="98" Height="19"/>
          <Layout Name="Categories" Top="41" Left="1" Width="49" Height="19"/>
          <Layout Name="Countries" Top="41" Left="51" Width="48" Height="19"/>
          <Layout Name="Targets" Top="61" Left="1" Width="98" Height="17"/>
          <Layout Name="Resellers" Top="79" Left="1" Width="98" Height="20"/>
        </Portrait>
      </DashboardLayout>
    </MobileAnalytic>

    """
}
