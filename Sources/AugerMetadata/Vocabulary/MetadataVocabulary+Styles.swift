import AugerCharts

extension MetadataVocabulary {
  static let seriesStyle = NodeDescription(
    "SeriesStyle", "The appearance of one series, or of all series without a name.",
    attributes: [
      .ours("Name", "the text of the series. Default: all series"),
      .ours("Color", color + " Default: the color of the theme"),
      .ours("Fill", color + " It fills a line down to its axis, and replaces the color of an area"),
      .ours(
        "ShowsPoints", .truth,
        "true for a dot at each point of a line, false for none. Default: dots if space permits"),
    ])

  static let textStyles = NodeDescription(
    "TextStyles", "The appearance of texts around the plot.",
    children: [ChildDescription("TextStyle", .atLeastOne, textStyle)])

  static let textStyle = NodeDescription(
    "TextStyle", "The appearance of the texts with one meaning.",
    attributes: [
      AttributeDescription(
        "Role", .choice(TextStyle.Role.allCases.map(\.rawValue)), .required, isOurs: true, "the meaning of the text"),
      .ours("Color", color + " Default: the color of the theme"),
      .ours("Size", .number, "the size in points, from 6 to 48"),
      .ours("IsBold", .truth, "true for bold text"),
      .ours("MaxLines", .positive, "the maximum number of lines of a title or subtitle, up to 6"),
      .ours(
        "Align", .choice(TextStyle.Alignment.allCases.map(\.rawValue)),
        "the alignment. Default: the alignment of the role"),
    ])

  static let summaryRanges = NodeDescription(
    "SummaryRanges", "Ranges of categories in the summary.",
    children: [ChildDescription("SummaryRange", .atLeastOne, summaryRange)])

  static let summaryRange = NodeDescription(
    "SummaryRange", "Consecutive categories whose values are shown together in the summary.",
    attributes: [
      AttributeDescription("From", .text, .required, isOurs: true, "the first category"),
      AttributeDescription("To", .text, .required, isOurs: true, "the last category"),
      .ours("Title", "the label. Default: the first and the last category"),
    ])

  private static let color = "the name of a color, or `#rrggbb`."
}
