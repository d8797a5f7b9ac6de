/// The text form of a duration: integers with units, in descending order.
package enum DurationText {
  private static let units: [(name: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
  ]

  /// Parses `250ms`, `2s`, `10m`, `1h30m` or `7d`. Nil for other strings, for repeated or ascending units, and for
  /// more than 290 million years.
  package static func parse(_ text: String) -> Duration? {
    var rest = text.utf8[...]
    var total: Int64 = 0
    var smallest = -1
    repeat {
      let digits = rest.prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty, let number = Int64(String(Substring(digits))) else { return nil }
      rest = rest.dropFirst(digits.count)
      let name = rest.prefix { !(0x30...0x39).contains($0) }
      rest = rest.dropFirst(name.count)
      guard let unit = units.firstIndex(where: { $0.name.utf8.elementsEqual(name) }), unit > smallest else {
        return nil
      }
      smallest = unit
      let (part, tooLarge) = number.multipliedReportingOverflow(by: units[unit].milliseconds)
      let (sum, overflow) = total.addingReportingOverflow(part)
      guard !tooLarge, !overflow else { return nil }
      total = sum
    } while !rest.isEmpty
    return .milliseconds(total)
  }
}
