extension SampleWorkspace {
  /// A reference value, thresholds, a forecast, sorting and the largest categories.
  static let limits = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MobileAnalytic>
      <Dashboard>
        <Chart Name="Months" Title="Between the limits" ChartType="Line" Query="SalesByMonth"
               UpperThreshold="1200000" LowerThreshold="700000" ReferenceValue="900000"
               PredictiveStartCategory="2024-10-01">
          <Category Column="month" DisplayName="Month" Format="pattern:MMM yy"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Largest" Title="The five largest markets" ChartType="Bar" Query="SalesByCountry"
               Sort="-value" Limit="5">
          <Category Column="country" DisplayName="Country"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Average" Title="The eight largest by name, in thousands" ChartType="Column" Query="SalesByCountry"
               Sort="category">
          <Category Column="country" DisplayName="Country"/>
          <Values>
            <Value Expression="amount / 1000" ValueSequence="1" DisplayName="Thousands"
                   Format="Rounded1"/>
          </Values>
        </Chart>
      </Dashboard>
      <DashboardLayout>
        <Landscape>
          <Layout Name="Months" Top="1" Left="1" Width="98" Height="49"/>
          <Layout Name="Largest" Top="51" Left="1" Width="49" Height="48"/>
          <Layout Name="Average" Top="51" Left="51" Width="48" Height="48"/>
        </Landscape>
        <Portrait>
          <Layout Name="Months" Top="1" Left="1" Width="98" Height="30"/>
          <Layout Name="Largest" Top="32" Left="1" Width="98" Height="30"/>
          <Layout Name="Average" Top="63" Left="1" Width="98" Height="30"/>
        </Portrait>
      </DashboardLayout>
    </MobileAnalytic>

    """
}
