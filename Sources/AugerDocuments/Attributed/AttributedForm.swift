/// The file format of a tree of named nodes with attributes.
package enum AttributedForm: String, Sendable, Hashable, CaseIterable {
  case xml
  /// A property list as XML.
  case propertyList = "plist"
  /// A property list in binary.
  case binaryPropertyList = "binary-plist"
  case json
  case yaml

  /// Creates the format of a file name extension. Nil for other extensions. `.plist` is the XML format.
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

  /// Creates the format of a file: determined by its first bytes, otherwise by its name, otherwise XML.
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
