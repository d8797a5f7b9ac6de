/// Names of things as names of files.
package enum FileName {
  /// Bytes of a name that leave room for endings and for the name of a file in the making, in the 255 of a file system.
  private static let mostBytes = 160

  /// Letters, digits, `-` and `_` stay, others become `_`; a long name is cut, and ends with a hash of the whole.
  package static func safe(_ name: String) -> String {
    let kept = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          let isPlain =
            scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value) || scalar == "-" || scalar == "_"
          return isPlain ? scalar : "_"
        }))
    guard kept.utf8.count > mostBytes else { return kept.isEmpty ? "_" : kept }
    let hash = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let end = "-" + String(hash, radix: 36)
    var cut = ""
    for scalar in kept.unicodeScalars {
      guard cut.utf8.count + UTF8.width(scalar) + end.utf8.count <= mostBytes else { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut + end
  }

  /// A safe name that is none of those given before, whatever their case; it is added to them.
  package static func distinct(_ name: String, among taken: inout [String]) -> String {
    var name = safe(name)
    while taken.contains(where: { $0.lowercased() == name.lowercased() }) { name += "_" }
    taken.append(name)
    return name
  }
}
