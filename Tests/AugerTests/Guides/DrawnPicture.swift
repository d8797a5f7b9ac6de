import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of an SVG picture with their attributes, for tests that compare positions.
final class DrawnPicture: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""
    /// The classes of the groups that contain it.
    var groups: [String] = []
    /// The values of `data-category` of the innermost group.
    var category: String?

    /// A number of an attribute; NaN without it.
    subscript(_ attribute: String) -> Double { attributes[attribute].flatMap(Double.init) ?? .nan }
  }

  private(set) var elements: [Element] = []
  private var open: [Element] = []

  init(_ svg: String) {
    super.init()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = self
    _ = parser.parse()
  }

  func elements(_ name: String, in group: String? = nil) -> [Element] {
    elements.filter { $0.name == name && (group == nil || $0.groups.contains(group ?? "")) }
  }

  /// The elements of a node of a diagram, or of a category.
  func elements(_ name: String, ofCategory category: Int) -> [Element] {
    elements.filter { $0.name == name && $0.category == "\(category)" }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    var element = Element(name: name, attributes: attributes)
    element.groups = open.compactMap { $0.attributes["class"] }
    element.category = open.last { $0.attributes["data-category"] != nil }?.attributes["data-category"]
    open.append(element)
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if !open.isEmpty { open[open.count - 1].text += text }
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    if let element = open.popLast() { elements.append(element) }
  }
}
