extension SampleWorkspace {
  /// A drilldown of three levels, by category, by series, or by both.
  static let drill = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MobileAnalytic>
      <Dashboard>
        <DrillDownGroup Name="Markets" Title="Markets">
          <Chart Name="Regions" Title="Regions" ChartType="Column" Query="MarketsByRegion" ChartSequence="1">
            <Category Column="region" DisplayName="Region"/>
            <Series Column="category" DisplayName="Category"/>
            <Values>
              <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                     Format="Currency" CurrencyCode="USD"/>
            </Values>
          </Chart>
          <Chart Name="Countries" Title="Countries" ChartType="Bar" Query="MarketsByCountry"
                 ChartSequence="2" ByCategory="true">
            <Category Column="country" DisplayName="Country"/>
            <Series Column="category" DisplayName="Category"/>
            <Values>
              <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                     Format="Currency" CurrencyCode="USD"/>
            </Values>
          </Chart>
          <Chart Name="Goods" Title="Goods" ChartType="Pie" Query="MarketsByGoods" ChartSequence="3">
            <Category Column="sub_category" DisplayName="Goods"/>
            <Values>
              <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                     Format="Currency" CurrencyCode="USD"/>
            </Values>
          </Chart>
        </DrillDownGroup>
      </Dashboard>
      <DashboardLayout>
        <Landscape>
          <Layout Name="Markets" Top="1" Left="1" Width="98" Height="98"/>
        </Landscape>
        <Portrait>
          <Layout Name="Markets" Top="1" Left="1" Width="98" Height="60"/>
        </Portrait>
      </DashboardLayout>
    </MobileAnalytic>

    """
}
