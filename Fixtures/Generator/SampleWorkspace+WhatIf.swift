extension SampleWorkspace {
  /// What-if analysis: data that users change, next to the original data.
  static let whatIf = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MobileAnalytic>
      <Dashboard>
        <Chart Name="Profit" Title="Profit by category" ChartType="Column" Query="Prices"
               ReferenceValue="2000000">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="units * (price - cost)" ValueSequence="1" DisplayName="Profit"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
          <WhatIfColumns>
            <Column Name="price" DisplayName="Price of one" VariableType="float" Min="1" Max="500"
                    Step="1" Decimals="2"/>
            <Column Name="cost" DisplayName="Cost of one" VariableType="float" Min="1" Max="500"
                    Step="1" Decimals="2"/>
            <Column Name="units" DisplayName="Units sold" VariableType="integer" Min="0" Max="1000000"/>
          </WhatIfColumns>
        </Chart>
      </Dashboard>
      <DashboardLayout>
        <Landscape>
          <Layout Name="Profit" Top="1" Left="1" Width="98" Height="98"/>
        </Landscape>
        <Portrait>
          <Layout Name="Profit" Top="1" Left="1" Width="98" Height="60"/>
        </Portrait>
      </DashboardLayout>
    </MobileAnalytic>

    """
}
