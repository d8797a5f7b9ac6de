import AugerDiagnostics

/// Writes trees as XML: nodes as elements, attributes as attributes, with two spaces of indentation per level.
struct XMLWriter {
  private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  static func write(_ root: AttributedNode) throws(DiagnosticError) -> [UInt8] {
    var writer = XMLWriter()
    try writer.append(root, indent: "")
    return Array(writer.text.utf8)
  }

  private mutating func append(_ node: AttributedNode, indent: String) throws(DiagnosticError) {
    try Self.checkName(node.name, node.place)
    text += "\(indent)<\(node.name)"
    var names: Set<[UInt8]> = []
    for attribute in node.attributes {
      try Self.checkName(attribute.name, attribute.namePlace)
      guard names.insert(Array(attribute.name.utf8)).inserted else {
        throw Self.refusal("attribute '\(attribute.name.shown)' occurs twice", attribute.namePlace)
      }
      text += " \(attribute.name)=\"\(try Self.escaped(attribute.value, attribute.place, inAttribute: true))\""
    }
    guard !node.children.isEmpty else {
      text += "/>\n"
      return
    }
    text += ">\n"
    for child in node.children { try append(child, indent: indent + "  ") }
    text += "\(indent)</\(node.name)>\n"
  }

  /// Escapes text between tags.
  static func escapedText(_ text: String, _ node: AttributedNode) throws(DiagnosticError) -> String {
    try escaped(text, node.place, inAttribute: false)
  }

  private static func escaped(
    _ text: String, _ place: Diagnostic.Place, inAttribute: Bool
  ) throws(DiagnosticError) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result.append(contentsOf: "&amp;".unicodeScalars)
      case "<": result.append(contentsOf: "&lt;".unicodeScalars)
      case ">": result.append(contentsOf: "&gt;".unicodeScalars)
      case "\"" where inAttribute: result.append(contentsOf: "&quot;".unicodeScalars)
      // Readers convert them to spaces, or convert two line ends to one.
      case "\r": result.append(contentsOf: "&#13;".unicodeScalars)
      case "\n" where inAttribute: result.append(contentsOf: "&#10;".unicodeScalars)
      case "\t" where inAttribute: result.append(contentsOf: "&#9;".unicodeScalars)
      default:
        guard XMLCharacters.isCharacter(scalar.value) else {
          throw refusal(
            "XML must not contain the character U+\(String(scalar.value, radix: 16, uppercase: true))", place)
        }
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func checkName(_ name: String, _ place: Diagnostic.Place) throws(DiagnosticError) {
    var isFirst = true
    for scalar in name.unicodeScalars {
      let isPlain = scalar.value < 0x80
      let fits =
        isFirst
        ? isPlain
          ? XMLCharacters.isNameStartByte(UInt8(scalar.value)) : XMLCharacters.isNameStart(scalar.value)
        : isPlain ? XMLCharacters.isNameByte(UInt8(scalar.value)) : XMLCharacters.isName(scalar.value)
      guard fits else { throw refusal("'\(name.shown)' is not a valid XML name", place) }
      isFirst = false
    }
    if isFirst { throw refusal("an XML name must not be empty", place) }
  }

  private static func refusal(_ message: String, _ place: Diagnostic.Place) -> DiagnosticError {
    DiagnosticError(Diagnostic(.formCannotHold, message, at: place, hint: "JSON and YAML can hold it."))
  }
}
