/// Numbers of the distinct values of a column, ascending from 0.
///
/// Integers that are close together are numbered by their distance to the least. The same applies to floats that are
/// multiples of a tenth, a hundredth and so on. Other values are numbered in order of appearance by a hash table.
struct DistinctValues: Sendable {
  private enum Numbers: Sendable {
    /// `count` consecutive integers, starting at `low`. For floats, they are multiples of a unit.
    case range(low: Int64, count: Int, unit: FloatUnit?)
    /// Keys of one or two words per value.
    case keys(KeyTable)
    case texts(StringDictionaryBuilder)
  }

  let type: DataType
  private var numbers: Numbers
  /// The numbers of the entries of the last dictionary, because blocks of a chunk share one.
  private var latest: (dictionary: StringDictionary, numbers: [UInt32])?
  /// The shared values. Their numbers precede those of the table.
  let known: KnownValues?
  /// The values that other counts share. All of them use the same numbers for these values.
  private var published: [KnownValues] = []

  /// Creates numbers. `known` contains the values that another count has published.
  init(_ type: DataType, _ known: KnownValues? = nil) {
    self.type = type
    self.known = known
    if known != nil {
      numbers = .keys(KeyTable(width: 1))
      return
    }
    switch type {
    case .string, .binary: numbers = .texts(StringDictionaryBuilder())
    case .bool, .int64, .float64, .date, .timestamp, .time: numbers = Self.none
    case .decimal(let precision, _) where precision <= 18: numbers = Self.none
    case .decimal, .interval: numbers = .keys(KeyTable(width: KeyWords.wordCount(type)))
    }
  }

  private static let none = Numbers.range(low: 0, count: 0, unit: nil)

  /// The upper limit of the numbers, exclusive.
  var count: Int {
    switch numbers {
    case .range(_, let count, _): count
    case .keys(let table): knownCount + table.count
    case .texts(let builder): builder.count
    }
  }

  var knownCount: Int { known?.table.count ?? 0 }

  /// Returns the values for later counts, if they are many more than before.
  mutating func publish() -> KnownValues? {
    guard case .keys(let table) = numbers, known == nil else { return nil }
    let made = KnownValues.made(of: table, after: published.last)
    if let made { published.append(made) }
    return made
  }

  /// Returns the number of the other's values, starting at its number 0, whose numbers here are higher by `offset`.
  /// Space for the others is reserved.
  func shared(with other: DistinctValues) -> (count: Int, offset: Int) {
    if case .range(let low, _, let unit) = numbers, case .range(let theirs, let count, unit) = other.numbers, count > 0
    {
      return (count, Int(theirs &- low))
    }
    return (published.contains { $0 === other.known } ? other.knownCount : 0, 0)
  }

  var byteCount: Int {
    switch numbers {
    case .range: 0
    case .keys(let table): table.byteCount
    case .texts(let builder): builder.memoryBytes + (latest?.numbers.count ?? 0) * 4
    }
  }

  /// Returns the additional bytes needed temporarily while `more` values are added.
  func growthBytes(adding more: Int) -> Int {
    switch numbers {
    case .range: 0
    case .keys(let table): table.growthBytes(adding: more)
    case .texts(let builder): builder.growthBytes(adding: more)
    }
  }

  /// Releases the last dictionary after its last block.
  mutating func forgetLatest() { latest = nil }

  // MARK: Reserving space

  /// Prepares for the values of a column. `sets` belong to the values so far.
  mutating func reserve(_ column: Column, _ sets: inout GroupSets) {
    guard case .range = numbers else { return }
    switch column.values {
    case .bool: cover(0, 1, unit: nil, &sets)
    case .float64(let buffer):
      guard case .range(_, let count, let known) = numbers else { return }
      // Skip a column without values.
      guard column.nullCount < column.count else { return }
      if let found = FloatUnit.range(buffer.span, column, unit: count > 0 ? known : nil) {
        cover(found.low, found.high, unit: found.unit, &sets)
      } else {
        useKeys(&sets)
      }
    case .date(let buffer): cover(buffer, column, &sets)
    case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
      cover(buffer, column, &sets)
    default: preconditionFailure("a column does not have the layout of its type")
    }
  }

  /// Prepares for the values of another count.
  mutating func reserve(_ other: DistinctValues, _ sets: inout GroupSets) {
    guard case .range = numbers else { return }
    switch other.numbers {
    case .range(let low, let count, let unit):
      if count > 0 { cover(low, low + Int64(count - 1), unit: unit, &sets) }
    default: useKeys(&sets)
    }
  }

  private mutating func cover<T: FixedWidthInteger & SignedInteger & BitwiseCopyable & Sendable>(
    _ buffer: Buffer<T>, _ column: Column, _ sets: inout GroupSets
  ) {
    let span = buffer.span
    var (low, high) = (T.max, T.min)
    column.forEachPresent { row in
      low = min(low, span[row])
      high = max(high, span[row])
    }
    if low <= high { cover(Int64(low), Int64(high), unit: nil, &sets) }
  }

  private mutating func cover(_ low: Int64, _ high: Int64, unit: FloatUnit?, _ sets: inout GroupSets) {
    guard case .range(let known, let count, let own) = numbers else { return }
    guard count == 0 || unit == own else {
      useKeys(&sets)
      return
    }
    let first = count == 0 ? low : min(known, low)
    let last = count == 0 ? high : max(known + Int64(count - 1), high)
    let (distance, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, distance < Int64(Int32.max), sets.fits(values: Int(distance) + 1) else {
      useKeys(&sets)
      return
    }
    if count > 0 { sets.moveUp(by: Int(known - first)) }
    numbers = .range(low: first, count: Int(distance) + 1, unit: unit)
    sets.reserve(values: Int(distance) + 1)
  }

  /// Numbers the values that occur again, in a hash table.
  private mutating func useKeys(_ sets: inout GroupSets) {
    guard case .range(let low, _, let unit) = numbers else { return }
    var table = KeyTable(width: 1)
    let before = sets
    sets = before.emptied
    before.forEachPair { number, group in
      sets.insert(table.insert(word: Self.word(low + Int64(number), unit)), group)
    }
    numbers = .keys(table)
  }

  /// Returns the word of a value in a table of keys.
  private static func word(_ integer: Int64, _ unit: FloatUnit?) -> UInt64 {
    unit.map { KeyWords.bits(of: $0.value(integer)) } ?? UInt64(bitPattern: integer)
  }

  // MARK: Numbering

  /// Calls `body` with each row that has a value and with the index of that value.
  @inline(__always)
  mutating func number(_ column: Column, _ body: (_ row: Int, _ number: Int) -> Void) {
    switch column.values {
    case .bool(let bits): number(column, body) { bits[$0] ? 1 : 0 }
    case .int64(let buffer), .decimal64(let buffer), .timestamp(let buffer), .time(let buffer):
      let span = buffer.span
      number(column, body) { span[$0] }
    case .date(let buffer):
      let span = buffer.span
      number(column, body) { Int64(span[$0]) }
    case .float64(let buffer):
      let span = buffer.span
      if case .range(let low, _, let unit?) = numbers {
        column.forEachPresent { body($0, Int(unit.integer(span[$0]) &- low)) }
      } else {
        number(column, body) { Int64(bitPattern: KeyWords.bits(of: span[$0])) }
      }
    case .string(let codes, let dictionary): number(codes, dictionary, column, body)
    case .binary(let buffer):
      guard case .texts(var builder) = numbers else { return }
      numbers = Self.none
      column.forEachPresent { body($0, Int(builder.code(for: buffer.bytes($0)))) }
      numbers = .texts(builder)
    case .decimal128, .interval:
      guard case .keys(var table) = numbers else { return }
      numbers = Self.none
      // A word of null bits precedes the two words of each value.
      let words = KeyWords.encode([column], rowCount: column.count)
      column.forEachPresent { body($0, table.insert(words.span, at: $0 * 3 + 1)) }
      numbers = .keys(table)
    }
  }

  @inline(__always)
  private mutating func number(_ column: Column, _ body: (Int, Int) -> Void, _ word: (Int) -> Int64) {
    switch numbers {
    case .range(let low, _, _): column.forEachPresent { body($0, Int(word($0) &- low)) }
    case .keys(var table):
      numbers = Self.none
      if let known = known?.table {
        column.forEachPresent { row in
          let word = UInt64(bitPattern: word(row))
          body(row, known.number(ofWord: word) ?? known.count + table.insert(word: word))
        }
      } else {
        column.forEachPresent { body($0, table.insert(word: UInt64(bitPattern: word($0)))) }
      }
      numbers = .keys(table)
    case .texts: return
    }
  }

  private mutating func number(
    _ codes: Codes, _ dictionary: StringDictionary, _ column: Column, _ body: (Int, Int) -> Void
  ) {
    guard case .texts(var builder) = numbers else { return }
    // Not an empty builder: the Swift 6.3 optimizer never releases one that is only overwritten.
    numbers = Self.none
    var known = latest?.dictionary.isSame(as: dictionary) == true ? latest?.numbers ?? [] : []
    latest = nil
    known.grow(to: dictionary.count, .max)
    column.forEachPresent { row in
      let code = codes[row]
      // Only the entries that occur. Others can belong to rows that were filtered out.
      if known[code] == .max { known[code] = builder.code(for: dictionary.utf8(code)) }
      body(row, Int(known[code]))
    }
    latest = (dictionary, known)
    numbers = .texts(builder)
  }

  /// Returns the numbers of used values of another count, by their numbers there starting at `first`, and −1 for
  /// unused ones. The other count must not have shared values of a third.
  mutating func numbers(of other: DistinctValues, from first: Int, used: [Bool]) -> [Int32] {
    var own = Self.none
    swap(&own, &numbers)
    var result = [Int32](repeating: -1, count: used.count)
    func fill(_ number: (Int) -> Int) {
      for index in used.indices where used[index] {
        result[index] = Int32(truncatingIfNeeded: number(first + index))
      }
    }
    func mismatch() -> Never { preconditionFailure("values of different types") }
    // Only our own table is moved out of its case. In one pattern with the other one, the tables would be copied.
    switch consume own {
    case .range(let low, let count, let unit):
      guard case .range(let theirs, _, _) = other.numbers else { mismatch() }
      fill { Int(theirs &- low) + $0 }
      numbers = .range(low: low, count: count, unit: unit)
    case .keys(var table):
      switch other.numbers {
      case .range(let low, _, let unit): fill { table.insert(word: Self.word(low + Int64($0), unit)) }
      case .keys(let theirs):
        let (shared, known) = (shared(with: other).count, other.knownCount)
        fill { number in
          if number < shared { return number }
          if number < known, let held = other.known?.table.keys { return table.insert(held.span, at: number) }
          return table.insert(theirs.keys.span, at: (number - known) * theirs.width)
        }
      case .texts: mismatch()
      }
      numbers = .keys(table)
    case .texts(var builder):
      guard case .texts(let theirs) = other.numbers else { mismatch() }
      fill { Int(builder.code(for: theirs.text($0))) }
      numbers = .texts(builder)
    }
    return result
  }
}
