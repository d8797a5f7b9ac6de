import AugerColumns

/// The facts about the values of a column that determine its type. Facts of parts can be merged. Merging the same
/// rows again does not change the facts.
struct ColumnFacts: Equatable, Sendable {
  /// One bit for each storage class in the column.
  var classes: UInt8 = 0
  var firstClass: UInt8?
  /// True for integers other than 0 and 1.
  var hasIntegersBeyondBool = false
  var hasIntegersBeyondDouble = false
  /// True for numbers that do not fit a decimal of the declared scale or a timestamp of the declared unit.
  var hasMisfits = false
  /// The largest unscaled value of a declared decimal.
  var largestUnscaled: UInt128 = 0
  /// True for `YYYY-MM-DD`, `infinity` or `-infinity`.
  var hasDates = false
  /// True for dates with a time.
  var hasTimes = false
  /// True for times with an offset from UTC.
  var hasOffsets = false
  /// True if the column contains strings that are neither dates nor times, or that do not match the declared type.
  var hasOtherTexts = false

  init() {}

  func has(_ storageClass: UInt8) -> Bool { classes & 1 << storageClass != 0 }

  mutating func merge(_ other: ColumnFacts) {
    classes |= other.classes
    firstClass = firstClass ?? other.firstClass
    hasIntegersBeyondBool = hasIntegersBeyondBool || other.hasIntegersBeyondBool
    hasIntegersBeyondDouble = hasIntegersBeyondDouble || other.hasIntegersBeyondDouble
    hasMisfits = hasMisfits || other.hasMisfits
    largestUnscaled = max(largestUnscaled, other.largestUnscaled)
    hasDates = hasDates || other.hasDates
    hasTimes = hasTimes || other.hasTimes
    hasOffsets = hasOffsets || other.hasOffsets
    hasOtherTexts = hasOtherTexts || other.hasOtherTexts
  }

  /// Creates the facts of the rows of `raw`. Its strings are in `dictionary`.
  init(_ raw: RawColumn, kind: ColumnKind, dictionary: StringDictionary) {
    classes = raw.classes
    firstClass = raw.firstClass
    switch raw.store {
    case .empty: break
    case .integers(let values): addIntegers(values, kind)
    case .reals(let values): if Self.looksAtReals(kind) { for value in values { add(value, kind) } }
    case .codes(let codes): addTexts(codes, kind, dictionary)
    case .mixed(let tags, let bits):
      addIntegers(tags.indices.filter { tags[$0] == StorageClass.integer }.map { Int64(bitPattern: bits[$0]) }, kind)
      var texts: [UInt32] = []
      for row in tags.indices {
        switch tags[row] {
        case StorageClass.real: add(Double(bitPattern: bits[row]), kind)
        case StorageClass.text: texts.append(UInt32(truncatingIfNeeded: bits[row]))
        default: break
        }
      }
      addTexts(texts, kind, dictionary)
    }
  }

  /// Records a storage class.
  mutating func see(_ storageClass: UInt8) {
    classes |= 1 << storageClass
    if firstClass == nil { firstClass = storageClass }
  }

  /// Adds one integer, like `addIntegers`.
  mutating func add(_ value: Int64, _ kind: ColumnKind) { addIntegers([value], kind) }

  private mutating func addIntegers(_ values: [Int64], _ kind: ColumnKind) {
    var largest: UInt64 = 0
    // Nulls are stored as 0, which fits every type.
    for value in values { largest = max(largest, value.magnitude) }
    hasIntegersBeyondDouble = hasIntegersBeyondDouble || largest > Cells.exactInDouble.magnitude
    switch kind {
    case .bool: hasIntegersBeyondBool = hasIntegersBeyondBool || values.contains { $0 != 0 && $0 != 1 }
    case .decimal(_, let scale):
      if let unscaled = Cells.unscaled(Int64(clamping: largest), scale: scale) {
        largestUnscaled = max(largestUnscaled, unscaled.magnitude)
      } else {
        hasMisfits = true
      }
    case .unixTime: hasMisfits = hasMisfits || values.contains { Cells.timestamp(unixTime: $0) == nil }
    case .julian: hasMisfits = hasMisfits || values.contains { Cells.timestamp(julian: Double($0)) == nil }
    default: break
    }
  }

  private static func looksAtReals(_ kind: ColumnKind) -> Bool {
    switch kind {
    case .decimal, .unixTime, .julian: true
    default: false
    }
  }

  mutating func add(_ value: Double, _ kind: ColumnKind) {
    switch kind {
    case .decimal(_, let scale):
      if let unscaled = Cells.unscaled(value, scale: scale) {
        largestUnscaled = max(largestUnscaled, unscaled.magnitude)
      } else {
        hasMisfits = true
      }
    case .unixTime: if Cells.timestamp(unixTime: value) == nil { hasMisfits = true }
    case .julian: if Cells.timestamp(julian: value) == nil { hasMisfits = true }
    default: break
    }
  }

  /// Adds each distinct string once, or the string of each row if there are fewer rows.
  private mutating func addTexts(_ codes: [UInt32], _ kind: ColumnKind, _ dictionary: StringDictionary) {
    guard kind == .date || kind == .timestamp || kind == .time || kind == .interval, !codes.isEmpty else { return }
    // In a store of codes, nulls are stored as 0, which is the code of a value of the column.
    if codes.count < dictionary.count {
      for code in codes { add(dictionary.utf8(Int(code)), kind) }
      return
    }
    var isUsed = [Bool](repeating: false, count: dictionary.count)
    for code in codes { isUsed[Int(code)] = true }
    for code in 0..<dictionary.count where isUsed[code] { add(dictionary.utf8(code), kind) }
  }

  mutating func add(_ text: borrowing Span<UInt8>, _ kind: ColumnKind) {
    if kind == .time || kind == .interval {
      let fits = kind == .time ? TemporalText.time(text) != nil : Cells.interval(text) != nil
      hasOtherTexts = hasOtherTexts || !fits
    } else if TemporalText.date(text) != nil || Cells.infinity(text) != nil {
      hasDates = true
    } else if let moment = TemporalText.moment(text) {
      if moment.hasOffset { hasOffsets = true } else { hasTimes = true }
    } else {
      hasOtherTexts = true
    }
  }
}
