import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import TestSupport

/// A seeded generator of random metadata trees. It uses the nodes and attributes of the vocabulary, with hostile
/// values.
struct DashboardGenerator {
  private var chance: Chance
  private static let source = SourceText(name: "generated", text: "")

  init(seed: UInt64) { chance = Chance(seed: seed) }

  mutating func below(_ bound: Int) -> Int { chance.below(bound) }

  mutating func dashboard() -> AttributedNode { node(MetadataVocabulary.roots[0], depth: 0) }

  private mutating func node(_ description: NodeDescription, depth: Int) -> AttributedNode {
    var attributes: [NodeAttribute] = []
    for attribute in description.attributes where below(3) > 0 {
      attributes.append(named(attribute.name, value(attribute)))
    }
    // Unknown attributes are preserved too.
    if below(10) == 0 { attributes.append(named("xsi:extra", text())) }
    for index in attributes.indices.reversed() where index > 0 { attributes.swapAt(index, below(index + 1)) }
    var children: [AttributedNode] = []
    if depth < 5, !description.children.isEmpty {
      for _ in 0..<below(depth == 0 ? 5 : 4) {
        let child = description.children[below(description.children.count)]
        for _ in 0...below(3) { children.append(node(child.node, depth: depth + 1)) }
      }
    }
    return AttributedNode(
      name: description.name, nameSpan: SourceSpan(0, 0), attributes: attributes, children: children,
      span: SourceSpan(0, 0), in: Self.source)
  }

  private func named(_ name: String, _ value: String) -> NodeAttribute {
    NodeAttribute(
      name: name, nameSpan: SourceSpan(0, 0), value: value, valueSpan: SourceSpan(0, 0), in: Self.source)
  }

  private mutating func value(_ attribute: AttributeDescription) -> String {
    if !attribute.allowedValues.isEmpty, below(4) > 0 {
      return attribute.allowedValues[below(attribute.allowedValues.count)]
    }
    return text()
  }

  private static let pieces = [
    "", " ", "a", "Region", "SalesAmount * 2", "'x'", "\"", "&", "<", ">", "&amp;", "]]>", "\n", "\t", "\r\n", "\r",
    "é",
    "e\u{301}", "日本", "😀", "\u{85}", "\u{2028}", "\u{A0}", "\u{FEFF}", "$hike", ": ", "- ", "#", "%", "*a", "!t", "{}",
    "[", "null", "~", "yes", "012", "1:30", "1e5", "true", "\\", "\\n", "\\u0041", "\u{7F}", "`", "@", "|", "?", "=",
    "<<",
    "x" + String(repeating: "long ", count: 40), "</string>", "<!--", "--", "<![CDATA[",
  ]

  private mutating func text() -> String {
    (0..<below(4)).map { _ in Self.pieces[below(Self.pieces.count)] }.joined()
  }
}
