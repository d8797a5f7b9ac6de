import TestSupport

/// Derives inputs from seeds: deletes, repeats, moves and replaces parts, also with the extreme values of a type.
struct FuzzMutator: Sendable {
  /// Valid or nearly valid texts.
  var seeds: [String]
  /// Words of the language under test.
  var words: [String]

  /// Extreme numbers, dates and strings.
  static let extremes = [
    "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775808", "4294967296",
    "2147483647", "-2147483648", "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
    "170141183460469231731687303715884105727", "-170141183460469231731687303715884105728",
    "340282366920938463463374607431768211457", "0.00000000000000000000000000000000000001", "1e308", "-1e308", "1e-320",
    "1.7976931348623157e308", "1e999", "NaN", "Infinity", "infinity", "-infinity", "0001-01-01", "9999-12-31",
    "2024-02-29", "date(9999,12,31)", "date(0,1,1)", "9999-12-31T23:59:59.999999", "24:00:00", "P178956970Y",
    "-P1Y2M3DT4H5M6.7S", "\\x00ff", "''", "null", "true", "é", "e\u{301}", "👩‍👧", "\u{0}", "\u{FEFF}", "\u{2028}",
  ]

  func input(_ chance: inout Chance) -> [UInt8] {
    var bytes = Array(chance.pick(seeds).utf8)
    for _ in 0...chance.below(6) { damage(&bytes, &chance) }
    return Array(bytes.prefix(20_000))
  }

  func damage(_ bytes: inout [UInt8], _ chance: inout Chance) {
    let at = chance.below(bytes.count + 1)
    let end = min(at + chance.below(24), bytes.count)
    switch chance.below(12) {
    case 0, 1: bytes.insert(contentsOf: chance.pick(words).utf8, at: at)
    case 2: bytes.insert(contentsOf: chance.pick(Self.extremes).utf8, at: at)
    case 3: bytes.removeSubrange(at..<end)
    case 4: bytes.insert(contentsOf: Array(bytes[at..<end]), at: chance.below(bytes.count + 1))
    case 5: if at < bytes.count { bytes[at] = UInt8(truncatingIfNeeded: chance.next()) }
    case 6:
      let other = Array(chance.pick(seeds).utf8)
      let from = chance.below(other.count + 1)
      bytes.insert(contentsOf: other[from..<min(from + chance.below(60), other.count)], at: at)
    case 7:
      let count = chance.isOneIn(20) ? 400 : 1 + chance.below(8)
      let word = Array(chance.pick(words).utf8)
      bytes.insert(contentsOf: (0..<count).flatMap { _ in word }, at: at)
    default: exchange(&bytes, at, &chance)
    }
  }

  /// Replaces a word or number with another.
  private func exchange(_ bytes: inout [UInt8], _ at: Int, _ chance: inout Chance) {
    func isWord(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
        || byte == 0x2E
    }
    guard let lower = bytes[at...].firstIndex(where: isWord) else { return }
    let upper = bytes[lower...].firstIndex { !isWord($0) } ?? bytes.endIndex
    bytes.replaceSubrange(lower..<upper, with: chance.pick(chance.isOneIn(2) ? Self.extremes : words).utf8)
  }
}
