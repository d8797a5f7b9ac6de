import AugerDiagnostics

/// An entry of a node in JSON and YAML: an attribute, or children. Consecutive children with one name form a list.
struct TreeEntry {
  enum Value {
    case text(String)
    case nodes([AttributedNode], areNamed: Bool)
  }

  var key: String
  var value: Value

  static func entries(of node: AttributedNode, isNamed: Bool) throws(DiagnosticError) -> [TreeEntry] {
    try AttributedDocument.checkNames(of: node)
    var entries: [TreeEntry] = []
    if isNamed { entries.append(TreeEntry(key: AttributedDocument.nameKey, value: .text(node.name))) }
    var taken: Set<[UInt8]> = []
    for attribute in node.attributes {
      guard taken.insert(Array(attribute.name.utf8)).inserted else {
        throw DiagnosticError(
          Diagnostic(
            .formCannotHold, "attribute '\(attribute.name.shown)' occurs twice", at: attribute.namePlace))
      }
      entries.append(TreeEntry(key: attribute.name, value: .text(attribute.value)))
    }
    var rest = node.children[...]
    while let first = rest.first {
      let run = rest.prefix { $0.name.isSameText(as: first.name) }
      rest = rest.dropFirst(run.count)
      var key = first.name
      var number = 2
      while !taken.insert(Array(key.utf8)).inserted {
        key = "\(first.name)\(number)"
        number += 1
      }
      entries.append(
        TreeEntry(key: key, value: .nodes(Array(run), areNamed: !key.isSameText(as: first.name))))
    }
    return entries
  }
}

struct JSONTreeWriter {
  private var text = ""

  static func write(_ root: AttributedNode) throws(DiagnosticError) -> [UInt8] {
    var writer = JSONTreeWriter()
    writer.text = "{\n  \(DiagnosticRenderer.quoted(root.name)): "
    try writer.append(root, isNamed: false, indent: "  ")
    return Array((writer.text + "\n}\n").utf8)
  }

  private mutating func append(_ node: AttributedNode, isNamed: Bool, indent: String) throws(DiagnosticError) {
    let entries = try TreeEntry.entries(of: node, isNamed: isNamed)
    guard !entries.isEmpty else {
      text += "{}"
      return
    }
    let inner = indent + "  "
    text += "{\n"
    for (index, entry) in entries.enumerated() {
      text += "\(inner)\(DiagnosticRenderer.quoted(entry.key)): "
      switch entry.value {
      case .text(let value): text += DiagnosticRenderer.quoted(value)
      case .nodes(let nodes, let areNamed) where nodes.count == 1:
        try append(nodes[0], isNamed: areNamed, indent: inner)
      case .nodes(let nodes, let areNamed):
        text += "[\n"
        for (index, node) in nodes.enumerated() {
          text += inner + "  "
          try append(node, isNamed: areNamed, indent: inner + "  ")
          text += index + 1 < nodes.count ? ",\n" : "\n"
        }
        text += "\(inner)]"
      }
      text += index + 1 < entries.count ? ",\n" : "\n"
    }
    text += "\(indent)}"
  }
}

/// Writes trees as YAML. Strings are in double quotes, so that they are preserved exactly.
struct YAMLTreeWriter {
  private var text = ""

  static func write(_ root: AttributedNode) throws(DiagnosticError) -> [UInt8] {
    var writer = YAMLTreeWriter()
    writer.text = try key(root.name, root.place)
    try writer.append(root, isNamed: false, indent: "  ", inList: false)
    return Array(writer.text.utf8)
  }

  /// Appends the content after the `:` of a key or the `- ` of a list item.
  private mutating func append(
    _ node: AttributedNode, isNamed: Bool, indent: String, inList: Bool
  ) throws(DiagnosticError) {
    let entries = try TreeEntry.entries(of: node, isNamed: isNamed)
    guard !entries.isEmpty else {
      text += inList ? "{}\n" : " {}\n"
      return
    }
    if !inList { text += "\n" }
    for (index, entry) in entries.enumerated() {
      text += "\(inList && index == 0 ? "" : indent)\(try Self.key(entry.key, node.place))"
      switch entry.value {
      case .text(let value): text += " \(Self.quoted(value))\n"
      case .nodes(let nodes, let areNamed) where nodes.count == 1:
        try append(nodes[0], isNamed: areNamed, indent: indent + "  ", inList: false)
      case .nodes(let nodes, let areNamed):
        text += "\n"
        for node in nodes {
          text += "\(indent)  - "
          try append(node, isNamed: areNamed, indent: indent + "    ", inList: true)
        }
      }
    }
  }

  private static func key(_ name: String, _ place: Diagnostic.Place) throws(DiagnosticError) -> String {
    let isPlain =
      name.utf8.first.map { XMLCharacters.isLetter($0) } ?? false
      && name.utf8.allSatisfy { XMLCharacters.isLetter($0) || XMLCharacters.isDigit($0) || $0 == UInt8(ascii: "_") }
    let key = isPlain ? name : quoted(name)
    // libyaml reads keys with at most 1024 characters, including escapes.
    guard key.utf8.count <= 1000 else {
      throw DiagnosticError(
        Diagnostic(.formCannotHold, "the name '\(name.shown)' is too long for YAML", at: place))
    }
    return key + ":"
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: result += "\\\""
      case 0x5C: result += "\\\\"
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
        let hex = String(scalar.value, radix: 16, uppercase: true)
        result += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
