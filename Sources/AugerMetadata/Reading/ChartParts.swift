import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerExpressions

/// Reads the parts of a chart: its axes, values, filters, levels and what-if columns.
struct ChartParts {
  /// The reader of the chart.
  let reader: NodeReader
  let declarations: Declarations

  init(_ reader: NodeReader, declarations: Declarations) {
    self.reader = reader
    self.declarations = declarations
  }

  /// An axis that was read; `axis` is nil without a column.
  struct Axis {
    var axis: AxisDefinition?
  }

  func axis(_ node: AttributedNode, as description: NodeDescription, needsColumn: Bool) -> Axis {
    let reader = self.reader.reader(node, as: description)
    let column = reader.text("Column", required: needsColumn) ?? ""
    var axis = AxisDefinition(
      column: column, title: reader.text("DisplayName") ?? "", format: reader.format(),
      at: node.attribute("Column")?.place)
    if description.attribute("Axis") != nil { axis.axis = reader.choice("Axis", of: AxisKind.self) ?? .linear }
    axis.options = reader.axisOptions()
    reader.finish()
    return Axis(axis: column.isEmpty ? nil : axis)
  }

  /// Returns nil if no value exists or one is invalid: a chart with some of its values would be misleading.
  func values(_ node: AttributedNode) -> [ValueDefinition]? {
    let list = reader.reader(node, as: MetadataVocabulary.values)
    let nodes = list.children("Value")
    list.finish()
    if nodes.isEmpty { reader.missingNode("Value", in: node) }
    var values: [(item: ValueDefinition?, sequence: Int?, node: AttributedNode)] = []
    for node in nodes {
      let reader = self.reader.reader(node, as: MetadataVocabulary.value)
      let expression = reader.expression("Expression")
      let sequence = reader.sequence("ValueSequence")
      let title = reader.text("DisplayName") ?? ""
      let format = reader.format()
      let unit = reader.text("Unit") ?? ""
      reader.finish()
      if let expression { checkVariables(of: expression) }
      let value = expression.map {
        var value = ValueDefinition(
          sequence: sequence ?? 1, expression: $0, title: title, format: format, at: node.place)
        value.unit = unit
        return value
      }
      values.append((value, sequence, node))
    }
    let sorted = reader.inSequence("ValueSequence", values).compactMap { $0 }
    return sorted.isEmpty || sorted.count < nodes.count ? nil : sorted
  }

  func checkVariables(of expression: Expression) {
    expression.forEachVariable { name, span in
      guard !declarations.variableNames.contains(where: { $0.isSame(as: name) }) else { return }
      reader.undefined(
        "$\(name)", "\(reader.what) uses '$\(name.shown)', which is not a variable",
        at: Diagnostic.Place(expression.source, span), among: declarations.variableNames.map { "$\($0)" },
        listing: "Variables")
    }
  }

  /// Reports missing values that a chart type requires.
  func check(_ values: [ValueDefinition], for type: ChartType) {
    let (roles, least) = (type.kind.valueRoles, type.kind.leastValueCount)
    guard values.count < least else { return }
    let missing = roles[min(values.count, roles.count)..<least].joined(separator: ", ")
    reader.report(
      .metadataMissingNode, level: type.has(.ofMAKit) ? .note : .error,
      "a \(type.rawValue) chart has the values \(roles.prefix(least).joined(separator: ", ")); "
        + "\(reader.what) has no \(missing)",
      at: reader.place, details: [.init(.node, "Value")])
  }

  func filterNames(_ node: AttributedNode) -> [NameReference] {
    let list = reader.reader(node, as: MetadataVocabulary.filterNames)
    let nodes = list.children("FilterName")
    list.finish()
    var references: [NameReference] = []
    for node in nodes {
      let reader = self.reader.reader(node, as: MetadataVocabulary.filterName)
      let name = reader.text("Name")
      reader.finish()
      guard let name else { continue }
      guard declarations.filterNames.contains(where: { $0.isSame(as: name) }) else {
        reader.undefined(
          name, "\(self.reader.what) names filter '\(name.shown)', which is not declared", at: reader.place,
          among: declarations.filterNames, listing: "Filters")
        continue
      }
      if !references.contains(where: { $0.name.isSame(as: name) }) {
        references.append(NameReference(name, at: reader.place))
      }
    }
    return references
  }

  /// Returns the valid levels. An invalid level is reported and omitted.
  func zoomingLevels(_ node: AttributedNode) -> [ZoomingLevelDefinition] {
    let list = reader.reader(node, as: MetadataVocabulary.zoomingLevels)
    let nodes = list.children("ZoomingLevel")
    list.finish()
    if nodes.isEmpty { reader.missingNode("ZoomingLevel", in: node) }
    return nodes.compactMap { node in
      let reader = self.reader.reader(node, as: MetadataVocabulary.zoomingLevel)
      let query = reader.text("Query")
      let column = reader.text("CategoryColumn")
      let title = reader.text("Title") ?? ""
      let format = reader.format()
      reader.finish()
      guard let query, let column else { return nil }
      return ZoomingLevelDefinition(
        query: query,
        category: AxisDefinition(column: column, title: title, format: format, at: reader.place(of: "CategoryColumn")),
        at: node.place, queryPlace: reader.place(of: "Query"))
    }
  }

  /// Returns a level with the chart's format if it has none.
  func completed(_ level: ZoomingLevelDefinition, with category: AttributedNode?) -> ZoomingLevelDefinition {
    guard level.category.format == nil, let category, category.attribute("Format") != nil else { return level }
    // Errors of the format were reported when the category was read.
    let silent = NodeReader(category, as: MetadataVocabulary.category, reporting: DiagnosticCollector())
    var level = level
    level.category.format = silent.format()
    return level
  }

  /// Returns the time zone for the days of Grains; nil for none or an unknown one.
  private func timeZone(_ node: AttributedNode, _ reader: NodeReader) -> String? {
    guard let name = reader.text("TimeZone"), !name.isEmpty, let attribute = node.attribute("TimeZone") else {
      return nil
    }
    if ZoneTable.isKnown(name) { return name }
    reader.report(
      .metadataAttributeWrongValue, "TimeZone of \(self.reader.what) cannot be '\(name.shown)'", at: attribute.place,
      hint: "Zones are named as in 'Europe/Berlin' or '+02:00'.", details: NodeReader.details(attribute))
    return nil
  }

  /// Returns the grains of a Category. Only a standalone chart can zoom between grains. In a part of a group, grains
  /// after the first are reported.
  func grains(_ node: AttributedNode, isZooming: Bool, isPart: Bool) -> GrainDefinition? {
    let reader = self.reader.reader(node, as: MetadataVocabulary.category)
    let names = reader.names("Grains")
    let year = reader.wholeNumber("FiscalYearStart", from: 1, to: 12)
    let zone = timeZone(node, reader)
    let fillsGaps = reader.truth("FillGaps")
    let gapsAreZero = reader.truth("GapsAreZero") ?? false
    let mostDates = reader.wholeNumber("MostDates", from: 1, to: .max)
    guard let attribute = node.attribute("Grains"), !names.isEmpty else { return nil }
    if isZooming {
      reader.useless("Grains", "the chart has zooming levels")
      return nil
    }
    let all = Grain.allCases
    var grains: [Grain] = []
    for name in names {
      guard let index = all.firstIndex(where: { $0.rawValue.isSame(as: name.name) }) else {
        reader.report(
          .metadataAttributeWrongValue, "Grains of \(self.reader.what) cannot be '\(name.name.shown)'", at: name.place,
          hint: reader.hint(for: name.name, among: all.map(\.rawValue), listing: "Allowed"),
          details: NodeReader.details(attribute))
        return nil
      }
      if let last = grains.last, let before = all.firstIndex(of: last), index <= before {
        reader.report(
          .metadataAttributeWrongValue, "\(name.name) is not a part of \(last.rawValue)", at: name.place,
          hint: "Grains go from the coarsest to the finest.", details: NodeReader.details(attribute))
        return nil
      }
      grains.append(all[index])
    }
    if isPart, grains.count > 1 {
      reader.useless("Grains", "an overlay does not zoom and shows the first grain only")
      grains.removeLast(grains.count - 1)
    }
    var definition = GrainDefinition(grains, fiscalYearStart: year ?? 1, timeZone: zone, fillsGaps: fillsGaps)
    definition.gapsAreZero = gapsAreZero
    definition.mostDates = mostDates ?? definition.mostDates
    return definition
  }

  /// Returns the annotations with a position. Others are reported.
  func annotations(_ node: AttributedNode) -> [AnnotationDefinition] {
    let list = reader.reader(node, as: MetadataVocabulary.annotations)
    let nodes = list.children("Annotation")
    list.finish()
    if nodes.isEmpty { reader.missingNode("Annotation", in: node) }
    return nodes.compactMap { node in
      let reader = self.reader.reader(node, as: MetadataVocabulary.annotation)
      func category(_ name: String) -> String? { reader.text(name).flatMap { $0.isEmpty ? nil : $0 } }
      var annotation = AnnotationDefinition(
        reader.text("Text") ?? "", value: reader.number("Value"), endValue: reader.number("EndValue"),
        category: category("Category"), endCategory: category("EndCategory"), color: category("Color"))
      look(of: &annotation, reader)
      reader.finish()
      if let color = annotation.color, Theme.Color(named: color, in: .light) == nil {
        annotation.color = nil
        if let attribute = node.attribute("Color") {
          reader.reject(attribute, "a color", hint: "Colors: \(Theme.Color.names.joined(separator: ", ")), #rrggbb")
        }
      }
      for (name, start) in [("EndValue", "Value"), ("EndCategory", "Category")]
      where node.attribute(name) != nil && node.attribute(start) == nil {
        reader.missing(start)
        return nil
      }
      guard annotation.value != nil || annotation.category != nil else {
        if node.attribute("Value") == nil { reader.missing("Value", hint: "Set Value or Category.") }
        return nil
      }
      return annotation
    }
  }

  /// Reads the picture, position and opacity of an annotation.
  private func look(of annotation: inout AnnotationDefinition, _ reader: NodeReader) {
    picture(of: &annotation, reader)
    let (width, height) = (reader.number("Width"), reader.number("Height"))
    for (name, size) in [("Width", width), ("Height", height)] {
      guard let size, !(size > 0 && size <= 10_000), let attribute = reader.node.attribute(name) else { continue }
      reader.reject(attribute, "a length in points from 1 to 10000")
    }
    if let size = width ?? height, [size, height ?? size].allSatisfy({ $0 > 0 && $0 <= 10_000 }) {
      annotation.imageSize = ChartSize(width: size, height: height ?? size)
    }
    annotation.isAbove = reader.choice("Position", of: [("above", true), ("below", false)])
    annotation.isStretched = reader.truth("Stretched") ?? false
    annotation.opacity = reader.number("Opacity")
    if let opacity = annotation.opacity, !(0...1).contains(opacity), let attribute = reader.node.attribute("Opacity") {
      annotation.opacity = nil
      reader.reject(attribute, "a number from 0 to 1")
    }
  }

  /// Reads the picture of an annotation: a `data:` URL, or the path of a file that is read with the dashboard.
  private func picture(of annotation: inout AnnotationDefinition, _ reader: NodeReader) {
    guard let image = reader.text("Image"), !image.isEmpty, let attribute = reader.node.attribute("Image") else {
      return
    }
    if ChartModel.Annotation.isImage(image) {
      annotation.image = image
    } else if image.utf8.starts(with: "data:".utf8) || image.contains("://") {
      reader.reject(
        attribute, "a picture",
        hint: "Use the path of a PNG, JPEG or SVG file, or a picture as a base64 data: URL, at most 2 MB.")
    } else {
      annotation.imageFile = image
      annotation.imagePlace = reader.place(of: "Image")
    }
  }

  func whatIfColumns(_ node: AttributedNode, isZooming: Bool) -> [WhatIfColumnDefinition] {
    let list = reader.reader(node, as: MetadataVocabulary.whatIfColumns)
    let nodes = list.children("Column")
    list.finish()
    if nodes.isEmpty { reader.missingNode("Column", in: node) }
    if isZooming {
      reader.report(
        .whatIfRefused, level: .warning, "\(reader.what) has zooming levels and cannot have what-if changes",
        at: node.place,
        hint: "Remove WhatIfColumns or ZoomingLevels. MAKit does not combine them either.")
    }
    var names = NameSet(collector: reader.collector)
    return nodes.compactMap { node in
      let column = ControlReader(collector: reader.collector).whatIfColumn(node, chart: reader.chart)
      guard let column, names.insert(column.column, of: node, MetadataVocabulary.whatIfColumn) else { return nil }
      return isZooming ? nil : column
    }
  }
}
