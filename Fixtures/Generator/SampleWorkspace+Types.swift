extension SampleWorkspace {
  /// Every chart type of MAKit that Auger draws.
  static let types = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MobileAnalytic>
      <Dashboard>
        <Chart Name="Column" Title="Column" ChartType="Column" Query="SalesByYear">
          <Category Column="year" DisplayName="Year"/>
          <Series Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Stacked" Title="StackedColumn" ChartType="StackedColumn" Query="SalesByYear">
          <Category Column="year" DisplayName="Year"/>
          <Series Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Bars" Title="Bar" ChartType="Bar" Query="SalesByCategory">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Lines" Title="Line" ChartType="Line" Query="SalesByYear">
          <Category Column="year" DisplayName="Year"/>
          <Series Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Areas" Title="Area" ChartType="Area" Query="SalesByYear">
          <Category Column="year" DisplayName="Year"/>
          <Series Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Slices" Title="Pie" ChartType="Pie" Query="SalesByCategory">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Bubbles" Title="Bubble" ChartType="Bubble" Query="Prices">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="price" ValueSequence="1" DisplayName="Price of one"
                   Format="Currency" CurrencyCode="USD"/>
            <Value Expression="units" ValueSequence="2" DisplayName="Units"
                   Format="Rounded0"/>
          </Values>
        </Chart>
        <Chart Name="Points" Title="Scatter" ChartType="Scatter" Query="SalesByYear">
          <Category Column="year" DisplayName="Year"/>
          <Series Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Rows" Title="DataGrid" ChartType="DataGrid" Query="SalesByYear">
          <Category Column="year" DisplayName="Year"/>
          <Series Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Bullets" Title="HorizontalBullet" ChartType="HorizontalBullet" Query="Targets">
          <Category Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="actual" ValueSequence="1" DisplayName="Actual"
                   Format="Currency" CurrencyCode="USD"/>
            <Value Expression="bad" ValueSequence="2" DisplayName="Bad"
                   Format="Currency" CurrencyCode="USD"/>
            <Value Expression="satisfactory" ValueSequence="3" DisplayName="Satisfactory"
                   Format="Currency" CurrencyCode="USD"/>
            <Value Expression="target" ValueSequence="4" DisplayName="Target"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Columns" Title="VerticalBullet" ChartType="VerticalBullet" Query="Targets">
          <Category Column="region" DisplayName="Region"/>
          <Values>
            <Value Expression="actual" ValueSequence="1" DisplayName="Actual"
                   Format="Currency" CurrencyCode="USD"/>
            <Value Expression="bad" ValueSequence="2" DisplayName="Bad"
                   Format="Currency" CurrencyCode="USD"/>
            <Value Expression="satisfactory" ValueSequence="3" DisplayName="Satisfactory"
                   Format="Currency" CurrencyCode="USD"/>
            <Value Expression="target" ValueSequence="4" DisplayName="Target"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
      </Dashboard>
      <DashboardLayout>
        <Landscape>
          <Layout Name="Column" Top="1" Left="1.0" Width="23.75" Height="32"/>
          <Layout Name="Stacked" Top="1" Left="25.75" Width="23.75" Height="32"/>
          <Layout Name="Bars" Top="1" Left="50.5" Width="23.75" Height="32"/>
          <Layout Name="Lines" Top="1" Left="75.25" Width="23.75" Height="32"/>
          <Layout Name="Areas" Top="34" Left="1.0" Width="23.75" Height="32"/>
          <Layout Name="Slices" Top="34" Left="25.75" Width="23.75" Height="32"/>
          <Layout Name="Bubbles" Top="34" Left="50.5" Width="23.75" Height="32"/>
          <Layout Name="Points" Top="34" Left="75.25" Width="23.75" Height="32"/>
          <Layout Name="Rows" Top="67" Left="1" Width="48.5" Height="32"/>
          <Layout Name="Bullets" Top="67" Left="50.5" Width="23.75" Height="32"/>
          <Layout Name="Columns" Top="67" Left="75.25" Width="23.75" Height="32"/>
        </Landscape>
        <Portrait>
          <Layout Name="Column" Top="1.0" Left="1.0" Width="48.5" Height="15.5"/>
          <Layout Name="Stacked" Top="1.0" Left="50.5" Width="48.5" Height="15.5"/>
          <Layout Name="Bars" Top="17.5" Left="1.0" Width="48.5" Height="15.5"/>
          <Layout Name="Lines" Top="17.5" Left="50.5" Width="48.5" Height="15.5"/>
          <Layout Name="Areas" Top="34.0" Left="1.0" Width="48.5" Height="15.5"/>
          <Layout Name="Slices" Top="34.0" Left="50.5" Width="48.5" Height="15.5"/>
          <Layout Name="Bubbles" Top="50.5" Left="1.0" Width="48.5" Height="15.5"/>
          <Layout Name="Points" Top="50.5" Left="50.5" Width="48.5" Height="15.5"/>
          <Layout Name="Rows" Top="67" Left="1" Width="98" Height="15.5"/>
          <Layout Name="Bullets" Top="83.5" Left="1" Width="48.5" Height="15.5"/>
          <Layout Name="Columns" Top="83.5" Left="50.5" Width="48.5" Height="15.5"/>
        </Portrait>
      </DashboardLayout>
    </MobileAnalytic>

    """
}
