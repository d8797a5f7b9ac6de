import AugerDiagnostics

/// Writes trees as property lists in XML.
struct PropertyListWriter {
  private var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  static func write(_ root: AttributedNode) throws(DiagnosticError) -> [UInt8] {
    var writer = PropertyListWriter()
    try writer.append(root, indent: "")
    return Array((writer.text + "</plist>\n").utf8)
  }

  private mutating func append(_ node: AttributedNode, indent: String) throws(DiagnosticError) {
    try AttributedDocument.checkNames(of: node)
    text += "\(indent)<dict>\n"
    let inner = indent + "  "
    func entry(_ key: String, _ value: String) throws(DiagnosticError) -> String {
      "\(inner)<key>\(try XMLWriter.escapedText(key, node))</key>\n"
        + "\(inner)<string>\(try XMLWriter.escapedText(value, node))</string>\n"
    }
    text += try entry(AttributedDocument.nameKey, node.name)
    for attribute in node.attributes { text += try entry(attribute.name, attribute.value) }
    for (key, child) in PropertyListKeys.keys(of: node) {
      text += "\(inner)<key>\(try XMLWriter.escapedText(key, node))</key>\n"
      try append(child, indent: inner)
    }
    text += "\(indent)</dict>\n"
  }
}
