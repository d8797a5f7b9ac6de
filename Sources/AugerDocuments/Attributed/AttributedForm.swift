/// How a tree of named nodes with attributes is written.
package enum AttributedForm: String, Sendable, Hashable, CaseIterable {
  case xml
  /// A property list as XML.
  case propertyList = "plist"
  /// A property list in binary.
  case binaryPropertyList = "binary-plist"
  case json
  case yaml

  /// The form that the ending of a file's name says; nil for other endings. `.plist` is the XML one.
  package init?(fileName: String) {
    let ending = fileName.split(separator: ".", omittingEmptySubsequences: false).last.map { $0.lowercased() }
    switch ending {
    case "xml": self = .xml
    case "plist": self = .propertyList
    case "json": self = .json
    case "yaml", "yml": self = .yaml
    default: return nil
    }
  }

  /// The form of a file: what its first bytes prove, else what its name says, else XML.
  package init(bytes: [UInt8], fileName: String) {
    if bytes.starts(with: "bplist".utf8) {
      self = .binaryPropertyList
      return
    }
    if let form = AttributedForm(fileName: fileName) {
      self = form
      return
    }
    let first = bytes.first { !XMLCharacters.isSpace($0) }
    self = first == UInt8(ascii: "{") ? .json : .xml
  }
}
