/// Rules for C files.
enum CCode {
  static func isC(_ path: String) -> Bool {
    [".c", ".h", ".cc", ".cpp", ".m", ".mm", ".S"].contains { path.hasSuffix($0) }
  }

  /// Returns the lines that begin a function or a function-making macro without a `Sound:` comment above them.
  static func unexplained(_ text: String) -> [Int] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { index in
      guard beginsFunction(lines[index]) else { return false }
      let comment = lines[..<index].reversed().prefix { $0.hasPrefix("//") }
      return !comment.contains { $0.contains("Sound: ") }
    }
  }

  private static func beginsFunction(_ line: Substring) -> Bool {
    let isMacro = line.hasPrefix("#define ") && line.hasSuffix("\\")
    let isDeclaration = line.first.map { $0.isLetter || $0 == "_" } == true && !line.hasSuffix(";")
    let isCall = line.prefix { $0 != "(" }.allSatisfy { $0.isUppercase || $0 == "_" }
    return isMacro || isDeclaration && line.contains("(") && !isCall
  }
}
