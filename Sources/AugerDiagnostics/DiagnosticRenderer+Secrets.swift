extension DiagnosticRenderer {
  /// The number of scalars before the displayed part of a line that are searched for the start of a secret.
  static let leadOfSecrets = 256

  /// Returns the line after its `lead`, with `*` for each scalar of a password.
  ///
  /// Passwords in URLs and values of keys such as `password` or `secret` are hidden. The reader of a diagnostic is
  /// not always the author of the line.
  static func withoutSecrets(_ line: String, lead: Int) -> String {
    var scalars = Array(line.unicodeScalars)
    for range in secrets(scalars) { for index in range { scalars[index] = "*" } }
    var shown = String.UnicodeScalarView()
    shown.append(contentsOf: scalars.dropFirst(lead))
    return String(shown)
  }

  private static let keys = ["password", "passwd", "secret", "token"].map { Array($0.unicodeScalars) }

  private static func secrets(_ line: [Unicode.Scalar]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    guard line.contains(where: { $0 == ":" || $0 == "=" }) else { return [] }
    var index = 0
    while index < line.count {
      if let range = ofURL(line, index) ?? ofKey(line, index), !range.isEmpty {
        found.append(range)
        index = range.upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  /// Returns the range between the colon after the user and the last `@` of `://user:password@host`.
  private static func ofURL(_ line: [Unicode.Scalar], _ start: Int) -> Range<Int>? {
    guard line[start] == ":", line[start...].starts(with: "://".unicodeScalars) else { return nil }
    let end = line[start...].firstIndex { isEnd($0) } ?? line.count
    guard let at = line[start..<end].lastIndex(of: "@"), start + 3 < at,
      let colon = line[(start + 3)..<at].firstIndex(of: ":")
    else { return nil }
    return colon + 1..<at
  }

  /// Returns the range of the value after `password=`, `password: ` or `secret: "`.
  private static func ofKey(_ line: [Unicode.Scalar], _ start: Int) -> Range<Int>? {
    // Most characters start no key, and a long line may have a problem in every word.
    switch line[start] {
    case "p", "P", "s", "S", "t", "T": break
    default: return nil
    }
    guard let key = keys.first(where: { key in lowered(line[start...]).starts(with: key) }) else { return nil }
    var index = start + key.count
    func skip(_ skipped: [Unicode.Scalar]) { while index < line.count, skipped.contains(line[index]) { index += 1 } }
    skip(["\"", "'", " "])
    guard index < line.count, line[index] == "=" || line[index] == ":" else { return nil }
    index += 1
    skip([" "])
    guard index < line.count else { return nil }
    let quote = line[index]
    // A reference to an environment variable is not a secret.
    if line[index...].prefix(3).contains("$") { return nil }
    if quote == "\"" || quote == "'" {
      let end = line[(index + 1)...].firstIndex(of: quote) ?? line.count
      return index + 1..<end
    }
    return index..<(line[index...].firstIndex { isEnd($0) || [",", "&", "}"].contains($0) } ?? line.count)
  }

  private static func isEnd(_ scalar: Unicode.Scalar) -> Bool { [" ", "\t", "\"", "'", ">"].contains(scalar) }

  private static func lowered(_ scalars: ArraySlice<Unicode.Scalar>) -> some Sequence<Unicode.Scalar> {
    scalars.prefix(8).lazy.map { ("A"..."Z").contains($0) ? Unicode.Scalar(UInt8($0.value) | 0x20) : $0 }
  }
}
