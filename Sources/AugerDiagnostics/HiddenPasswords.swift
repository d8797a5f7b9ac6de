extension String {
  /// The string with `***` for each recognizable password: in URLs `scheme://user:password@host`, and after
  /// `password=`, `passwd=` or `pwd=`.
  ///
  /// An error about a missing file names its path, and that path may be a mistyped database URL. All strings of
  /// errors and diagnostics are therefore filtered here. Driver messages about sources with known secrets are
  /// filtered by `SecretRedactor`, which finds the secrets themselves.
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

  /// The end of a word and its last `@`, found once for all `://` in the word.
  private struct Word {
    var end = 0
    var at: Int?
  }

  /// Returns the range from the first colon after `://` to the last `@` of the word.
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

  /// Returns the range of a quoted value, or of a value up to the end of a word or a URL parameter.
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
    // A reference to an environment variable is not a secret.
    guard index < text.count, text[index] != "$" else { return nil }
    if text[index] == "'" {
      var end = index + 1
      while end < text.count, text[end] != "'" { end += text[end] == "\\" ? 2 : 1 }
      return index + 1..<Swift.min(end, text.count)
    }
    var end = text[index...].firstIndex { $0.properties.isWhitespace || $0 == "&" } ?? text.count
    // Exclude the quotes and brackets of the surrounding sentence.
    while end > index, ["'", "\"", ")", ","].contains(text[end - 1]) { end -= 1 }
    return index..<end
  }
}
