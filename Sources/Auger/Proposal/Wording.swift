/// Names of tables and columns as people read them, and as queries can be called.
enum Wording {
  /// The words of a name: `BillingCountry`, `billing_country` and `billing country` have the same two.
  static func words(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let scalars = Array(name.unicodeScalars)
    func end() {
      if !word.isEmpty { words += parted(word) }
      word = ""
    }
    for (index, scalar) in scalars.enumerated() {
      guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        end()
        continue
      }
      let isUpper = scalar.properties.isUppercase
      let wasLower = index > 0 && scalars[index - 1].properties.isLowercase
      // The last capital of `IMDBRating` begins a word.
      let wasUpper = index > 0 && scalars[index - 1].properties.isUppercase
      let isNextLower = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
      if isUpper, wasLower || (wasUpper && isNextLower) { end() }
      word.unicodeScalars.append(scalar)
    }
    end()
    return words
  }

  /// `salesamount` of databases that know no capitals: apart before a word that often ends names.
  private static func parted(_ word: String) -> [String] {
    guard word == word.lowercased(), word.utf8.count > 7, !whole.contains(word) else { return [word] }
    for end in ends where word.hasSuffix(end) && word.utf8.count >= end.utf8.count + 4 {
      return [String(word.dropLast(end.count)), end]
    }
    return [word]
  }

  private static let ends = [
    "subcategory", "category", "amount", "quantity", "price", "group", "country", "quarter", "month", "year", "date",
    "name", "type",
  ]
  private static let whole = ["candidate", "intermediate", "coordinate", "corporate", "prototype", "consolidate"]

  /// `Billing country`; what is written in capitals stays so.
  static func title(_ name: String) -> String {
    let words = words(name).enumerated().map { index, word in
      if word.utf8.count > 1, word == word.uppercased() { return word }
      return index == 0 ? capitalized(word) : word.lowercased()
    }
    return words.isEmpty ? name : words.joined(separator: " ")
  }

  /// `billing country`, in the middle of a sentence; what is written in capitals, or as words already, stays so.
  static func phrase(_ name: String) -> String {
    if name.contains(" ") { return name }
    let words = words(name).map { $0.utf8.count > 1 && $0 == $0.uppercased() ? $0 : $0.lowercased() }
    return words.isEmpty ? name : words.joined(separator: " ")
  }

  /// `BillingCountry`: ASCII letters and digits, beginning with a letter.
  static func identifier(_ name: String) -> String {
    let text = words(name).map { capitalized($0) }.joined()
    let plain = String(text.unicodeScalars.filter { $0.isASCII }.map(Character.init))
    guard let first = plain.unicodeScalars.first, first.properties.isAlphabetic else { return "C" + plain }
    return plain
  }

  /// `Category` of `categories`, `Track` of `Tracks`.
  static func singular(_ name: String) -> String {
    if name.hasSuffix("ies"), name.utf8.count > 4 { return name.dropLast(3) + "y" }
    if name.hasSuffix("s"), !name.hasSuffix("ss"), !name.hasSuffix("us"), name.utf8.count > 3 {
      return String(name.dropLast())
    }
    return name
  }

  /// Whether one of the name's words, or its end where words are not set apart, is among `parts`.
  static func isNamed(_ name: String, _ parts: [String]) -> Bool {
    let words = words(name).map { $0.lowercased() }
    return words.contains { word in parts.contains { word == $0 || (word.utf8.count > 6 && word.hasSuffix($0)) } }
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
