import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerMetadata

/// A generator for a dashboard in Swift, which equals a dashboard that was read from a file.
package struct DashboardGenerator: Sendable {
  /// The file of the dashboard, for the comment at the top: `sales.xml`.
  package var origin: String

  package init(origin: String) { self.origin = origin }

  /// Returns the text of a Swift file with one constant. The same input produces the same bytes.
  ///
  /// Throws `formCannotHold` for a dashboard that was not read.
  package func file(_ dashboard: Dashboard) throws(AugerError) -> String {
    guard let tree = dashboard.tree else {
      throw AugerError(
        .formCannotHold, operation: "write dashboard '\(dashboard.name)' in Swift", "the dashboard was not read")
    }
    let name = Self.constantName(for: dashboard.name)
    let start = "public let \(name): Dashboard = "
    let call = Self.call(MetadataNode(tree), named: dashboard.name)
    let lines = call.lines(indent: 0, lead: start.unicodeScalars.count)
    return """
      // Written by `auger generate swift --dashboard` from \(SwiftNames.comment(origin)).

      import Auger

      /// The dashboard '\(SwiftNames.comment(dashboard.name))'.
      \(start)\(lines.joined(separator: "\n"))

      """
  }

  /// Returns the name of the constant of a dashboard: `sales` → `salesDashboard`.
  package static func constantName(for dashboard: String) -> String {
    var names = SwiftNames()
    return names.variable(dashboard + " dashboard")
  }

  private static let itemNames = [
    "Chart", "DAPanel", "DrillDownGroup", "OverlayGroup", "TreeMapGroup", "DataGrid", "Diagram",
    "CustomItem",
  ]

  private static func call(_ root: MetadataNode, named name: String) -> SwiftCall {
    let description = MetadataVocabulary.roots.first { $0.name == root.name }
    let whole = DashboardNode(root, as: description)
    var call = SwiftCall("Dashboard")
    call.add(nil, .text(name))
    switch root.name {
    case "MobileAnalytic":
      if let dashboard = whole.first("Dashboard") { add(dashboard, to: &call) }
      if let layout = whole.first("DashboardLayout") { add(layout: layout, to: &call) }
    case "Dashboard": add(whole, to: &call)
    default: call.content = [part(whole)]
    }
    return call
  }

  private static func add(_ dashboard: DashboardNode, to call: inout SwiftCall) {
    var dashboard = dashboard
    call.add("title", text: dashboard.take("Title"))
    call.add("theme", text: dashboard.take("Theme"))
    let filters = DashboardNode.sorted(dashboard.all("Filter", in: "Filters"), by: "Sequence")
    call.content =
      dashboard.all("Variable", in: "Variables").map(variable) + filters.map(filter)
      + dashboard.parts(itemNames).map(part)
  }

  static func part(_ node: DashboardNode) -> SwiftCall {
    switch node.name {
    case "DAPanel": panel(node)
    case "DrillDownGroup": drillDownGroup(node)
    case "OverlayGroup": overlayGroup(node)
    case "TreeMapGroup": treeMapGroup(node)
    case "DataGrid": dataGrid(node)
    case "Diagram": diagram(node)
    case "CustomItem": customItem(node)
    default: chart(node)
    }
  }

  // MARK: Controls

  private static func filter(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("Filter")
    let name = node.take("Name") ?? ""
    call.add(nil, .text(name))
    call.add("query", text: node.take("SourceQuery"))
    let column = node.take("Column")
    if column != name { call.add("column", text: column) }
    let kind = node.take("FilterType")
    if kind != "picklist" { call.add("kind", code: kind.map { ".\($0)" }) }
    call.add("title", text: node.take("DisplayName"))
    let others = node.takeNames("DependsOn") ?? []
    if !others.isEmpty { call.add("dependsOn", list(others)) }
    call.modify(with: node.rest)
    return call
  }

  private static func panel(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("Panel")
    call.add(nil, text: node.take("Name"))
    let variables = DashboardNode.sorted(node.all("VariableName"), by: "Sequence")
    call.add("variables", list(variables.compactMap { $0["Name"] }.map { String($0.dropFirst()) }))
    call.add("title", text: node.take("Title"))
    _ = node.take("ChartSequence")
    call.modify(with: node.rest)
    return call
  }

  private static func customItem(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("Panel")
    call.add(nil, text: node.take("Name"))
    call.add("title", text: node.take("Title"))
    // A panel without text and query would be one of controls.
    if node["Query"] == nil { call.add("text", .text(node.take("Text") ?? "")) }
    call.add("query", text: node.take("Query"))
    call.add("alternative", text: node.take("Alternative"))
    call.modify(with: node.rest)
    return call
  }

  private static func variable(_ node: DashboardNode) -> SwiftCall {
    var node = node
    var call = SwiftCall("Variable")
    call.add(nil, text: node.take("Name").map { String($0.dropFirst()) })
    switch node["VariableType"] {
    case "boolean": call.add("value", code: node.takeTruth("Value").map { "\($0)" })
    case "enum": addChoices(of: &node, to: &call)
    case "integer": bound(&node, &call) { text in Double(text).flatMap { Int64(exactly: $0) }?.swiftLiteral }
    case "float": bound(&node, &call) { Double($0)?.swiftLiteral }
    default: bound(&node, &call, dateCode)
    }
    if isTypeClear(of: node, call) { _ = node.take("VariableType") }
    call.add("title", text: node.take("DisplayName"))
    call.modify(with: node.rest)
    return call
  }

  /// Returns true if the Swift type of the value is that of the variable: a date and time can also be written as a
  /// date.
  private static func isTypeClear(of node: DashboardNode, _ call: SwiftCall) -> Bool {
    let value = call.arguments?.first { $0.label == "value" }?.value.name ?? ""
    return switch node["VariableType"] {
    case "date": value.hasPrefix("CivilDate")
    case "datetime": value.hasPrefix("Timestamp")
    default: true
    }
  }

  private static func dateCode(_ text: String) -> String? {
    switch DateCall.parse(text) {
    case .date(let date)?: "CivilDate(days: \(Int64(date.days).swiftLiteral))"
    case .timestamp(let moment)?: "Timestamp(microseconds: \(moment.microseconds.swiftLiteral))"
    default: nil
    }
  }

  /// Adds the value, the bounds and the step of a variable or a what-if column.
  static func bound(_ node: inout DashboardNode, _ call: inout SwiftCall, _ code: (String) -> String?) {
    if let value = node["Value"].flatMap(code) {
      _ = node.take("Value")
      call.add("value", code: value)
    }
    if let lower = node["Min"].flatMap(code), let upper = node["Max"].flatMap(code), isSameKind(lower, upper) {
      _ = (node.take("Min"), node.take("Max"))
      call.add("in", code: "\(lower)...\(upper)")
    }
    call.add("step", code: node.takeNumber("Step").map(\.swiftLiteral))
  }

  /// Returns true for two numbers, two dates or two timestamps.
  private static func isSameKind(_ a: String, _ b: String) -> Bool {
    a.split(separator: "(").count == 1 || a.prefix { $0 != "(" } == b.prefix { $0 != "(" }
  }

  private static func addChoices(of node: inout DashboardNode, to call: inout SwiftCall) {
    let choices = node.all("Choice", in: "Choices")
    let values = choices.map { $0["Value"] ?? "" }
    let pairs = zip(choices, values).map { choice, value in
      var choice = choice
      return "\(SwiftNames.literal(value)): \(SwiftNames.literal(choice.take("Display") ?? value))"
    }
    var list = SwiftCall(literal: "[:]")
    list.elements = pairs.isEmpty ? nil : pairs
    call.add("choices", list)
    guard let index = node["Selection"].flatMap({ Int($0) }), values.indices.contains(index),
      values.firstIndex(of: values[index]) == index
    else { return }
    _ = node.take("Selection")
    if index > 0 { call.add("selected", .text(values[index])) }
  }

  // MARK: Layout

  private static func add(layout: DashboardNode, to call: inout SwiftCall) {
    for name in ["Landscape", "Portrait"] {
      guard var arrangement = layout.first(name) else { continue }
      let frames = arrangement.all("Layout").map { node in
        var node = node
        var frame = SwiftCall("ItemFrame")
        for edge in ["Left", "Top", "Width", "Height"] {
          frame.add(edge.lowercased(), code: node.takeNumber(edge).map(\.swiftNumber))
        }
        return "\(SwiftNames.literal(node["Name"] ?? "")): \(frame.line ?? "")"
      }
      var modifier = SwiftCall(".layout")
      modifier.add(nil, code: ".\(name.lowercased())")
      if layout["Scale"] == "Points" { modifier.add("scale", code: ".points") }
      modifier.add("contentWidth", code: arrangement.takeNumber("ContentWidth").map(\.swiftNumber))
      modifier.add("contentHeight", code: arrangement.takeNumber("ContentHeight").map(\.swiftNumber))
      var list = SwiftCall(literal: "[:]")
      list.elements = frames.isEmpty ? nil : frames
      modifier.add("frames", list)
      call.modifiers.append(modifier)
    }
  }

  static func list(_ names: [String]) -> SwiftCall {
    SwiftCall(literal: "[\(names.map(SwiftNames.literal).joined(separator: ", "))]")
  }
}

extension Double {
  /// The number as a Swift literal, if the type is known: `10`.
  var swiftNumber: String {
    let text = swiftLiteral
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
