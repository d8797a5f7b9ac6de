import AugerColumns

/// A number of bytes in the notation `4096`, `500kB`, `256MB`, `2GB`. The units are powers of 1024.
package struct ByteSize: Sendable, Hashable {
  package var bytes: Int

  /// Parses a size. Nil if the string is not valid or exceeds the range of `Int`.
  package init?(_ text: String) {
    let units = [("kb", 10), ("mb", 20), ("gb", 30), ("b", 0), ("", 0)]
    let text = text.lowercased()
    guard let (unit, shift) = units.first(where: { text.hasSuffix($0.0) }),
      let number = Int(text.dropLast(unit.count)), number >= 0, number <= Int.max >> shift
    else { return nil }
    bytes = number << shift
  }
}
