import AugerCharts
import AugerDocuments

extension ThemeReader {
  static func partKey(_ part: Theme.Part) -> KeyDescription {
    let (summary, standard) = described(part)
    return KeyDescription(
      part.rawValue, color, mayBeNull: false, summary, standard: standard, example: "\"#1d2630\"")
  }

  private static func described(_ part: Theme.Part) -> (summary: String, standard: String) {
    switch part {
    case .chartBorder: ("the border of a chart in a picture of its own", "none")
    case .title: ("the title of a chart", "ink")
    case .legendBackground: ("the area behind a legend", "none")
    case .legendBorder: ("the border of a legend", "none")
    case .legendText: ("the names in a legend", "ink")
    case .valueAxis: ("the line and the ticks of the value axis", "axis")
    case .valueAxisText: ("the numbers at the value axis", "mutedInk")
    case .valueLabelText: ("the values at marks", "mutedInk, and ink for selected marks")
    case .categoryAxis: ("the line of the category axis", "axis")
    case .categoryAxisText: ("the names of coarser levels, and the titles of axes", "mutedInk")
    case .categoryLabelText: ("the names of categories", "mutedInk")
    case .highlight: ("the band of the highlighted category", "reference")
    case .upperThreshold: ("the region above the upper threshold", "threshold")
    case .lowerThreshold: ("the region below the lower threshold", "threshold")
    case .dataGridBackground: ("the area behind a data grid", "none")
    case .dataGridHeaderBackground: ("the area behind the titles of a data grid", "none")
    case .dataGridCategoryText: ("the names of rows in a data grid", "ink")
    case .dataGridLines: ("the lines between the columns of a data grid", "none")
    case .dataGridTopLine: ("the line above each row of a data grid", "none")
    case .dataGridBottomLine: ("the line below each row of a data grid", "none")
    case .variableName: ("the names of variables in a panel", "mutedInk")
    case .variableValue: ("the values of variables in a panel", "ink")
    case .dashboardBorder: ("the border of a dashboard", "none")
    case .itemTitle: ("the titles of charts and panels in a dashboard", "the color of title")
    case .itemBackground: ("the area of an item of a dashboard", "background")
    case .itemBorder: ("the border of an item of a dashboard", "grid")
    case .sliderFill: ("the part of a slider below its value", "the first color of the palette")
    case .sliderTrack: ("the part of a slider above its value", "grid")
    case .sliderThumb: ("the knob of a slider", "background")
    }
  }

  static let styleKeys: [KeyDescription] = [
    KeyDescription(
      "borders", .list(color), "the edges of columns, bars, slices and points of series, in order",
      standard: "the edges of the chart type", example: "[\"#1d2630\", \"#7d5e00\"]"),
    KeyDescription(
      "categoryBackgrounds", .list(color), "the areas behind categories, in order and repeated", standard: "none",
      example: "[\"#f4f6f8\", \"#ffffff\"]"),
    KeyDescription(
      "categoryLabels", .list(color), "the colors of category names, in order and repeated",
      standard: "categoryLabelText", example: "[\"#1d2630\", \"#586673\"]"),
    KeyDescription(
      "fonts", .mapping(fonts), "the fonts of texts", standard: "Liberation Sans, Arial or Helvetica",
      example: "{ title: { family: Georgia, weight: bold } }"),
    KeyDescription(
      "shapes", .named(.text("outline")),
      "own shapes: outlines in a square from 0 to 1, whose origin is at the lower left",
      example: "{ pencil: \"M0,0 V0.8 L0.5,1 L1,0.8 V0 Z\" }"),
    KeyDescription(
      "markers", .texts, "the shapes of the points of series, in order and repeated: \(shapeNames)",
      standard: "circle", example: "[circle, diamond]"),
    KeyDescription(
      "tails", .texts, "the shapes at the ends and gaps of lines, for each series in order and repeated",
      standard: "none", example: "[arrow]"),
    KeyDescription(
      "columns", .text("shape"), "the shape of columns and bars, stretched from zero to the value",
      standard: "rectangles", example: "triangle"),
    KeyDescription(
      "itemWidth", .whole(1...400), "the width of columns and bars in points",
      standard: "a fraction of the space", example: "24"),
  ]

  private static let shapeNames = ThemeShape.named.map(\.name).joined(separator: ", ")

  private static let fonts = MappingDescription(
    "themes.NAME.fonts",
    """
    The fonts of a theme. Texts are placed with the widths of Liberation Sans, so that a wider font can overlap. \
    Titles and legends can have another size. The layout of axes and tables has a fixed one.
    """,
    keys: [
      font("title", "the title of a chart", hasSize: true),
      font("legend", "the names in a legend", hasSize: true),
      font("categoryLabels", "the names of categories and coarser levels", hasSize: false),
      font("valueLabels", "the numbers at the value axis, and the values at marks", hasSize: false),
      font("dataGrid", "the cells of a data grid", hasSize: false),
    ],
    example: """
      fonts:
        title: { family: Georgia, weight: bold, size: 18 }
        valueLabels: { style: italic }
      """)

  private static func font(_ name: String, _ summary: String, hasSize: Bool) -> KeyDescription {
    var keys = [
      KeyDescription(
        "family", .text("font names"), "font names in order of preference, separated by commas",
        standard: "Liberation Sans, Arial or Helvetica", example: "\"Georgia, serif\""),
      KeyDescription(
        "weight", .choice(ThemeStyle.Font.Weight.allCases.map(\.rawValue)), "the weight",
        standard: "the weight of the text's kind", example: "bold"),
      KeyDescription(
        "style", .choice(ThemeStyle.Font.Slant.allCases.map(\.rawValue)), "upright or italic letters",
        standard: "normal", example: "italic"),
    ]
    if hasSize {
      keys.append(
        KeyDescription(
          "size", .whole(8...32), "the size in points", standard: "15 for titles, 11.5 for legends", example: "18"))
    }
    let mapping = MappingDescription(
      "themes.NAME.fonts.\(name)", "The font of \(summary).", keys: keys,
      example: "\(name): { family: Georgia, weight: bold }")
    return KeyDescription(
      name, .mapping(mapping), "the font of \(summary)", standard: "the font of the picture",
      example: "{ family: Georgia, weight: bold }")
  }
}
