import AugerColumns

package enum FileName {
  /// Bytes of a name that leave room for endings and for the name of a file in the making, in the 255 of a file system.
  private static let mostBytes = 160

  /// Letters, digits, `-` and `_` stay, others become `_`; a long name is cut, and ends with a hash of the whole.
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

  /// Letters and digits of ASCII, `-`, `_` and points stay, others become `_`: for headers of messages, which hold
  /// nothing else.
  package static func ascii(_ name: String) -> String {
    keeping(name) { $0.isASCII && $0.properties.isAlphabetic || isPlain($0) || $0 == "." }
  }

  /// A number that is the same for a name in every process (FNV-1a).
  package static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    (0x30...0x39).contains(scalar.value) || scalar == "-" || scalar == "_"
  }

  private static func keeping(_ name: String, _ isKept: (Unicode.Scalar) -> Bool) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { isKept($0) ? $0 : "_" }))
  }

  /// A safe name that is none of those given before, whatever their case; it is added to them.
  package static func distinct(_ name: String, among taken: inout [String]) -> String {
    var name = safe(name)
    while taken.contains(where: { $0.lowercased() == name.lowercased() }) { name += "_" }
    taken.append(name)
    return name
  }
}
