import AugerAdapterKit
import AugerColumns
import AugerDiagnostics

/// The strings of a column across the chunks of a scan.
///
/// While few strings are new, chunks share one dictionary. It remains the same value until a string is added, so that
/// results computed from it can be cached. A column of many different strings gets one dictionary per chunk.
/// Otherwise, copies of a growing dictionary would take quadratic time, and its memory would grow with the rows.
struct DictionaryGrowth {
  private static let mostShared = 32 << 10
  /// The number of strings up to which a dictionary is always shared, because small chunks are not representative.
  private static let alwaysShared = 1024

  private var builder = StringDictionaryBuilder()
  private var last = StringDictionary.empty
  private var isShared: Bool
  private var checksFirst = false
  private var recent = RecentTexts()

  init(isShared: Bool = true) { self.isShared = isShared }

  /// The number of bytes of the strings.
  var memoryBytes: Int { builder.memoryBytes + (isShared ? last.bytes.count : 0) }

  /// Returns the code of a string. Nil if it is not UTF-8.
  ///
  /// Only new strings are validated, because a string that equals an entry is valid. After the first invalid string,
  /// every string is validated before it is added.
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

  /// Returns the dictionary for a chunk of `rows`.
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

/// The codes of recent short strings. Most rows contain one of a few.
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
