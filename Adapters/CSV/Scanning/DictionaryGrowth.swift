import AugerColumns

/// The strings of a column over the chunks of a scan.
///
/// While few strings are new, chunks share one dictionary - the same value as long as nothing is added, so that what was
/// computed for it can be kept. A column of many different strings gets a dictionary for each chunk, because copies of
/// a growing one would cost the square of the rows and its memory would grow with them.
struct DictionaryGrowth {
  private static let mostShared = 32 << 10
  /// Below this many strings a dictionary is shared however fast it grows: small chunks say little.
  private static let alwaysShared = 1024

  private var builder = StringDictionaryBuilder()
  private var last = StringDictionary.empty
  private var isShared = true

  /// The code of a string; nil if it is not UTF-8.
  @inline(__always)
  mutating func code(for text: borrowing Span<UInt8>) -> UInt32? {
    // Anything beyond ASCII is checked before it can enter the dictionary.
    var seen: UInt8 = 0
    for index in text.indices { seen |= text[index] }
    if seen >= 0x80, UTF8Check.firstInvalid(text) != nil { return nil }
    return builder.code(for: text)
  }

  /// The dictionary for a chunk of `rows`.
  mutating func snapshot(rows: Int) -> StringDictionary {
    let grown = builder.count - last.count
    guard isShared else {
      let dictionary = builder.snapshot()
      builder = StringDictionaryBuilder()
      return dictionary
    }
    if grown > 0 { last = builder.snapshot() }
    let dictionary = last
    if builder.count > Self.mostShared || (builder.count > Self.alwaysShared && grown > rows / 4) {
      isShared = false
      builder = StringDictionaryBuilder()
      last = .empty
    }
    return dictionary
  }
}
