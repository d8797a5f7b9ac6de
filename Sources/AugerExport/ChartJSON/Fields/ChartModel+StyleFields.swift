import AugerCharts
import AugerColumns
import AugerDiagnostics

// Keys for the appearance that the author chose.
extension ChartModel {
  @FieldTable<ChartModel>.Builder static var styles: [JSONField<ChartModel>] {
    JSONField<ChartModel>("outlines", .ref("colors")) { model, writer in
      let colors = model.outlines ?? []
      writer.rows(model.categoryCount, indent: "    ") { $0.texts(colors[$1]) }
    }
    .when { model, _ in model.outlines != nil }
    .reading { object, model, reader throws(AugerError) in
      guard let value = object["outlines"] else { return }
      var colors: [String?] = []
      for row in try value.items(reader.shape.series) { colors += try row.optionalTexts(reader.shape.categories) }
      model.outlines = colors
    }
    .comparing { sameTexts($0.outlines, $1.outlines) }
    JSONField("style", \.style, ChartStyle.fields.form, unless: ChartStyle())
      .note("The appearance that the author chose for series, texts and labels. Absent if none.")
  }
}

extension ChartStyle {
  static let fields = FieldTable(ChartStyle()) {
    JSONField("series", list: \.series, .list(of: SeriesStyle.fields.form))
      .note("The styles of series, by their labels. Later ones take precedence. Absent if none exist.")
    JSONField("texts", list: \.texts, .list(of: TextStyle.fields.form))
      .note("The styles of texts around the plot. Absent if none exist.")
    JSONField("labelLayout", \.labelLayout, .choice, unless: .all)
      .note("The labels of the category axis: range for the first and the last one. Absent for all.")
    JSONField("divisions", list: \.divisions, .texts)
      .note("The titles of the divisions of the category axis. Absent for one division for each category.")
    JSONField("levelLabels", optional: \.levelLabels, .choice)
      .note("The levels with labels along the category axis. Absent for all.")
    JSONField("rowHeight", optional: \.rowHeight, .number)
      .note("The height of each row of a horizontal chart, in points. Absent for rows that fill the chart.")
    JSONField("rowSpacing", optional: \.rowSpacing, .number)
      .note("The space between rows, in points. Absent for a fraction of the height.")
    JSONField("minDisplayValue", optional: \.minDisplayValue, .number)
      .note("The smallest value that is drawn. Absent if all are.")
    JSONField("tailMarks", optional: \.tailMarks, .choice)
      .note("The points of a line with a tail mark. Absent for the default of the theme.")
    JSONField("thumbnail", \.isThumbnail, .truth, unless: false)
      .note("True for a picture without axes, legend and notes.")
    JSONField("contours", list: \.contours, .list(of: .number))
      .note("The numbers between which a contour chart has a region, ascending. Absent for round numbers.")
    JSONField("scrubbedSeries", optional: \.scrubbedSeries, .text)
      .note(.second("The series that a page marks below the pointer. Empty for the first one. Absent for none."))
  }
  .checking { style in
    let isAscending = zip(style.contours, style.contours.dropFirst()).allSatisfy { $0 < $1 }
    return isAscending && style.contours.allSatisfy(\.isFinite) ? nil : "has contours that are not ascending"
  }
}

extension SeriesStyle {
  fileprivate static let fields = FieldTable(SeriesStyle()) {
    JSONField("name", \.name, .text, unless: "").note(.second("The label of the series. Absent for all series."))
    JSONField("layer", \.layer, .count, unless: 0)
    JSONField("color", optional: \.color, .text)
    JSONField("fill", optional: \.fill, .text).note(
      .second("The color between a line and its axis, or of an area. Absent if not chosen."))
    JSONField("showsPoints", optional: \.showsPoints, .truth)
  }
}

extension TextStyle {
  fileprivate static let fields = FieldTable(TextStyle(.title)) {
    JSONField("role", \.role, .choice)
    JSONField("color", optional: \.color, .text)
    JSONField("size", optional: \.size, .number).note(.second("The size in points."))
    JSONField("isBold", optional: \.isBold, .truth)
    JSONField("lines", optional: \.lines, .whole(from: 1)).note("The maximum number of lines.")
    JSONField("alignment", optional: \.alignment, .choice)
  }
  .checking { style in
    if let size = style.size, !TextStyle.sizes.contains(size) { return "has a size outside of 6 to 48 points" }
    return (style.lines ?? 1) <= TextStyle.mostLines ? nil : "has more than \(TextStyle.mostLines) lines"
  }
}

extension ChartGraph.NodeStyle {
  static let fields = FieldTable(ChartGraph.NodeStyle()) {
    JSONField("color", optional: \.color, .text)
    JSONField("shape", \.shape, .choice, unless: .circle)
    JSONField("size", \.size, .number, unless: 1).note(.second("The factor of the default size. Absent if it is 1."))
    JSONField("textColor", optional: \.textColor, .text)
    JSONField("textSize", optional: \.textSize, .number)
  }
  .checking { style in
    guard ChartGraph.NodeStyle.sizes.contains(style.size) else { return "has a size outside of 0.25 to 4" }
    return style.textSize.map { TextStyle.sizes.contains($0) } == false ? "has a text size outside of 6 to 48" : nil
  }
}

extension ChartSummary.CategoryRange {
  static let fields = FieldTable(ChartSummary.CategoryRange(first: 0, last: 0)) {
    JSONField("first", \.first, .index { $0.categories })
    JSONField("last", \.last, .index { $0.categories })
    JSONField("title", \.title, .text, unless: "")
  }
}
