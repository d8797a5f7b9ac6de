// Written by `auger generate swift --dashboard` from language.xml.

import Auger

/// The dashboard 'language'.
public let languageDashboard: Dashboard = Dashboard("language", title: "The \"language\"", theme: "dark") {
  Variable("hike", value: 0.0, in: -5.0...18.0, step: 0.5, title: "Price rise").attribute("Decimals", to: "1")
  Variable("pieces", value: 5, title: "Pieces").attribute("Min", to: "0")
  Variable("drive", value: false, title: "Promotion")
  Variable("since", value: CivilDate(days: 11321), in: CivilDate(days: 10957)...CivilDate(days: 11323), title: "Since")
  Variable("until", value: Timestamp(microseconds: 978_220_741_000_000), title: "Until")
  Variable("midnight", value: CivilDate(days: 11321), title: "Midnight").attribute("VariableType", to: "datetime")
  Variable("region", choices: ["e": "Europe", " p ": " p "], selected: " p ", title: "Region")
  Filter("Region", query: "Products")
  Filter("Years", query: "Products", column: "Year", kind: .range, title: "Year", dependsOn: ["Region"])
    .attribute("Format", to: "Rounded0")
  Panel("Assumptions", variables: ["hike", "pieces"], title: "Assumptions")
  ChartDefinition(
    "Sales",
    type: .stackedColumn,
    query: "ByRegion",
    category: .column("Region", title: "Area"),
    series: .column("Product", title: "Product", format: .rounded(0)),
    values: .sum("Amount"),
    .average("Net Price", title: "Price", format: .currency("EUR")),
    .count(title: "Rows"),
    .value("count()", format: .pattern("#,##0.0")),
    .value("sum(Amount * (1 + $hike / 100)) / max(Weight)", unit: "kg")
  )
  .title("Sales \\(of shops)")
  .sorted(by: .value, order: .descending)
  .limited(to: 10)
  .filtered(by: "Region", "Years")
  .drillable(by: .category)
  .stacked(.percent)
  .valueAxis(ChartDefinition.Axis(range: "0..100", ticks: "every 25"))
  .multiples(by: .column("Shop", title: "Shop"))
  .showing(.verticalAxisTitle)
  .hiding(.legend, .gridLabels)
  .attribute("Unit", to: "k€")
  .attribute("Subtitle", to: "All")
  .attribute("Summary", to: "true")
  .attribute("SummaryTitle", to: "Sum")
  .attribute("Polarity", to: "up")
  .attribute("ItemColor", to: "if(sum(Amount) < 0, 'red', null)")
  ChartDefinition(
    "Trend",
    type: .line,
    query: "ByDay",
    category: .dates(
      "Day", by: [.year, .month, .day], fiscalYearStart: 4, timeZone: "Europe/Berlin", fillsGaps: false
    )
    .attribute("GapsAreZero", to: "true"),
    values: "sum(Price * Pieces)"
  ) {
    ChartAnnotation("Target", at: .value(100), color: "red")
    ChartAnnotation("Campaign", at: .category("2024-03-01"), through: .category("2024-04-15"))
    ChartAnnotation(at: .point(category: "2024-01-01", value: 1), through: .point(category: "2024-02-01", value: 2))
    WhatIfColumn("Price", value: 2.0, in: 0.0...10.0, step: 0.25)
    WhatIfColumn("Pieces", title: "Pieces").attribute("VariableType", to: "integer")
  }
  .drillable(by: .series)
  .thresholds(lower: -1.5, upper: 120, reference: 1000)
  .forecast(.holtWinters, count: 3, season: 7)
  .valueAxis(ChartDefinition.Axis(.logarithmic))
  .categoryAxis(ChartDefinition.Axis(ticks: "every 3 months", gaps: "weekends"))
  .attribute("Aggregate", to: "avg")
  .attribute("PredictiveStartCategory", to: "2024-05-01")
  ChartDefinition(
    "History",
    type: .area,
    category: .levels(
      ZoomingLevel("Year", query: "ByYear", title: "Years"),
      ZoomingLevel("Month", query: "ByMonth", format: .shortMonth),
      format: .rounded(0)
    ),
    values: .sum("Amount")
  )
  ChartDefinition("Prices", type: .histogram, query: "ByDay", category: .automatic, values: "Price")
    .attribute("Bins", to: "12")
  DrillDownGroup("Resellers", title: "Resellers", query: "ByRegion", type: .bar) {
    ChartDefinition("Regions", category: "Region", values: .sum("Amount"))
    OverlayGroup("Plan", title: "Plan", category: "Month") {
      ChartDefinition("Amount", type: .column, query: "ByMonth", category: .automatic, values: .sum("Amount"))
      ChartDefinition("Margin", type: .line, query: "ByMonth", category: .automatic, values: .average("Margin"))
        .onSecondaryAxis()
    }
  }
  TreeMapGroup("Areas", query: "ByRegion") {
    ChartDefinition("Area", category: "Region", values: .sum("Amount"))
    ChartDefinition("Land", category: "Country", values: .sum("Amount"))
  }
  DataGrid(
    "Grid",
    query: "ByCountry",
    title: "Countries",
    columns: .header("Country"),
    .data("Amount", format: .percentage),
    .variance("Amount - Target", color: "if(Amount < Target, 'red', 'green')", title: "Difference"),
    .chart(ChartDefinition("Spark", type: .line, category: "Month", values: .sum("Amount")), value: "Months")
  )
  .filtered(by: "Years")
  DataGrid(
    "Bars",
    query: "ByCountry",
    columns: .data("Months").attribute("Type", to: "Chart").attribute("ChartName", to: "Bars")
  )
  .charts(
    ChartDefinition("Unused", type: .line, category: "Month", values: .sum("Amount")),
    ChartDefinition("Bars", type: .column, category: "Month", values: .sum("Amount"))
  )
  Diagram("Plan of profit", query: "Plan", title: "Plan") {
    DiagramNode("Cost", title: "Cost")
    DiagramNode(
      "Profit", title: "Profit", expression: "Revenue - Cost", format: .currency(), charts: ["Sales", "Trend"]
    )
    .attribute("Default", to: "true")
    DiagramNode("Revenue", title: "Revenue", expression: "Price * Units")
    DiagramNode("Price", title: "Price")
    DiagramNode("Units", title: "Units", partOf: [])
    DiagramNode("Note", title: "Note", partOf: ["Profit", "Cost"])
  }
  .filtered(by: "Region")
}
.layout(
  .landscape,
  scale: .points,
  contentWidth: 900,
  contentHeight: 600.5,
  frames: [
    "Sales": ItemFrame(left: 0, top: 0, width: 450, height: 300),
    "Trend": ItemFrame(left: 450, top: 0, width: 450, height: 300.25),
  ]
)
.layout(.portrait, scale: .points, frames: ["Sales": ItemFrame(left: -1, top: 0, width: 450, height: 300)])
