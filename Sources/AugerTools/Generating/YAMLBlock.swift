import AugerDiagnostics

/// The lines of a text as a YAML value.
enum YAMLBlock {
  /// Returns `KEY: |` followed by the lines.
  ///
  /// If a line contains line separators or unprintable characters, returns a quoted string on one line. Column names
  /// can contain such characters, which would end the block.
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
