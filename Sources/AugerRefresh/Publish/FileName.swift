/// Names of things as names of files.
enum FileName {
  /// Letters, digits, `-` and `_` stay, others become `_`.
  static func safe(_ name: String) -> String {
    let kept = name.unicodeScalars.map { scalar -> Character in
      let isPlain =
        scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value) || scalar == "-" || scalar == "_"
      return isPlain ? Character(scalar) : "_"
    }
    return kept.isEmpty ? "_" : String(kept.prefix(120))
  }

  /// A safe name that is none of those given before; it is added to them.
  static func distinct(_ name: String, among taken: inout [String]) -> String {
    var name = safe(name)
    while taken.contains(where: { $0.lowercased() == name.lowercased() }) { name += "_" }
    taken.append(name)
    return name
  }
}
