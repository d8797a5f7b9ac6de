extension SampleWorkspace {
  /// Dynamic analytics: a panel of variables of every type, and charts whose values depend on them.
  static let variables = """
    <?xml version="1.0" encoding="UTF-8"?>
    <MobileAnalytic>
      <Dashboard>
        <Variables>
          <Variable Name="$rise" DisplayName="Price rise in percent" VariableType="float" Value="5" Min="0" Max="20"
                    Step="0.5" Decimals="1"/>
          <Variable Name="$extra" DisplayName="Extra units of each kind" VariableType="integer" Value="1000" Min="0"
                    Max="5000" Step="100"/>
          <Variable Name="$drive" DisplayName="Sales drive" VariableType="boolean" Value="0"/>
          <Variable Name="$category" DisplayName="Where" VariableType="enum" Selection="1">
            <Choices>
              <Choice Display="Camping" Value="Camping"/>
              <Choice Display="Hiking" Value="Hiking"/>
              <Choice Display="Snow sports" Value="Snow"/>
            </Choices>
          </Variable>
          <Variable Name="$since" DisplayName="Since" VariableType="date" Value="date(2023,6,1)"
                    Min="date(2023,1,1)" Max="date(2024,12,31)"/>
        </Variables>
        <DAPanel Name="Levers" Title="Levers">
          <VariableName Name="$rise" Sequence="1"/>
          <VariableName Name="$extra" Sequence="2"/>
          <VariableName Name="$drive" Sequence="3"/>
          <VariableName Name="$category" Sequence="4"/>
          <VariableName Name="$since" Sequence="5"/>
        </DAPanel>
        <Chart Name="Revenue" Title="Revenue with extra units and the rise" ChartType="Column" Query="Prices">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="(units + $extra) * price * (1 + $rise / 100)" ValueSequence="1"
                   DisplayName="Revenue" Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Drive" Title="A sales drive in one category" ChartType="Bar" Query="Prices">
          <Category Column="category" DisplayName="Category"/>
          <Values>
            <Value Expression="if(and($drive == 1, category == $category), 1.3, 1) * units * price" ValueSequence="1"
                   DisplayName="Sales" Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
        <Chart Name="Since" Title="The rise since a date" ChartType="Line" Query="SalesByMonth">
          <Category Column="month" DisplayName="Month" Format="pattern:MMM yy"/>
          <Values>
            <Value Expression="amount * if(month &gt;= $since, 1 + $rise / 100, 1)" ValueSequence="1"
                   DisplayName="Sales"
                   Format="Currency" CurrencyCode="USD"/>
          </Values>
        </Chart>
      </Dashboard>
      <DashboardLayout>
        <Landscape>
          <Layout Name="Revenue" Top="1" Left="1" Width="49" Height="49"/>
          <Layout Name="Drive" Top="1" Left="51" Width="48" Height="49"/>
          <Layout Name="Since" Top="51" Left="1" Width="70" Height="48"/>
          <Layout Name="Levers" Top="51" Left="72" Width="27" Height="48"/>
        </Landscape>
        <Portrait>
          <Layout Name="Revenue" Top="1" Left="1" Width="98" Height="30"/>
          <Layout Name="Drive" Top="32" Left="1" Width="98" Height="30"/>
          <Layout Name="Since" Top="63" Left="1" Width="98" Height="20"/>
          <Layout Name="Levers" Top="84" Left="1" Width="98" Height="15"/>
        </Portrait>
      </DashboardLayout>
    </MobileAnalytic>

    """
}
