extension String {
  /// The text with `***` in the place of each password that can be told by how it is written: the one of a URL,
  /// `scheme://user:password@host`, and what follows `password=`, `passwd=` or `pwd=`.
  ///
  /// A path that is not there is named in an error, and what was typed for a path may be the URL of a database. All
  /// texts of errors and diagnostics pass this. What a driver says of a source whose secrets are known passes
  /// `SecretRedactor`, which finds them wherever they stand.
  package var withoutPasswords: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") }) else { return self }
    let scalars = Array(unicodeScalars)
    var shown = String.UnicodeScalarView()
    var rest = 0
    var index = 0
    var word = Word()
    while index < scalars.count {
      let found = Self.passwordOfURL(scalars, index, &word) ?? Self.passwordOfKey(scalars, index)
      guard let range = found, !range.isEmpty else {
        index += 1
        continue
      }
      shown.append(contentsOf: scalars[rest..<range.lowerBound])
      shown.append(contentsOf: "***".unicodeScalars)
      (rest, index) = (range.upperBound, range.upperBound)
    }
    guard rest > 0 else { return self }
    shown.append(contentsOf: scalars[rest...])
    return String(shown)
  }

  /// The end of a word and its last `@`: looked for once, however many `://` it has.
  private struct Word {
    var end = 0
    var at: Int?
  }

  /// From the first colon behind `://` to the last `@` of the word.
  private static func passwordOfURL(_ text: [Unicode.Scalar], _ start: Int, _ word: inout Word) -> Range<Int>? {
    guard text[start] == ":", text[start...].starts(with: "://".unicodeScalars) else { return nil }
    if start >= word.end {
      word.end = text[start...].firstIndex { $0.properties.isWhitespace } ?? text.count
      word.at = text[start..<word.end].lastIndex(of: "@")
    }
    guard let at = word.at, start + 3 < at,
      let colon = text[(start + 3)..<at].firstIndex(of: ":")
    else { return nil }
    return colon + 1..<at
  }

  private static let keys = ["password", "passwd", "pwd"].map { Array($0.unicodeScalars) }

  /// A value in quotes, or up to the end of a word or of a URL's parameter.
  private static func passwordOfKey(_ text: [Unicode.Scalar], _ start: Int) -> Range<Int>? {
    guard text[start] == "p" || text[start] == "P",
      let key = keys.first(where: { key in
        text[start...].prefix(key.count).elementsEqual(key) { $0.properties.lowercaseMapping == String($1) }
      })
    else { return nil }
    var index = start + key.count
    while index < text.count, text[index] == " " { index += 1 }
    guard index < text.count, text[index] == "=" else { return nil }
    index += 1
    while index < text.count, text[index] == " " { index += 1 }
    // A reference to the environment says nothing.
    guard index < text.count, text[index] != "$" else { return nil }
    if text[index] == "'" {
      var end = index + 1
      while end < text.count, text[end] != "'" { end += text[end] == "\\" ? 2 : 1 }
      return index + 1..<Swift.min(end, text.count)
    }
    var end = text[index...].firstIndex { $0.properties.isWhitespace || $0 == "&" } ?? text.count
    // The quotes and brackets of the sentence around it.
    while end > index, ["'", "\"", ")", ","].contains(text[end - 1]) { end -= 1 }
    return index..<end
  }
}
