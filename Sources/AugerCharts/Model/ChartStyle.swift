import AugerDiagnostics

/// The appearance that the author chose for parts of a chart. Other parts have the appearance of their type.
package struct ChartStyle: Sendable, Hashable {
  /// The styles of series. Later ones take precedence.
  package var series: [SeriesStyle] = []
  /// The styles of texts, at most one for each role.
  package var texts: [TextStyle] = []
  /// The labels of the category axis.
  package var labelLayout = LabelLayout.all
  /// The titles of the divisions of the category axis, in order. An empty string means no title. The axis has at least
  /// this number of positions. Empty for one division for each category.
  package var divisions: [String] = []
  /// The numbers at which the regions of a contour chart end, ascending. Empty for round numbers.
  package var contours: [Double] = []
  /// The series whose values the scrubber of a page marks. Nil for none, and empty for the first series.
  package var scrubbedSeries: String?

  /// The levels of the categories that have labels along the axis.
  package enum LevelLabels: String, Sendable, Hashable, CaseIterable {
    /// The current level and all coarser levels.
    case all
    /// The current and the coarsest level.
    case ends
    /// The coarsest level.
    case top
    /// The current level.
    case current
  }

  /// The points of a line that have a tail mark.
  package enum TailMarks: String, Sendable, Hashable, CaseIterable {
    case none
    /// The last point of each line.
    case ends
    /// The last point before each gap of a line.
    case breaks
    case all

    package var hasEnds: Bool { self == .ends || self == .all }
    package var hasBreaks: Bool { self == .breaks || self == .all }
  }

  /// Nil for all levels.
  package var levelLabels: LevelLabels?
  /// The height of the row of each category of a horizontal chart, in points. Nil for rows that fill the chart.
  package var rowHeight: Double?
  /// The space between two rows, in points. Nil for a fraction of the height.
  package var rowSpacing: Double?
  /// Smaller values are not drawn. Nil to draw all values.
  package var minDisplayValue: Double?
  /// Nil for tail marks at all points if the theme has shapes for them, otherwise for none.
  package var tailMarks: TailMarks?
  /// True for a picture without axes, legends and notes.
  package var isThumbnail = false

  package init() {}

  /// The labels of a category axis: those of all categories, or of the first and last one.
  package enum LabelLayout: String, Sendable, Hashable, CaseIterable { case all, range }
}

/// The appearance of a series (ResearchKit's guide, "graphChartView:fillColorForPlotIndex:").
package struct SeriesStyle: Sendable, Hashable {
  /// The text of the series. Empty for all series.
  package var name: String
  /// The overlay layer of the series, from 0.
  package var layer = 0
  /// The name of a color, or `#rrggbb`. Nil for the color of the theme.
  package var color: String?
  /// The color between a line and its axis. Nil for none, or for the color of an area.
  package var fill: String?
  /// True if every point has a dot, false if only isolated and selected points have one. Nil for dots if space permits.
  package var showsPoints: Bool?

  package init(_ name: String = "", color: String? = nil, fill: String? = nil, showsPoints: Bool? = nil) {
    self.name = name
    self.color = color
    self.fill = fill
    self.showsPoints = showsPoints
  }
}

/// The appearance of a text around the plot (Fiori's guide, "Theming").
package struct TextStyle: Sendable, Hashable {
  /// The meaning of a text.
  package enum Role: String, Sendable, Hashable, CaseIterable {
    case title, subtitle, status, seriesTitles, valueAxisTitle, categoryAxisTitle
  }

  package enum Alignment: String, Sendable, Hashable, CaseIterable { case left, center, right }

  package var role: Role
  /// The name of a color, or `#rrggbb`. Nil for the color of the theme.
  package var color: String?
  /// The size in points. Nil for the size of the role.
  package var size: Double?
  /// Nil for the weight of the role.
  package var isBold: Bool?
  /// The maximum number of lines. Nil for that of the role.
  package var lines: Int?
  /// Nil for the position of the role.
  package var alignment: Alignment?

  package init(
    _ role: Role, color: String? = nil, size: Double? = nil, isBold: Bool? = nil, lines: Int? = nil,
    alignment: Alignment? = nil
  ) {
    self.role = role
    self.color = color
    self.size = size
    self.isBold = isBold
    self.lines = lines
    self.alignment = alignment
  }

  /// The sizes that a text can have, in points.
  package static let sizes = 6.0...48
  /// The maximum number of lines of a text.
  package static let mostLines = 6
}

extension ChartStyle {
  /// Returns the style of a series: the members of all styles with its name or without a name.
  package func style(ofSeries name: String, layer: Int) -> SeriesStyle {
    var result = SeriesStyle(name)
    result.layer = layer
    for style in series where style.layer == layer && (style.name.isEmpty || Name(style.name) == Name(name)) {
      result.color = style.color ?? result.color
      result.fill = style.fill ?? result.fill
      result.showsPoints = style.showsPoints ?? result.showsPoints
    }
    return result
  }

  /// Returns the style of a text. Its members are nil if the author chose none.
  package func text(_ role: TextStyle.Role) -> TextStyle { texts.last { $0.role == role } ?? TextStyle(role) }
}

extension ChartModel {
  /// The style of a series by its number.
  package func style(ofSeries number: Int, named name: String) -> SeriesStyle {
    guard !style.series.isEmpty, series.indices.contains(number) else { return SeriesStyle(name) }
    return style.style(ofSeries: name, layer: series[number].layer)
  }
}

extension ChartStyle {
  /// True if the author chose the height of rows or the space between them.
  package var hasRows: Bool { rowHeight != nil || rowSpacing != nil }

  /// Returns true if a level has labels along the axis.
  ///
  /// - Parameters:
  ///   - distance: The number of levels between it and the current level, which has the number 0.
  ///   - coarsest: The number of the coarsest level.
  package func labels(level distance: Int, coarsest: Int) -> Bool {
    switch levelLabels ?? .all {
    case .all: true
    case .ends: distance == 0 || distance == coarsest
    case .top: distance == coarsest
    case .current: distance == 0
    }
  }
}
