import AugerColumns

/// A number of bytes as people write it: `4096`, `500kB`, `256MB`, `2GB`, of 1024.
package struct ByteSize: Sendable, Hashable {
  package var bytes: Int

  /// Nil for what is no such text, and for more than an `Int` counts.
  package init?(_ text: String) {
    let units = [("kb", 10), ("mb", 20), ("gb", 30), ("b", 0), ("", 0)]
    let text = text.lowercased()
    guard let (unit, shift) = units.first(where: { text.hasSuffix($0.0) }),
      let number = Int(text.dropLast(unit.count)), number >= 0, number <= Int.max >> shift
    else { return nil }
    bytes = number << shift
  }
}
