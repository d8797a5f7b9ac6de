extension MetadataVocabulary {
  /// A complete dashboard with comments: a filter, a drilldown, a zoomed chart with a variable, and the layout.
  package static let exampleXML = """
    <MobileAnalytic>
      <Dashboard Title="Sales" Theme="light">
        <!-- A variable is a control on a panel. Expressions refer to it as $growth. -->
        <Variables>
          <Variable Name="$growth" DisplayName="Growth in %" VariableType="integer" Value="5" Min="0" Max="20"/>
        </Variables>
        <DAPanel Name="Assumptions" Title="Assumptions">
          <VariableName Name="$growth"/>
        </DAPanel>

        <!-- A filter lists the values of a column. Its selected values are the argument 'Year' of queries. -->
        <Filters>
          <Filter Name="Year" SourceQuery="years" FilterType="picklist" Column="year"/>
        </Filters>

        <!-- A drilldown: a click on a country shows the cities of that country. The selected value is the argument
             'country' of the query 'cities'. -->
        <DrillDownGroup Name="Regions">
          <Chart Name="Countries" Title="Revenue by country" ChartType="Bar" Query="countries" ChartSequence="1">
            <Category Column="country"/>
            <Values>
              <Value Expression="revenue" DisplayName="Revenue" Format="Currency"/>
            </Values>
            <Filters><FilterName Name="Year"/></Filters>
          </Chart>
          <Chart Name="Cities" Title="Revenue by city" ChartType="Column" Query="cities" ChartSequence="2">
            <Category Column="city"/>
            <Values>
              <Value Expression="revenue" DisplayName="Revenue" Format="Currency"/>
            </Values>
          </Chart>
        </DrillDownGroup>

        <!-- Semantic zoom: the chart starts with quarters, and shows months when a reader zooms in. -->
        <Chart Name="Forecast" Title="Revenue and plan" ChartType="Line">
          <Category Column="month"/>
          <Values>
            <Value Expression="revenue" ValueSequence="1" DisplayName="Revenue" Format="Currency"/>
            <Value Expression="revenue * (1 + $growth / 100)" ValueSequence="2" DisplayName="Plan" Format="Currency"/>
          </Values>
          <ZoomingLevels>
            <ZoomingLevel Query="quarters" CategoryColumn="quarter"/>
            <ZoomingLevel Query="months" CategoryColumn="month"/>
          </ZoomingLevels>
        </Chart>
      </Dashboard>

      <!-- Positions and sizes are percentages of the page. -->
      <DashboardLayout>
        <Landscape>
          <Layout Name="Regions" Top="0" Left="0" Width="50" Height="80"/>
          <Layout Name="Forecast" Top="0" Left="50" Width="50" Height="80"/>
          <Layout Name="Assumptions" Top="80" Left="0" Width="100" Height="20"/>
        </Landscape>
      </DashboardLayout>
    </MobileAnalytic>

    """

  /// The same dashboard in YAML.
  package static let exampleYAML = """
    MobileAnalytic:
      Dashboard:
        Title: Sales
        Theme: light
        # A variable is a control on a panel. Expressions refer to it as $growth.
        Variables:
          Variable: { Name: $growth, DisplayName: Growth in %, VariableType: integer, Value: 5, Min: 0, Max: 20 }
        DAPanel:
          Name: Assumptions
          Title: Assumptions
          VariableName: { Name: $growth }

        # A filter lists the values of a column. Its selected values are the argument 'Year' of queries.
        Filters:
          Filter: { Name: Year, SourceQuery: years, FilterType: picklist, Column: year }

        # A drilldown: a click on a country shows the cities of that country. The selected value is the argument
        # 'country' of the query 'cities'.
        DrillDownGroup:
          Name: Regions
          Chart:
            - Name: Countries
              Title: Revenue by country
              ChartType: Bar
              Query: countries
              ChartSequence: 1
              Category: { Column: country }
              Values:
                Value: { Expression: revenue, DisplayName: Revenue, Format: Currency }
              Filters:
                FilterName: { Name: Year }
            - Name: Cities
              Title: Revenue by city
              ChartType: Column
              Query: cities
              ChartSequence: 2
              Category: { Column: city }
              Values:
                Value: { Expression: revenue, DisplayName: Revenue, Format: Currency }

        # Semantic zoom: the chart starts with quarters, and shows months when a reader zooms in.
        Chart:
          Name: Forecast
          Title: Revenue and plan
          ChartType: Line
          Category: { Column: month }
          Values:
            Value:
              - { Expression: revenue, ValueSequence: 1, DisplayName: Revenue, Format: Currency }
              - { Expression: revenue * (1 + $growth / 100), ValueSequence: 2, DisplayName: Plan, Format: Currency }
          ZoomingLevels:
            ZoomingLevel:
              - { Query: quarters, CategoryColumn: quarter }
              - { Query: months, CategoryColumn: month }

      # Positions and sizes are percentages of the page.
      DashboardLayout:
        Landscape:
          Layout:
            - { Name: Regions, Top: 0, Left: 0, Width: 50, Height: 80 }
            - { Name: Forecast, Top: 0, Left: 50, Width: 50, Height: 80 }
            - { Name: Assumptions, Top: 80, Left: 0, Width: 100, Height: 20 }

    """

  /// A workspace with the queries of the dashboard, over a file `sales.csv` with country, city, date and revenue.
  package static let exampleWorkspace = """
    sources:
      data: { adapter: csv, path: . }
    queries:
      years:
        source: data
        from: sales
        derive: { year: "Year(date)" }
        groupBy: [year]
      countries:
        source: data
        from: sales
        where: "[[ Year(date) in ($Year) ]]"
        groupBy: [country]
        measures: { revenue: sum(revenue) }
      cities:
        source: data
        from: sales
        where: ["country in ($country)", "[[ Year(date) in ($Year) ]]"]
        groupBy: [city]
        measures: { revenue: sum(revenue) }
      quarters:
        source: data
        from: sales
        derive: { quarter: "StartOf(date, 'quarter')" }
        groupBy: [quarter]
        measures: { revenue: sum(revenue) }
      months:
        source: data
        from: sales
        derive: { quarter: "StartOf(date, 'quarter')", month: "StartOf(date, 'month')" }
        groupBy: [quarter, month]
        measures: { revenue: sum(revenue) }
    dashboards:
      sales: sales.xml

    """
}
