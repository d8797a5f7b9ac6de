import AugerColumns

package enum FileName {
  /// Maximum number of bytes of a name. File systems allow 255, which leaves space for extensions and temporary names.
  private static let mostBytes = 160

  /// Returns a name in which characters other than letters, digits, `-` and `_` are replaced by `_`. A long name is
  /// shortened and ends with a hash of the full name.
  package static func safe(_ name: String) -> String {
    let kept = keeping(name) { $0.properties.isAlphabetic || isPlain($0) }
    guard kept.utf8.count > mostBytes else { return kept.isEmpty ? "_" : kept }
    let end = "-" + String(hash(name), radix: 36)
    var cut = ""
    for scalar in kept.unicodeScalars {
      guard cut.utf8.count + UTF8.width(scalar) + end.utf8.count <= mostBytes else { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut + end
  }

  /// Returns a name in which characters other than ASCII letters, digits, `-`, `_` and periods are replaced by `_`.
  /// Message headers allow only these characters.
  package static func ascii(_ name: String) -> String {
    keeping(name) { $0.isASCII && $0.properties.isAlphabetic || isPlain($0) || $0 == "." }
  }

  /// Returns a hash of a name that is equal in every process (FNV-1a).
  package static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value) || scalar == "-" || scalar == "_"
  }

  private static func keeping(_ name: String, _ isKept: (Unicode.Scalar) -> Bool) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { isKept($0) ? $0 : "_" }))
  }

  /// Returns a safe name that differs from all names in `taken`, ignoring case, and adds it to them.
  package static func distinct(_ name: String, among taken: inout [String]) -> String {
    var name = safe(name)
    while taken.contains(where: { $0.lowercased() == name.lowercased() }) { name += "_" }
    taken.append(name)
    return name
  }
}
