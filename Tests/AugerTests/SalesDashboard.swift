// Written by `auger generate swift --dashboard` from sales.xml.

import Auger

/// The dashboard 'sales'.
public let salesDashboard: Dashboard = Dashboard("sales") {
  Variable("hike", value: 0.0, in: 0.0...50.0, title: "Price rise")
  Filter("Sales Reason", query: "Reasons", column: "Reason")
  Filter("OrderDate", query: "OrderDates", kind: .range, dependsOn: ["Sales Reason"])
  DrillDownGroup("Resellers", title: "Resellers") {
    ChartDefinition(
      "Regions",
      type: .column,
      query: "ResellerSummary",
      category: "Region",
      series: "ProductCategory",
      values: "SalesAmount * (1 + $hike / 100)"
    )
    .filtered(by: "Sales Reason", "OrderDate")
    ChartDefinition(
      "Countries",
      type: .bar,
      query: "ResellerByCountry",
      category: "Country",
      series: "ProductCategory",
      values: "SalesAmount"
    )
    .drillable(by: .category)
    ChartDefinition(
      "SubCategories", type: .pie, query: "ResellerBySubCategory", category: "SubCategory", values: "SalesAmount"
    )
  }
  ChartDefinition(
    "Years",
    type: .line,
    category: .levels(
      ZoomingLevel("Year", query: "OrdersByYear", title: "Year"),
      ZoomingLevel("Quarter", query: "OrdersByQuarter", title: "Quarter")
    ),
    values: "OrderCount"
  )
  DataGrid(
    "Best",
    query: "in",
    columns: .data("Reseller", title: "Reseller"),
    .variance("Actual - Planned", color: "if(Actual < Planned, 'red', 'green')", title: "Variance")
  )
  Diagram("EVA", query: "2012 Figures") {
    DiagramNode("EVA", title: "Value added", expression: "Profit - Cost")
    DiagramNode("Profit", title: "Profit")
    DiagramNode("Cost", title: "Cost of capital")
  }
}
.layout(
  .landscape,
  frames: [
    "Resellers": ItemFrame(left: 0, top: 0, width: 50, height: 50),
    "Years": ItemFrame(left: 50, top: 0, width: 50, height: 50),
    "Best": ItemFrame(left: 0, top: 50, width: 50, height: 50),
    "EVA": ItemFrame(left: 50, top: 50, width: 50, height: 50),
  ]
)
