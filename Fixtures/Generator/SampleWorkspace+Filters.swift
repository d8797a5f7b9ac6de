extension SampleWorkspace {
  /// Two picklists, one of which depends on the other, and a range filter.
  static let filters = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MobileAnalytic>
      <Dashboard>
        <Filters>
          <Filter Name="Regions" DisplayName="Regions" Sequence="1" SourceQuery="Countries" FilterType="picklist"
                  Column="region"/>
          <Filter Name="Countries" DisplayName="Countries" Sequence="2" SourceQuery="Countries" FilterType="picklist"
                  Column="country" DependsOn="Regions"/>
          <Filter Name="Ordered" DisplayName="Ordered" Sequence="3" SourceQuery="SalesByDay" FilterType="range"
                  Column="order_date"/>
        </Filters>
        <Chart Name="Categories" Title="What is sold" ChartType="Column" Query="FilteredByCategory">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
          <Filters><FilterName Name="Regions"/><FilterName Name="Countries"/><FilterName Name="Ordered"/></Filters>
        </Chart>
        <Chart Name="Months" Title="Month by month" ChartType="Area" Query="FilteredByMonth">
          <Category Column="month" DisplayName="Month" Format="pattern:MMM yy"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
          <Filters><FilterName Name="Regions"/><FilterName Name="Countries"/><FilterName Name="Ordered"/></Filters>
        </Chart>
        <Chart Name="All" Title="Unfiltered, for comparison" ChartType="Pie" Query="SalesByCategory">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="amount" ValueSequence="1" DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
      </Dashboard>
      <DashboardLayout>
        <Landscape>
          <Layout Name="Categories" Top="1" Left="1" Width="49" Height="49"/>
          <Layout Name="All" Top="1" Left="51" Width="48" Height="49"/>
          <Layout Name="Months" Top="51" Left="1" Width="98" Height="48"/>
        </Landscape>
        <Portrait>
          <Layout Name="Categories" Top="1" Left="1" Width="98" Height="30"/>
          <Layout Name="All" Top="32" Left="1" Width="98" Height="30"/>
          <Layout Name="Months" Top="63" Left="1" Width="98" Height="30"/>
        </Portrait>
      </DashboardLayout>
    </MobileAnalytic>

    """
}
