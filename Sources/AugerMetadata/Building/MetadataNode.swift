import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments

/// Building: the parts of a dashboard in Swift. Each part is a node of the dashboard language, so that `Reading` reads
/// a dashboard in Swift like one from a file.

/// A node of the dashboard language with its attributes and children. Parts of a dashboard store their content in it.
public struct MetadataNode: Hashable, Sendable {
  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package var name: String
  package var attributes: [Attribute]
  package var children: [MetadataNode]

  /// Creates a node. Attributes without a value are omitted.
  package init(
    _ name: String, _ attributes: KeyValuePairs<String, String?> = [:], children: [MetadataNode] = []
  ) {
    self.name = name
    self.attributes = attributes.compactMap { name, value in value.map { Attribute(name, $0) } }
    self.children = children
  }

  /// The value of an attribute. Nil removes it.
  package subscript(name: String) -> String? {
    get { attributes.first { $0.name.isSame(as: name) }?.value }
    set {
      let index = attributes.firstIndex { $0.name.isSame(as: name) }
      switch (index, newValue) {
      case (let index?, let value?): attributes[index].value = value
      case (let index?, nil): attributes.remove(at: index)
      case (nil, let value?): attributes.append(Attribute(name, value))
      case (nil, nil): break
      }
    }
  }

  /// Appends nodes to the child with a name, which is created if necessary.
  mutating func append(_ nodes: [MetadataNode], to list: String) {
    guard !nodes.isEmpty else { return }
    if let index = children.firstIndex(where: { $0.name.isSame(as: list) }) {
      children[index].children += nodes
    } else {
      children.append(MetadataNode(list, children: nodes))
    }
  }

  /// Replaces the children with the name of `node`.
  mutating func replace(with node: MetadataNode) {
    children.removeAll { $0.name.isSame(as: node.name) }
    children.append(node)
  }

  /// Returns the node with another name: a chart is a layer in an overlay.
  func renamed(_ name: String) -> MetadataNode {
    var node = self
    node.name = name
    return node
  }

  mutating func set(_ format: ValueFormat?) {
    guard let format else { return }
    self["Format"] = format.description
    if case .currency(let code?) = format { self["CurrencyCode"] = code }
  }
}

extension [MetadataNode] {
  /// Returns the nodes with their numbers from 1. A single node needs no number, and explicit numbers are preserved.
  func numbered(_ attribute: String) -> [MetadataNode] {
    guard count > 1, !contains(where: { $0[attribute] != nil }) else { return self }
    return enumerated().map { index, node in
      var node = node
      node[attribute] = "\(index + 1)"
      return node
    }
  }
}

// MARK: Trees with positions

extension MetadataNode {
  /// Returns the tree for the reader, with attributes and children in the order of the language. Positions are paths
  /// of names in the dashboard: `sales#Chart 'Regions'/Values/Value 2/Expression`.
  ///
  /// - Parameters:
  ///   - path: The path of the node; empty for the root.
  func tree(as description: NodeDescription?, of dashboard: String, at path: String = "") -> AttributedNode {
    func source(_ text: String, _ part: String) -> SourceText {
      let keyPath = [path, part].filter { !$0.isEmpty }.joined(separator: "/")
      return SourceText(name: dashboard, text: text, keyPath: keyPath.isEmpty ? nil : keyPath)
    }
    let order = description?.attributes.map(\.name) ?? []
    let attributes = Self.sorted(self.attributes, by: { name in order.firstIndex { $0.isSame(as: name) } }, \.name)
    let children = Self.sorted(self.children, by: { name in description?.rank(ofChild: name) }, \.name)
    return AttributedNode(
      name: name, nameSpan: SourceSpan(0, name.utf8.count),
      attributes: attributes.map { attribute in
        let text = source(attribute.value, attribute.name)
        return NodeAttribute(
          name: attribute.name, nameSpan: SourceSpan(0, 0), value: attribute.value,
          valueSpan: SourceSpan(0, attribute.value.utf8.count), in: text)
      },
      children: children.enumerated().map { index, child in
        let place = [path, child.title(at: index, among: children)].filter { !$0.isEmpty }.joined(separator: "/")
        return child.tree(as: description?.child(child.name)?.node, of: dashboard, at: place)
      },
      span: SourceSpan(0, name.utf8.count), in: source(name, path.isEmpty ? name : ""))
  }

  /// Returns the name of the node in a path: `Chart 'Regions'`, or `Value 2` if it has namesakes.
  private func title(at index: Int, among siblings: [MetadataNode]) -> String {
    if let name = self["Name"], !name.isEmpty { return "\(self.name) '\(name.shown)'" }
    guard siblings.count(where: { $0.name.isSame(as: name) }) > 1 else { return name }
    return "\(name) \(siblings[...index].count { $0.name.isSame(as: name) })"
  }

  private static func sorted<Item>(
    _ items: [Item], by rank: (String) -> Int?, _ name: (Item) -> String
  ) -> [Item] {
    let ranked = items.enumerated().map { (rank: rank(name($1)) ?? .max, index: $0, item: $1) }
    return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.item)
  }

  /// Creates a node from a tree that was read.
  package init(_ tree: AttributedNode) {
    name = tree.name
    attributes = tree.attributes.map { Attribute($0.name, $0.value) }
    children = tree.children.map { MetadataNode($0) }
  }

  /// Returns a value without surrounding white space, like the reader.
  package static func trimmed(_ value: String) -> String { value.trimmed }
}

extension NodeDescription {
  /// Returns the rank of a child among its siblings. Kinds of which several are allowed share one, because their order
  /// has a meaning.
  fileprivate func rank(ofChild name: String) -> Int? {
    guard let index = children.firstIndex(where: { $0.name.isSame(as: name) }) else { return nil }
    switch children[index].count {
    case .one, .atMostOne: return index
    case .any, .atLeastOne: return children.count
    }
  }
}

// MARK: Parts

/// A part of a dashboard in Swift. Only types of this library conform to it.
public protocol MetadataPart: Hashable, Sendable {
  /// The content of the part, which its initializers and modifiers set.
  var node: MetadataNode { get set }
}

extension MetadataPart {
  /// Returns a copy with an attribute of the dashboard language, for attributes without a modifier:
  /// `chart.attribute("Unit", to: "k€")`.
  ///
  /// The reference of the dashboard language lists all attributes. Unknown attributes and invalid values are reported
  /// by ``Dashboard/validate()``.
  public func attribute(_ name: String, to value: String) -> Self {
    var part = self
    part.node[name] = value
    return part
  }

  /// Returns a copy with a node of the dashboard language, for nodes without a type:
  /// `chart.part("TextStyle", in: "TextStyles", ["Role": "title", "Size": "20"])`.
  ///
  /// Unknown nodes and attributes are reported by ``Dashboard/validate()``.
  ///
  /// - Parameters:
  ///   - name: The name of the node.
  ///   - list: The node that contains it. Nil for the part itself.
  ///   - attributes: The attributes of the node.
  public func part(_ name: String, in list: String? = nil, _ attributes: KeyValuePairs<String, String>) -> Self {
    var node = MetadataNode(name)
    for (key, value) in attributes { node[key] = value }
    return with { part in
      if let list { part.append([node], to: list) } else { part.children.append(node) }
    }
  }

  func with(_ change: (inout MetadataNode) -> Void) -> Self {
    var part = self
    change(&part.node)
    return part
  }
}

/// A filter, a variable or an item of a dashboard.
public protocol DashboardPart: MetadataPart {}

/// An item of a dashboard, which a layout can place: a chart, a group, a grid, a panel or a diagram.
public protocol DashboardItem: DashboardPart {}

extension DashboardItem {
  /// The name, unique in its dashboard.
  public var name: String { node["Name"] ?? "" }
}
