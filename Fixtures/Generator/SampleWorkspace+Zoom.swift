extension SampleWorkspace {
  /// Semantic zoom, with a query for each level and with the parts of a date.
  static let zoom = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MobileAnalytic>
      <Dashboard>
        <Chart Name="Years" Title="Sales over time" ChartType="Column">
          <Category/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
          <ZoomingLevels>
            <ZoomingLevel Query="SalesByYearOnly" CategoryColumn="year" Title="Year"/>
            <ZoomingLevel Query="SalesByQuarter" CategoryColumn="quarter" Title="Quarter" Format="pattern:'Q'0"/>
            <ZoomingLevel Query="SalesByMonthOfQuarter" CategoryColumn="month" Title="Month" Format="ShortMonth"/>
          </ZoomingLevels>
        </Chart>
        <Chart Name="Calendar" Title="The calendar of one date column" ChartType="Line" Query="SalesByDay">
          <Category Column="order_date" DisplayName="Ordered" Grains="Year,Quarter,Month,Day" FillGaps="true"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
      </Dashboard>
      <DashboardLayout>
        <Landscape>
          <Layout Name="Years" Top="1" Left="1" Width="98" Height="49"/>
          <Layout Name="Calendar" Top="51" Left="1" Width="98" Height="48"/>
        </Landscape>
        <Portrait>
          <Layout Name="Years" Top="1" Left="1" Width="98" Height="40"/>
          <Layout Name="Calendar" Top="42" Left="1" Width="98" Height="40"/>
        </Portrait>
      </DashboardLayout>
    </MobileAnalytic>

    """
}
