/// Converts names of tables and columns to titles for readers and to names for queries.
package enum Wording {
  /// Returns the words of a name. `BillingCountry`, `billing_country` and `billing country` have the same two words.
  package static func words(_ name: String) -> [String] {
    tokens(name).flatMap { isSymbol($0) ? [$0] : parts($0) }
  }

  /// Splits a name at underscores, spaces and similar characters.
  private static func tokens(_ name: String) -> [String] {
    name.unicodeScalars.split { !($0.properties.isAlphabetic || $0.properties.numericType != nil) }.map {
      String(String.UnicodeScalarView($0))
    }
  }

  /// Returns true for a unit or an abbreviation with significant case: `kWh`, `URLs`.
  private static func isSymbol(_ token: String) -> Bool {
    guard (2...4).contains(token.utf8.count), token != token.uppercased() else { return false }
    let parts = parts(token)
    guard parts.count > 1, let last = parts.last else { return false }
    return parts.contains { $0.utf8.count == 1 }
      || last.utf8.count == 2 && last.hasSuffix("s") && parts[0] == parts[0].uppercased()
  }

  /// Splits a name without spaces into words.
  private static func parts(_ token: String) -> [String] {
    var words: [String] = []
    var word = ""
    let scalars = Array(token.unicodeScalars)
    func end() {
      if !word.isEmpty { words += parted(word) }
      word = ""
    }
    for (index, scalar) in scalars.enumerated() {
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

  /// Splits lower-case names such as `salesamount` before a word that often ends names.
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

  /// Returns a title: `Billing country`. Words in capitals do not change.
  package static func title(_ name: String) -> String {
    let words = words(name).enumerated().map { index, word in
      if keepsLetters(word) { return word }
      return index == 0 ? capitalized(word) : word.lowercased()
    }
    return words.isEmpty ? name : words.joined(separator: " ")
  }

  /// Returns a phrase for the middle of a sentence: `billing country`. Words in capitals and existing phrases do not
  /// change.
  package static func phrase(_ name: String) -> String {
    if name.contains(" ") { return name }
    let words = words(name).map { keepsLetters($0) ? $0 : $0.lowercased() }
    return words.isEmpty ? name : words.joined(separator: " ")
  }

  /// Returns `orderdate` for `o_orderdate` if all names begin with the same letter and an underscore.
  package static func unprefixed(_ name: String, among names: [String]) -> String {
    let prefix = name.prefix(2)
    guard names.count > 1, prefix.hasSuffix("_"), name.utf8.count > 2, names.allSatisfy({ $0.hasPrefix(prefix) }) else {
      return name
    }
    return String(name.dropFirst(2))
  }

  /// Returns `average delay`. The name of a column that already contains averages, rates or extremes does not change.
  package static func averagePhrase(_ name: String) -> String {
    let words = words(name).map { $0.lowercased() }
    if let first = words.first, ["average", "avg", "mean", "median"].contains(first) {
      let rest = phrase(name).split(separator: " ").dropFirst().joined(separator: " ")
      return rest.isEmpty ? "average" : "\(first == "avg" ? "average" : first) \(rest)"
    }
    if words.contains(where: { ["average", "avg", "mean", "median"].contains($0) }) { return phrase(name) }
    return "average \(phrase(name))"
  }

  /// Returns `Average delay`.
  package static func average(_ name: String) -> String { capitalized(averagePhrase(name)) }

  private static func keepsLetters(_ word: String) -> Bool {
    word.utf8.count > 1 && word == word.uppercased() || isSymbol(word)
  }

  /// Returns `BillingCountry`: ASCII letters and digits, beginning with a letter.
  package static func identifier(_ name: String) -> String {
    let text = words(name).map { capitalized($0) }.joined()
    let plain = String(text.unicodeScalars.filter { $0.isASCII }.map(Character.init))
    guard let first = plain.unicodeScalars.first, first.properties.isAlphabetic else { return "C" + plain }
    return plain
  }

  /// Returns `Category` for `categories`, `Track` for `Tracks`.
  package static func singular(_ name: String) -> String {
    if name.hasSuffix("ies"), name.utf8.count > 4 { return name.dropLast(3) + "y" }
    if name.hasSuffix("s"), !name.hasSuffix("ss"), !name.hasSuffix("us"), name.utf8.count > 3 {
      return String(name.dropLast())
    }
    return name
  }

  /// Returns true if `parts` contains one of the name's words, or the end of a name without word boundaries.
  package static func isNamed(_ name: String, _ parts: [String]) -> Bool {
    let words = words(name).map { $0.lowercased() }
    return words.contains { word in parts.contains { word == $0 || (word.utf8.count > 6 && word.hasSuffix($0)) } }
  }

  private static func capitalized(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
