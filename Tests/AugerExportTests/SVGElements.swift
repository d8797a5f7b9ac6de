import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The elements of a picture in document order, read by Foundation's XML parser.
final class SVGElements: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var text = ""

    subscript(attribute: String) -> String? { attributes[attribute] }

    func number(_ attribute: String) -> Double { attributes[attribute].flatMap(Double.init) ?? .nan }
  }

  private(set) var all: [Element] = []
  private(set) var isWellFormed = false
  private var open: [Int] = []

  init(_ bytes: [UInt8]) {
    super.init()
    let parser = XMLParser(data: Data(bytes))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  /// The elements that represent a value.
  var marks: [Element] { all.filter { $0["data-category"] != nil || $0["data-item"] != nil } }

  /// Returns the texts at the start of the group with a class.
  func texts(in name: String) -> [String] {
    all.drop { $0["class"] != name }.dropFirst().prefix { $0.name == "text" }.map(\.text)
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(all.count)
    all.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.last { all[last].text += text }
  }
}
