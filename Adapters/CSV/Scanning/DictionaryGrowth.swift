import AugerAdapterKit
import AugerColumns
import AugerDiagnostics

/// The strings of a column over the chunks of a scan.
///
/// While few strings are new, chunks share one dictionary - the same value as long as nothing is added, so that what
/// was computed for it can be kept. A column of many different strings gets a dictionary for each chunk, because copies
/// of a growing one would cost the square of the rows and its memory would grow with them.
struct DictionaryGrowth {
  private static let mostShared = 32 << 10
  /// Below this many strings a dictionary is shared however fast it grows: small chunks say little.
  private static let alwaysShared = 1024

  private var builder = StringDictionaryBuilder()
  private var last = StringDictionary.empty
  private var isShared: Bool
  private var checksFirst = false
  private var recent = RecentTexts()

  init(isShared: Bool = true) { self.isShared = isShared }

  /// Bytes that the strings take.
  var memoryBytes: Int { builder.memoryBytes + (isShared ? last.bytes.count : 0) }

  /// The code of a string; nil if it is not UTF-8.
  ///
  /// Only what is new is checked: what equals an entry is as valid as that. Once something was invalid, everything is
  /// checked before it can enter.
  @inline(__always)
  mutating func code(for text: borrowing Span<UInt8>) -> UInt32? {
    guard let words = ByteHash.words(text) else { return checkedCode(for: text) }
    let place = RecentTexts.place(words)
    if let code = recent.code(words, place) { return code }
    guard let code = checkedCode(for: text) else { return nil }
    recent.keep(words, code, place)
    return code
  }

  @inline(never)
  private mutating func checkedCode(for text: borrowing Span<UInt8>) -> UInt32? {
    if checksFirst, UTF8Check.firstInvalid(text) != nil { return nil }
    let known = builder.count
    let code = builder.code(for: text)
    if Int(code) == known, UTF8Check.firstInvalid(text) != nil {
      dropLast()
      return nil
    }
    return code
  }

  private mutating func dropLast() {
    let dictionary = builder.snapshot()
    restart()
    for code in 0..<(dictionary.count - 1) { _ = builder.code(for: dictionary.utf8(code)) }
    checksFirst = true
  }

  /// The dictionary for a chunk of `rows`.
  mutating func snapshot(rows: Int) -> StringDictionary {
    let grown = builder.count - last.count
    guard isShared else {
      let dictionary = builder.snapshot()
      restart()
      return dictionary
    }
    if grown > 0 { last = builder.snapshot() }
    let dictionary = last
    if builder.count > Self.mostShared || (builder.count > Self.alwaysShared && grown > rows / 4) {
      isShared = false
      restart()
      last = .empty
    }
    return dictionary
  }

  private mutating func restart() {
    builder = StringDictionaryBuilder()
    recent = RecentTexts()
  }
}

/// The codes of short texts that were taken of late: most rows have one of a few.
private struct RecentTexts {
  private var texts = [(words: ByteHash.Words, code: UInt32)](
    repeating: (ByteHash.Words(low: 0, high: 0, count: -1), 0), count: 256)

  @inline(__always)
  static func place(_ words: ByteHash.Words) -> Int {
    Int(truncatingIfNeeded: ((words.low ^ words.high &* 0x9FB2_1C65_1E98_DF25) &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }

  @inline(__always)
  func code(_ words: ByteHash.Words, _ place: Int) -> UInt32? {
    texts[place].words == words ? texts[place].code : nil
  }

  @inline(__always)
  mutating func keep(_ words: ByteHash.Words, _ code: UInt32, _ place: Int) { texts[place] = (words, code) }
}
