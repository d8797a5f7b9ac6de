import AugerColumns

/// Counts the nulls and distinct values of a column chunk by chunk, and finds the minimum and maximum. Chunks may
/// arrive in any order.
struct ColumnProfiler: Sendable {
  private(set) var nullCount = 0
  private var least: Scalar = .null
  private var greatest: Scalar = .null
  private var leastText: [UInt8]?
  private var greatestText: [UInt8] = []
  private var words = WordSet()
  private var strings = StringDictionaryBuilder()
  /// The dictionary of the previous chunk, with flags for its counted strings.
  private var dictionary = StringDictionary.empty
  private var isKnown: [Bool] = []
  /// The values of types that do not fit in one word.
  private var others: Set<Scalar> = []

  var distinctCount: Int { words.count + strings.count + others.count }

  var minimum: Scalar { leastText.map { .string(String(decoding: $0, as: UTF8.self)) } ?? least }

  var maximum: Scalar { leastText == nil ? greatest : .string(String(decoding: greatestText, as: UTF8.self)) }

  /// The distinct strings. Empty for other types.
  var texts: StringDictionary { strings.count == 0 ? .empty : strings.snapshot() }

  mutating func take(_ column: Column) {
    nullCount += column.nullCount
    switch column.values {
    case .int64(let values), .decimal64(let values), .timestamp(let values):
      let span = values.span
      take(column) { span[$0] }
    case .date(let values):
      let span = values.span
      take(column) { Int64(span[$0]) }
    case .float64(let values):
      let span = values.span
      take(column) { Self.rank(of: span[$0]) }
    case .string(let codes, let dictionary): take(column, codes.widened, dictionary)
    default:
      for row in 0..<column.count where !column.isNull(row) {
        let value = column[row]
        if others.insert(value).inserted { widen(value, value) }
      }
    }
  }

  private mutating func widen(_ low: Scalar, _ high: Scalar) {
    if least.isNull || Scalar.compare(low, least) < 0 { least = low }
    if greatest.isNull || Scalar.compare(high, greatest) > 0 { greatest = high }
  }

  /// Adds values by rank: integers with the equality and order of the values.
  @inline(__always)
  private mutating func take(_ column: Column, _ rank: (Int) -> Int64) {
    var low = (rank: Int64.max, row: -1)
    var high = (rank: Int64.min, row: -1)
    var last: Int64?
    let hasNulls = column.nullCount > 0
    for row in 0..<column.count {
      if hasNulls, column.isNull(row) { continue }
      let value = rank(row)
      if value == last { continue }
      last = value
      words.insert(UInt64(bitPattern: value))
      if low.row < 0 || value < low.rank { low = (value, row) }
      if high.row < 0 || value > high.rank { high = (value, row) }
    }
    if low.row >= 0 { widen(column[low.row], column[high.row]) }
  }

  /// Returns the rank of a float. −0 equals 0, and NaN is one value above all others.
  private static func rank(of value: Double) -> Int64 {
    let bits = Int64(bitPattern: (value == 0 ? 0 : value.isNaN ? Double.nan : value).bitPattern)
    return bits < 0 ? bits ^ .max : bits
  }

  /// Adds strings. Each string of a dictionary is processed once, for any number of rows.
  private mutating func take(_ column: Column, _ codes: [UInt32], _ dictionary: StringDictionary) {
    if !dictionary.isSame(as: self.dictionary) {
      self.dictionary = dictionary
      isKnown = [Bool](repeating: false, count: dictionary.count)
    }
    let hasNulls = column.nullCount > 0
    for row in codes.indices {
      let code = Int(codes[row])
      if isKnown.isEmpty || (hasNulls && column.isNull(row)) || isKnown[code] { continue }
      isKnown[code] = true
      let text = dictionary.utf8(code)
      let before = strings.count
      _ = strings.code(for: text)
      guard strings.count > before else { continue }
      if leastText == nil || Self.precedes(text, leastText ?? []) { leastText = Self.bytes(text) }
      if !Self.precedes(text, greatestText) { greatestText = Self.bytes(text) }
    }
  }

  private static func bytes(_ text: borrowing Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for index in text.indices { bytes.append(text[index]) }
    return bytes
  }

  private static func precedes(_ a: borrowing Span<UInt8>, _ b: [UInt8]) -> Bool {
    for index in 0..<min(a.count, b.count) where a[index] != b[index] { return a[index] < b[index] }
    return a.count < b.count
  }
}

/// A set of words with open addressing: 8 bytes per slot, at most three quarters full.
struct WordSet: Sendable {
  private(set) var count = 0
  /// The slots. 0 marks a free slot, so the word 0 has a separate flag.
  private var slots = [UInt64](repeating: 0, count: 64)
  private var hasZero = false
  private var shift: UInt64 = 58
  private var seed = ByteHash.processSeed
  /// The number of slots when the seed was last changed.
  private var reseededSize = 0

  mutating func insert(_ word: UInt64) {
    guard word != 0 else {
      if !hasZero { count += 1 }
      hasZero = true
      return
    }
    let (at, steps) = slot(of: word)
    guard slots[at] == 0 else { return }
    slots[at] = word
    count += 1
    if count * 4 > slots.count * 3 {
      shift -= 1
      fill(slots.count * 2)
    }
    // The table has unusually many collisions, so the seed is changed.
    if steps > 4 * ByteHash.mostSteps, reseededSize < slots.count {
      seed = .random(in: .min ... .max)
      reseededSize = slots.count
      fill(slots.count)
    }
  }

  /// Returns the slot of the word, or the free slot for it.
  @inline(__always)
  private func slot(of word: UInt64) -> (at: Int, steps: Int) {
    var at = Int(truncatingIfNeeded: ByteHash.mix(word ^ seed) >> shift)
    var steps = 0
    while slots[at] != 0, slots[at] != word {
      at = (at + 1) & (slots.count - 1)
      steps += 1
    }
    return (at, steps)
  }

  private mutating func fill(_ size: Int) {
    let old = slots
    slots = [UInt64](repeating: 0, count: size)
    for word in old where word != 0 { slots[slot(of: word).at] = word }
  }
}
