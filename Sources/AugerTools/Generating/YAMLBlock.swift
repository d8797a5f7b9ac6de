import AugerDiagnostics

/// Lines of text as the value of a key of YAML.
enum YAMLBlock {
  /// `KEY: |` and the lines below it; or all on one line, in quotes, where a line has what ends a line or is not
  /// printable: names of columns may, and would go on outside of the block.
  static func lines(_ key: String, _ lines: [String], indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard lines.allSatisfy({ $0.unicodeScalars.allSatisfy(isPlain) }) else {
      return ["\(margin)\(key): \(DiagnosticRenderer.quoted(lines.joined(separator: "\n")))"]
    }
    return ["\(margin)\(key): |"] + lines.map { "\(margin)  \($0)" }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
