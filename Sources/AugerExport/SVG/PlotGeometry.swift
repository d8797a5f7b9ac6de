import AugerCharts
import AugerColumns

/// The positions of a plot's categories, as one invisible element. A script in the page needs them to find the category
/// below the pointer. The script reads the labels from the table of the chart.
///
/// `data-plot` is the area of the marks, `data-bands` the center of each category along the axis, `data-step` the width
/// of a category. `data-part` is the visible fraction of the axis, if it is not completely visible. `data-rows`
/// contains the table rows of the categories, unless they are the first rows in order. Lengths are in the coordinates
/// of the picture.
enum PlotGeometry {
  static func render(_ plot: Plot, to out: inout SVGBytes) {
    let channels = plot.channels
    guard channels.namesPlot, channels.categoryCount > 0 else { return }
    out.raw("<g class=\"auger-plot\" data-plot=\"")
    list([plot.area.x, plot.area.y, plot.area.width, plot.area.height], to: &out)
    out.raw("\" data-bands=\"")
    list((0..<channels.categoryCount).map(plot.category.center), to: &out)
    out.raw("\" data-step=\"")
    list([plot.category.step], to: &out)
    out.raw("\"")
    if channels.categoryNumbers != Array(0..<channels.categoryCount) {
      out.raw(" data-rows=\"")
      for (index, number) in channels.categoryNumbers.enumerated() {
        out.raw(index > 0 ? " \(number)" : "\(number)")
      }
      out.raw("\"")
    }
    let part = plot.isLying ? channels.given.state.verticalRange : channels.given.state.horizontalRange
    if let part {
      out.attribute("data-part", "\(NumberText.shortest(part.lower)) \(NumberText.shortest(part.upper))")
    }
    if plot.isLying { out.raw(" data-lying=\"1\"") }
    out.raw("/>\n")
  }

  private static func list(_ numbers: [Double], to out: inout SVGBytes) {
    for (index, number) in numbers.enumerated() {
      if index > 0 { out.raw(" ") }
      out.number(number)
    }
  }
}
