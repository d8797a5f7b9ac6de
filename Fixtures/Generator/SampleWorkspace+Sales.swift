extension SampleWorkspace {
  /// An overview dashboard.
  static let sales = """
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
