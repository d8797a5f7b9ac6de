import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// A node of a dashboard whose attributes and children are taken one after the other. The remaining attributes are
/// those without an argument or a modifier in Swift.
struct DashboardNode {
  let name: String
  private var attributes: [MetadataNode.Attribute]
  private let children: [MetadataNode]
  private let description: NodeDescription?

  /// Reads a node of a valid dashboard. Old spellings become the current ones, and attributes without a meaning are
  /// omitted.
  init(_ node: MetadataNode, as description: NodeDescription?) {
    self.description = description
    name = node.name
    let known = description?.attributes ?? []
    attributes = node.attributes.compactMap { attribute in
      let match = known.first { $0.name == attribute.name || $0.oldSpellings.contains(attribute.name) }
      guard let match else { return nil }
      let isCurrent = match.name == attribute.name
      if !isCurrent, node.attributes.contains(where: { $0.name == match.name }) { return nil }
      let isExact = description?.name == "Choice"
      return MetadataNode.Attribute(match.name, isExact ? attribute.value : MetadataNode.trimmed(attribute.value))
    }
    children = node.children
  }

  // MARK: Attributes

  /// Returns and removes the text of an attribute. Nil if it is absent or empty.
  mutating func take(_ name: String) -> String? {
    guard let text = takeAny(name), !text.isEmpty else { return nil }
    return text
  }

  /// Returns and removes the text of an attribute, which can be empty.
  mutating func takeAny(_ name: String) -> String? {
    guard let index = attributes.firstIndex(where: { $0.name == name }) else { return nil }
    return attributes.remove(at: index).value
  }

  subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }

  /// Returns and removes a number.
  mutating func takeNumber(_ name: String) -> Double? { take(name).flatMap { Double($0) } }

  /// Returns and removes a truth value. An empty text is false.
  mutating func takeTruth(_ name: String) -> Bool? {
    takeAny(name).map { ["true", "yes", "1"].contains($0.lowercased()) }
  }

  /// Returns and removes the names of a list.
  mutating func takeNames(_ name: String) -> [String]? {
    takeAny(name).map { text in
      text.split(separator: ",").map { MetadataNode.trimmed(String($0)) }.filter { !$0.isEmpty }
    }
  }

  /// Returns and removes a format, as Swift code.
  mutating func takeFormat() -> String? {
    guard let name = self["Format"], !name.isEmpty,
      let format = try? ValueFormat.parse(name, currencyCode: self["CurrencyCode"])
    else { return nil }
    _ = take("Format")
    if case .currency = format { _ = take("CurrencyCode") }
    return Self.code(format)
  }

  private static func code(_ format: ValueFormat) -> String {
    switch format {
    case .month: ".month"
    case .shortMonth: ".shortMonth"
    case .weekDay: ".weekDay"
    case .shortWeekDay: ".shortWeekDay"
    case .shortDate: ".shortDate"
    case .longDate: ".longDate"
    case .currency(let code): ".currency(\(code.map(SwiftNames.literal) ?? ""))"
    case .percent: ".percent"
    case .percentage: ".percentage"
    case .rounded(let digits): ".rounded(\(digits))"
    case .pattern(let pattern): ".pattern(\(SwiftNames.literal(pattern)))"
    }
  }

  /// The remaining attributes in the order of the file. An empty text has a meaning only for a truth value.
  var rest: [(name: String, value: String)] {
    attributes.compactMap { attribute in
      let isTruth = description?.attributes.first { $0.name == attribute.name }?.kind == .truth
      return attribute.value.isEmpty && !isTruth ? nil : (attribute.name, attribute.value)
    }
  }

  // MARK: Children

  /// Returns the children with a name, in the order of the file.
  func all(_ name: String) -> [DashboardNode] {
    guard let child = description?.children.first(where: { $0.name == name }) else { return [] }
    return children.filter { $0.name == name || child.oldSpellings.contains($0.name) }
      .map { DashboardNode($0, as: child.node) }
  }

  func first(_ name: String) -> DashboardNode? { all(name).first }

  /// Returns the children of a list: the values of `Values`.
  func all(_ name: String, in list: String) -> [DashboardNode] { first(list)?.all(name) ?? [] }

  /// Returns all children with their kinds, in the order of the file.
  func parts(_ names: [String]) -> [DashboardNode] {
    children.compactMap { node in
      names.contains(node.name)
        ? DashboardNode(node, as: description?.children.first { $0.name == node.name }?.node) : nil
    }
  }

  /// Returns nodes in the order of their numbers, and removes the numbers.
  static func sorted(_ nodes: [DashboardNode], by attribute: String) -> [DashboardNode] {
    var numbered: [(number: Int, index: Int, node: DashboardNode)] = []
    for (index, node) in nodes.enumerated() {
      var node = node
      numbered.append((node.take(attribute).flatMap { Int($0) } ?? .max, index, node))
      numbered[index].node = node
    }
    return numbered.sorted { ($0.number, $0.index) < ($1.number, $1.index) }.map(\.node)
  }
}

extension Double {
  /// The number as a Swift literal of type `Double`: `10.0`.
  var swiftLiteral: String {
    let text = NumberText.shortest(self)
    return text.utf8.contains(UInt8(ascii: ".")) || text.utf8.contains(UInt8(ascii: "e")) ? text : text + ".0"
  }
}

extension Int64 {
  /// The number as a Swift literal. Long numbers have a `_` before every three digits.
  var swiftLiteral: String {
    let digits = String(magnitude)
    guard digits.utf8.count > 6 else { return String(self) }
    var groups: [Substring] = []
    var rest = digits[...]
    while !rest.isEmpty {
      groups.insert(rest.suffix(3), at: 0)
      rest = rest.dropLast(3)
    }
    return (self < 0 ? "-" : "") + groups.joined(separator: "_")
  }
}
