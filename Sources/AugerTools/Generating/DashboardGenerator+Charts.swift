import AugerCharts
import AugerDiagnostics
import AugerExpressions
import AugerMetadata

extension DashboardGenerator {
  static func chart(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("ChartDefinition")
    call.add(nil, .text(node.take("Name") ?? node["Title"] ?? "Chart"))
    call.add("type", code: node.take("ChartType").flatMap(typeCode))
    let levels = node.all("ZoomingLevel", in: "ZoomingLevels")
    // The query of a chart with zooming levels has no meaning.
    let query = node.take("Query")
    if levels.isEmpty { call.add("query", text: query) }
    var category = node.first("Category")
    let categoryAxis = axis(of: &category, ofValues: false)
    call.add("category", self.category(category, levels))
    call.add("series", node.first("Series").flatMap { series($0) })
    for (index, value) in DashboardNode.sorted(node.all("Value", in: "Values"), by: "ValueSequence").enumerated() {
      call.add(index == 0 ? "values" : nil, self.value(value))
    }
    let content =
      node.all("Annotation", in: "Annotations").map(annotation)
      + node.all("Column", in: "WhatIfColumns").map(whatIfColumn)
    if !content.isEmpty { call.content = content }
    modify(&call, with: &node, categoryAxis: categoryAxis)
    return call
  }

  static func typeCode(_ name: String) -> String? {
    ChartType(rawValue: name).map { ".\($0)" }
  }

  private static func modify(_ call: inout SwiftCall, with node: inout DashboardNode, categoryAxis: SwiftCall?) {
    if let title = node.take("Title") { call.modify("title", [(nil, .text(title))]) }
    if let sort = node.take("Sort") {
      let isDescending = sort.hasPrefix("-")
      call.modify(
        "sorted",
        [
          ("by", SwiftCall(literal: ".\(isDescending ? String(sort.dropFirst()) : sort)")),
          ("order", isDescending ? SwiftCall(literal: ".descending") : nil),
        ])
    }
    if let limit = node.take("Limit") { call.modify("limited", [("to", SwiftCall(literal: limit))]) }
    let filters = node.all("FilterName", in: "Filters").compactMap { $0["Name"] }
    addFilters(filters, to: &call)
    let (byCategory, bySeries) = (node.takeTruth("ByCategory") ?? false, node.takeTruth("BySeries") ?? false)
    if byCategory != bySeries {
      call.modify("drillable", [("by", SwiftCall(literal: byCategory ? ".category" : ".series"))])
    }
    addThresholds(of: &node, to: &call)
    if let method = node["Forecast"].flatMap({ ChartDefinition.ForecastMethod(rawValue: $0) }) {
      _ = node.take("Forecast")
      call.modify(
        "forecast",
        [
          (nil, SwiftCall(literal: ".\(method)")), ("count", node.take("ForecastCount").map { SwiftCall(literal: $0) }),
          ("season", node.take("Season").map { SwiftCall(literal: $0) }),
        ])
    }
    if let stacking = node.take("Stacking") { call.modify("stacked", [(nil, SwiftCall(literal: ".\(stacking)"))]) }
    if node.name == "Layer", let axis = node.take("Axis") {
      switch axis {
      case "primary": break
      case "secondary": call.modify("onSecondaryAxis", [])
      default: call.modify(with: [("Axis", axis)])
      }
    }
    var owner: DashboardNode? = node
    let valueAxis = axis(of: &owner, ofValues: true)
    node = owner ?? node
    if let valueAxis { call.modify("valueAxis", [(nil, valueAxis)]) }
    if let categoryAxis { call.modify("categoryAxis", [(nil, categoryAxis)]) }
    if let column = node.first("Multiples").flatMap({ column($0) }) { call.modify("multiples", [("by", column)]) }
    show(&node, in: &call)
    _ = node.take("ChartSequence")
    for (name, list) in [("TextStyle", "TextStyles"), ("SummaryRange", "SummaryRanges")] {
      for part in node.all(name, in: list) {
        call.modify("part", [(nil, .text(name)), ("in", .text(list)), (nil, attributes(of: part))])
      }
    }
    call.modify(with: node.rest)
  }

  /// Returns the series of a chart with their styles. A chart without a column can have styles.
  private static func series(_ node: DashboardNode) -> SwiftCall? {
    let styles = node.all("SeriesStyle")
    guard !styles.isEmpty else { return column(node) }
    var node = node
    var call = SwiftCall(".column")
    call.add(nil, .text(node.take("Column") ?? ""))
    call.add("title", text: node.take("DisplayName"))
    call.add("format", code: node.takeFormat())
    call.modify(with: node.rest)
    for style in styles { call.modify("part", [(nil, .text("SeriesStyle")), (nil, attributes(of: style))]) }
    return call
  }

  /// Returns the attributes of a node as a dictionary literal.
  static func attributes(of node: DashboardNode) -> SwiftCall {
    let members = node.rest.map { "\(SwiftNames.literal($0.name)): \(SwiftNames.literal($0.value))" }
    return SwiftCall(literal: members.isEmpty ? "[:]" : "[\(members.joined(separator: ", "))]")
  }

  static func addFilters(_ names: [String], to call: inout SwiftCall) {
    guard !names.isEmpty else { return }
    call.modify("filtered", names.enumerated().map { ($0 == 0 ? "by" : nil, .text($1)) })
  }

  private static func addThresholds(of node: inout DashboardNode, to call: inout SwiftCall) {
    let thresholds = [("lower", "LowerThreshold"), ("upper", "UpperThreshold"), ("reference", "ReferenceValue")]
      .compactMap { label, name in
        node.takeNumber(name).map { (Optional(label), Optional(SwiftCall(literal: $0.swiftNumber))) }
      }
    if !thresholds.isEmpty { call.modify("thresholds", thresholds) }
  }

  private static func show(_ node: inout DashboardNode, in call: inout SwiftCall) {
    var parts: [Bool: [String]] = [:]
    for part in ChartElement.allCases {
      if let isShown = node.takeTruth(MetadataVocabulary.attributeName(of: part)) {
        parts[isShown, default: []].append(".\(part)")
      }
    }
    for (isShown, name) in [(true, "showing"), (false, "hiding")] {
      if let parts = parts[isShown] { call.modify(name, parts.map { (nil, SwiftCall(literal: $0)) }) }
    }
  }

  // MARK: Channels

  /// Returns the options of an axis and removes their attributes. Nil for no options.
  private static func axis(of node: inout DashboardNode?, ofValues: Bool) -> SwiftCall? {
    var call = SwiftCall("ChartDefinition.Axis")
    if node?["Axis"] != "linear" {
      call.add(nil, code: node?.take("Axis").map { ".\($0)" })
    } else {
      _ = node?.take("Axis")
    }
    for part in AxisOptions.Part.allCases {
      let name = MetadataVocabulary.attributeName(of: part, ofValues: ofValues)
      if part == .padding || part == .width {
        call.add(part.rawValue, code: node?.takeNumber(name).map(\.swiftNumber))
      } else {
        call.add(part.rawValue, text: node?.take(name))
      }
    }
    return call.arguments?.isEmpty == false ? call : nil
  }

  static func category(_ node: DashboardNode?, _ levels: [DashboardNode] = []) -> SwiftCall {
    var node = node
    var call: SwiftCall
    if !levels.isEmpty {
      call = SwiftCall(".levels")
      for level in levels { call.add(nil, zoomingLevel(level)) }
      call.add("format", code: node?.takeFormat())
      _ = (node?.take("Column"), node?.take("DisplayName"), node?.take("Grains"))
    } else if let grains = node?.takeNames("Grains"), !grains.isEmpty, let column = node?.take("Column") {
      call = SwiftCall(".dates")
      call.add(nil, .text(column))
      let cases = grains.compactMap { ChartDefinition.Grain(rawValue: $0) }.map { ".\($0)" }
      call.add("by", code: "[\(cases.joined(separator: ", "))]")
      call.add("fiscalYearStart", code: node?.take("FiscalYearStart"))
      call.add("timeZone", text: node?.take("TimeZone"))
      call.add("fillsGaps", code: node?.takeTruth("FillGaps").map { "\($0)" })
    } else if var source = node {
      return column(source)
        ?? {
          var call = SwiftCall(literal: ".automatic")
          _ = source.take("Column")
          call.modify(with: source.rest)
          return call
        }()
    } else {
      return SwiftCall(literal: ".automatic")
    }
    call.modify(with: node?.rest ?? [])
    return call
  }

  /// Returns a column: a literal, or a call if it has a title or a format. Nil without a name.
  private static func column(_ node: DashboardNode) -> SwiftCall? {
    var node = node
    guard let name = node.take("Column") else { return nil }
    var call = SwiftCall(".column")
    call.add(nil, .text(name))
    call.add("title", text: node.take("DisplayName"))
    call.add("format", code: node.takeFormat())
    call.modify(with: node.rest)
    return call.arguments?.count == 1 && call.modifiers.isEmpty ? .text(name) : call
  }

  private static func zoomingLevel(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("ZoomingLevel")
    call.add(nil, text: node.take("CategoryColumn"))
    call.add("query", text: node.take("Query"))
    call.add("title", text: node.take("Title"))
    call.add("format", code: node.takeFormat())
    call.modify(with: node.rest)
    return call
  }

  private static func value(_ node: DashboardNode) -> SwiftCall {
    var node = node
    let expression = node.take("Expression") ?? ""
    var call = aggregate(expression) ?? SwiftCall(".value")
    if call.name == ".value" { call.add(nil, .text(expression)) }
    call.add("title", text: node.take("DisplayName"))
    if call.name == ".count", node["Format"] != nil || node["Unit"] != nil {
      call.name = ".value"
      call.arguments?.insert(.init(label: nil, value: .text(expression)), at: 0)
    }
    if call.name != ".count" { call.add("format", code: node.takeFormat()) }
    if call.name == ".value" { call.add("unit", text: node.take("Unit")) }
    call.modify(with: node.rest)
    let isPlain = call.name == ".value" && call.arguments?.count == 1 && call.modifiers.isEmpty
    return isPlain ? .text(expression) : call
  }

  /// Returns `.sum("Amount")` for `sum(Amount)`. Nil for other expressions.
  private static func aggregate(_ text: String) -> SwiftCall? {
    if text == "count()" { return SwiftCall(".count") }
    for (function, name) in [("sum", ".sum"), ("avg", ".average")] where text.hasPrefix("\(function)(") {
      guard let column = (try? Expression.parse(text))?.columnNames.first,
        text == "\(function)(\(Expression.reference(to: column)))"
      else { continue }
      var call = SwiftCall(name)
      call.add(nil, .text(column))
      return call
    }
    return nil
  }

  // MARK: Content

  private static func annotation(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("ChartAnnotation")
    call.add(nil, text: node.take("Text"))
    call.add("at", code: anchor(node.takeNumber("Value"), node.take("Category")))
    call.add("through", code: anchor(node.takeNumber("EndValue"), node.take("EndCategory")))
    call.add("color", text: node.take("Color"))
    call.modify(with: node.rest)
    return call
  }

  private static func anchor(_ value: Double?, _ category: String?) -> String? {
    switch (value?.swiftNumber, category.map(SwiftNames.literal)) {
    case (let value?, let category?): ".point(category: \(category), value: \(value))"
    case (let value?, nil): ".value(\(value))"
    case (nil, let category?): ".category(\(category))"
    case (nil, nil): nil
    }
  }

  private static func whatIfColumn(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("WhatIfColumn")
    call.add(nil, text: node.take("Name"))
    call.add("title", text: node.take("DisplayName"))
    switch (node["VariableType"], node["Value"]) {
    case ("float", _):
      _ = node.take("VariableType")
      bound(&node, &call) { Double($0)?.swiftLiteral }
    case ("integer", _?):
      _ = node.take("VariableType")
      bound(&node, &call) { text in Double(text).flatMap { Int64(exactly: $0) }?.swiftLiteral }
    default: break
    }
    call.modify(with: node.rest)
    return call
  }
}
