struct SwiftNames {
  private var taken: [String] = []

  /// Returns an unused name that starts with a lowercase letter. `ResellerByCountry` becomes `resellerByCountry`,
  /// `ROI 2012` becomes `roi2012`, and `in` becomes `` `in` ``.
  mutating func variable(_ name: String) -> String {
    let words = Self.words(of: name)
    var text = (words.first.map(Self.lowercasedStart) ?? "") + words.dropFirst().map(Self.capitalized).joined()
    if text.isEmpty { text = "query" }
    if text.unicodeScalars.first.map({ Self.isDigit($0) }) == true { text = "_" + text }
    var candidate = text
    var number = 2
    while taken.contains(candidate) {
      candidate = "\(text)\(number)"
      number += 1
    }
    taken.append(candidate)
    return Self.reserved.contains(candidate) ? "`\(candidate)`" : candidate
  }

  /// Returns the name of a type: `sales-2012` → `Sales2012`.
  static func type(_ name: String) -> String {
    let text = words(of: name).map(capitalized).joined()
    return text.unicodeScalars.first.map { isDigit($0) } == true ? "_" + text : text
  }

  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns a text for a comment: one line, without characters that end the comment.
  static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map {
          $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x2028 || $0.value == 0x2029 ? " " : $0
        }))
  }

  private static func words(of name: String) -> [String] {
    name.unicodeScalars.split { !isDigit($0) && !$0.properties.isXIDStart }.map { String($0) }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

  /// Returns the word with its initial capitals in lowercase: `ROI` → `roi`, `URLList` → `urlList`, `Region` →
  /// `region`.
  private static func lowercasedStart(_ word: String) -> String {
    let capitals = word.prefix { $0.isUppercase }
    if capitals.count == word.count { return word.lowercased() }
    let count = max(1, capitals.count - 1)
    return word.prefix(count).lowercased() + word.dropFirst(count)
  }

  /// The words that functions and parameters can only use as names in backticks.
  private static let reserved: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "private", "precedencegroup", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]
}
