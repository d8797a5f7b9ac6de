import AugerCharts
import AugerDiagnostics

extension PlotOptions {
  static let fields = FieldTable(PlotOptions()) {
    JSONField("legendPosition", optional: \.legendPosition, .choice)
      .note("The position of the legend. Absent for the top.")
    JSONField("bubbleScale", optional: \.bubbleScale, .number)
      .note("The area of a bubble in square points for each unit of its size. Absent if chosen from the plot.")
    JSONField("largestBubble", optional: \.largestBubble, .number)
      .note("The diameter of the largest bubble in points. Absent if chosen from the plot.")
    JSONField("orientation", optional: \.orientation, .choice)
      .note("The direction of the value axis. Absent for that of the type.")
    JSONField("stacks", list: \.stacks, .list(of: .texts))
      .note("The names of the series in each stack of a category. Absent if all are in one stack.")
    JSONField("protrusion", optional: \.protrusion, .number)
      .note("The distance of protruding slices from their position, in points. Absent if none protrude.")
    JSONField("protrudingSlices", list: \.protrudingSlices, .texts)
      .note("The names of slices that always protrude. Absent if none do.")
    JSONField("selectedAngle", optional: \.selectedAngle, .number)
      .note("The direction of the selected slice, in degrees clockwise from the top. Absent if the pie does not turn.")
    JSONField("startAngle", optional: \.startAngle, .number)
      .note("The start of the first slice, in degrees clockwise from the top. Absent for the top.")
    JSONField("crosshair", optional: \.crosshair, .choice)
      .note("The value that the pointer shows on a page. Absent for all values of a category.")
  }
  .checking { $0.isValid ? nil : "has numbers out of range" }
}
