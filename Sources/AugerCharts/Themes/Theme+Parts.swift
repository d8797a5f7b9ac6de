extension Theme {
  /// A part of a chart or dashboard that can have a color of its own. Without one, it has the color of the theme that
  /// its comment names.
  public enum Part: String, Sendable, Hashable, CaseIterable {
    /// The border of a chart in a picture of its own. Default: none.
    case chartBorder
    /// The title of a chart. Default: `ink`.
    case title
    /// The area behind a legend. Default: none.
    case legendBackground
    /// The border of a legend. Default: none.
    case legendBorder
    /// The names in a legend. Default: `ink`.
    case legendText
    /// The line and the ticks of the value axis. Default: `axis`.
    case valueAxis
    /// The numbers at the value axis. Default: `mutedInk`.
    case valueAxisText
    /// The values at marks. Default: `mutedInk`, and `ink` for selected marks.
    case valueLabelText
    /// The line of the category axis. Default: `axis`.
    case categoryAxis
    /// The names of coarser levels at the category axis, and the titles of axes. Default: `mutedInk`.
    case categoryAxisText
    /// The names of categories. Default: `mutedInk`.
    case categoryLabelText
    /// The band of the highlighted category. Default: `reference`.
    case highlight
    /// The region above the upper threshold. Default: `threshold`.
    case upperThreshold
    /// The region below the lower threshold. Default: `threshold`.
    case lowerThreshold
    /// The area behind a data grid. Default: none.
    case dataGridBackground
    /// The area behind the titles of a data grid. Default: none.
    case dataGridHeaderBackground
    /// The names of rows in a data grid. Default: `ink`.
    case dataGridCategoryText
    /// The lines between the columns of a data grid. Default: none.
    case dataGridLines
    /// The line above each row of a data grid. Default: none.
    case dataGridTopLine
    /// The line below each row of a data grid. Default: none.
    case dataGridBottomLine
    /// The names of variables in a panel. Default: `mutedInk`.
    case variableName
    /// The values of variables in a panel. Default: `ink`.
    case variableValue
    /// The border of a dashboard. Default: none.
    case dashboardBorder
    /// The titles of a dashboard's items. Default: the color of `title`.
    case itemTitle
    /// The area of a dashboard's item. Default: `background`.
    case itemBackground
    /// The border of a dashboard's item. Default: `grid`.
    case itemBorder
    /// The part of a slider below its value. Default: the first color of the palette.
    case sliderFill
    /// The part of a slider above its value. Default: `grid`.
    case sliderTrack
    /// The knob of a slider. Default: `background`.
    case sliderThumb
  }

  /// The color of a part.
  ///
  /// ```swift
  /// var brand = Theme.light
  /// brand[.title] = "navy"
  /// brand[.legendBackground] = "#F4F6F8"
  /// ```
  public subscript(part: Part) -> Color {
    get { style.colors[part] ?? standard(part) }
    set { style.colors[part] = newValue }
  }

  /// Returns the color of a part that has none of its own.
  private func standard(_ part: Part) -> Color {
    switch part {
    case .title, .legendText, .dataGridCategoryText, .variableValue: ink
    case .itemTitle: self[.title]
    case .valueAxisText, .valueLabelText, .categoryAxisText, .categoryLabelText, .variableName: mutedInk
    case .valueAxis, .categoryAxis: axis
    case .highlight: reference
    case .upperThreshold, .lowerThreshold: threshold
    case .sliderFill: color(0)
    case .chartBorder, .legendBorder, .dataGridLines, .dataGridTopLine, .dataGridBottomLine, .dashboardBorder,
      .itemBorder, .sliderTrack:
      grid
    case .legendBackground, .dataGridBackground, .dataGridHeaderBackground, .itemBackground, .sliderThumb: background
    }
  }
}

extension Theme.Part {
  /// True if the part is text, which must be readable on its ground.
  package var isText: Bool {
    switch self {
    case .title, .legendText, .valueAxisText, .valueLabelText, .categoryAxisText, .categoryLabelText,
      .dataGridCategoryText, .variableName, .variableValue, .itemTitle:
      true
    default: false
    }
  }

  /// The part behind a text. Nil for the background of the chart.
  package var ground: Theme.Part? {
    switch self {
    case .legendText: .legendBackground
    case .dataGridCategoryText: .dataGridBackground
    case .itemTitle, .variableName, .variableValue: .itemBackground
    default: nil
    }
  }
}
