import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExpressions

// Reads the appearance of series, texts and labels.
extension ChartParts {
  func seriesStyles(_ node: AttributedNode) -> [SeriesStyle] {
    reader.reader(node, as: MetadataVocabulary.series).children("SeriesStyle").map { node in
      let reader = self.reader.reader(node, as: MetadataVocabulary.seriesStyle)
      let style = SeriesStyle(
        reader.text("Name") ?? "", color: reader.color("Color"), fill: reader.color("Fill"),
        showsPoints: reader.truth("ShowsPoints"))
      reader.finish()
      return style
    }
  }

  func textStyles(_ node: AttributedNode) -> [TextStyle] {
    let list = reader.reader(node, as: MetadataVocabulary.textStyles)
    let nodes = list.children("TextStyle")
    list.finish()
    if nodes.isEmpty { reader.missingNode("TextStyle", in: node) }
    var styles: [TextStyle] = []
    for node in nodes {
      let reader = self.reader.reader(node, as: MetadataVocabulary.textStyle)
      let role = reader.choice("Role", of: TextStyle.Role.self)
      let (color, size) = (reader.color("Color"), reader.number("Size", in: Bounds(TextStyle.sizes)))
      let isBold = reader.truth("IsBold")
      let lines = reader.wholeNumber("MaxLines", from: 1, to: TextStyle.mostLines)
      let alignment = reader.choice("Align", of: TextStyle.Alignment.self)
      reader.finish()
      guard let role else { continue }
      if lines != nil, role != .title, role != .subtitle {
        reader.useless("MaxLines", "only a title and a subtitle can have several lines")
      }
      if alignment != nil, role == .seriesTitles {
        reader.useless("Align", "the series of a legend start on the left")
      }
      if styles.contains(where: { $0.role == role }) {
        reader.report(
          .metadataUnrecognizedItem, "role '\(role.rawValue)' has more than one TextStyle", at: node.place,
          details: [.init(.node, "TextStyle")])
        continue
      }
      styles.append(
        TextStyle(role, color: color, size: size, isBold: isBold, lines: lines, alignment: alignment))
    }
    return styles
  }

  func summaryRanges(_ node: AttributedNode) -> [SummaryRangeDefinition] {
    let list = reader.reader(node, as: MetadataVocabulary.summaryRanges)
    let nodes = list.children("SummaryRange")
    list.finish()
    if nodes.isEmpty { reader.missingNode("SummaryRange", in: node) }
    if reader.truth("Summary") != true {
      reader.report(
        .metadataUnrecognizedItem, level: .warning,
        "SummaryRanges of \(reader.what) has no effect: the chart has no summary",
        at: node.place, hint: "Set Summary to true.", details: [.init(.node, "SummaryRanges")])
    }
    return nodes.compactMap { node in
      let reader = self.reader.reader(node, as: MetadataVocabulary.summaryRange)
      let (first, last, title) = (reader.text("From"), reader.text("To"), reader.text("Title") ?? "")
      reader.finish()
      guard let first, let last else { return nil }
      return SummaryRangeDefinition(from: first, to: last, title: title)
    }
  }

  /// Reads the labels of the category axis.
  func readLabels(_ node: AttributedNode, into chart: inout ParsedChart) {
    let reader = self.reader.reader(node, as: MetadataVocabulary.category)
    chart.shortLabel = reader.expression("ShortLabel")
    chart.style.labelLayout = reader.choice("LabelLayout", of: ChartStyle.LabelLayout.self) ?? .all
    if let divisions = reader.text("Divisions"), !divisions.isEmpty {
      chart.style.divisions = divisions.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { String(Substring($0)).trimmed }
    }
    if let label = chart.shortLabel { checkVariables(of: label) }
  }
}

extension NodeReader {
  /// Reads the name of a color. An invalid one is reported, and the result is nil.
  func color(_ name: String) -> String? {
    guard let attribute = attribute(name), !attribute.value.trimmed.isEmpty else { return nil }
    let color = attribute.value.trimmed
    if Theme.Color(named: color, in: .light) != nil { return color }
    reject(attribute, "a color", hint: "Colors: \(Theme.Color.names.joined(separator: ", ")), #rrggbb")
    return nil
  }

  /// Reads a number in a range. Another one is reported, and the result is nil.
  func number(_ name: String, in range: Bounds) -> Double? {
    guard let number = number(name) else { return nil }
    if range.contains(number) { return number }
    if let attribute = attribute(name) {
      let (low, high) = (NumberText.shortest(range.lower), NumberText.shortest(range.upper))
      reject(attribute, "a number from \(low) to \(high)")
    }
    return nil
  }
}

extension ChartReader {
  /// Reads the styles in the attributes of a chart.
  func readStyles(_ reader: NodeReader, into chart: inout ParsedChart) {
    chart.itemOutline = reader.expression("ItemOutline")
    for part in NodeStyleDefinition.Part.allCases {
      let name = MetadataVocabulary.attributeName(of: part)
      if let expression = reader.expression(name) { chart.nodeStyles.append(NodeStyleDefinition(part, expression)) }
    }
    chart.keepsTrendHeight = reader.truth("KeepsTrendHeight") ?? false
    let scrubbed = reader.text("ScrubbedSeries") ?? ""
    chart.style.scrubbedSeries = reader.truth("ShowsScrubber") ?? !scrubbed.isEmpty ? scrubbed : nil
    guard let contours = reader.text("Contours"), !contours.isEmpty, let attribute = reader.node.attribute("Contours")
    else { return }
    let numbers = contours.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { NodeReader.number(String(Substring($0)).trimmed) }
    let known = numbers.compactMap(\.self)
    if known.count == numbers.count, known.count <= 64, zip(known, known.dropFirst()).allSatisfy({ $0 < $1 }) {
      chart.style.contours = known
    } else {
      reader.reject(attribute, "up to 64 ascending numbers, separated by commas")
    }
  }

  /// Returns the label attributes of a category that a chart type does not use.
  private static func labelsWithoutAxis(_ type: ChartType) -> [String] {
    if !type.has(.axes) || type.makesCategories || type.has(.regions) {
      return ["ShortLabel", "LabelLayout", "Divisions"]
    }
    if type.has(.cells) { return ["LabelLayout", "Divisions"] }
    return type.has(.points) ? ["Divisions"] : []
  }

  /// Reports styles that a chart of its type does not use.
  func checkStyles(_ reader: NodeReader, _ categoryNode: AttributedNode?, _ type: ChartType) {
    if !type.hasContours { reader.useless("Contours", "only a Contour chart has contours") }
    if !type.has(.links) {
      for part in NodeStyleDefinition.Part.allCases {
        reader.useless(MetadataVocabulary.attributeName(of: part), "only a Graph has nodes")
      }
    }
    if !type.hasOutlines {
      reader.useless("ItemOutline", "the items of a \(type.rawValue) chart have no outline of their own")
    }
    if !type.has(.summary) { reader.useless("KeepsTrendHeight", "a \(type.rawValue) chart has no summary") }
    for name in ["ShowsScrubber", "ScrubbedSeries"] where !type.scrubs {
      reader.useless(name, "a \(type.rawValue) chart has no values to mark")
    }
    if let categoryNode {
      let category = reader.reader(categoryNode, as: MetadataVocabulary.category)
      for name in Self.labelsWithoutAxis(type) {
        category.useless(name, "the category axis of a \(type.rawValue) chart does not have it")
      }
    }
    for node in reader.node.children where node.name.isSame(as: "Series") {
      for style in reader.reader(node, as: MetadataVocabulary.series).children("SeriesStyle") {
        let style = reader.reader(style, as: MetadataVocabulary.seriesStyle)
        if !type.has(.joined) {
          style.useless("ShowsPoints", "only lines have dots")
          style.useless("Fill", "only lines and areas have a fill")
        }
        if !type.hasSeriesColors {
          style.useless("Color", "the colors of a \(type.rawValue) chart have a meaning of their own")
        }
      }
    }
  }
}

extension MetadataVocabulary {
  /// Returns the attribute with the expression for a part of a node's appearance: `NodeColor`.
  package static func attributeName(of part: NodeStyleDefinition.Part) -> String {
    "Node" + part.rawValue.prefix(1).uppercased() + part.rawValue.dropFirst()
  }
}
