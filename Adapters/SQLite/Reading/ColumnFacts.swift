import AugerColumns

/// What about the values of a column decides its type. Facts of parts merge into the facts of the whole; merging the
/// same rows again changes nothing.
struct ColumnFacts: Equatable, Sendable {
  /// A bit for each storage class seen.
  var classes: UInt8 = 0
  var firstClass: UInt8?
  /// Integers other than 0 and 1.
  var hasIntegersBeyondBool = false
  var hasIntegersBeyondDouble = false
  /// Numbers that a decimal of the declared scale, or a moment of the declared unit, cannot be.
  var hasMisfits = false
  /// The largest unscaled value where a decimal is declared.
  var largestUnscaled: UInt128 = 0
  /// `YYYY-MM-DD`, `infinity`, `-infinity`.
  var hasDates = false
  /// Dates with a time.
  var hasTimes = false
  /// Times with an offset from UTC.
  var hasOffsets = false
  /// Texts that are neither, or not what is declared.
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

  /// The facts of the rows of `raw`, whose texts stand in `dictionary`.
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

  /// A value of the class was seen.
  mutating func see(_ storageClass: UInt8) {
    classes |= 1 << storageClass
    if firstClass == nil { firstClass = storageClass }
  }

  /// One integer as `addIntegers` takes many.
  mutating func add(_ value: Int64, _ kind: ColumnKind) { addIntegers([value], kind) }

  private mutating func addIntegers(_ values: [Int64], _ kind: ColumnKind) {
    var largest: UInt64 = 0
    // Nulls stand as 0, which fits everywhere.
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

  /// Looks at each distinct text once, or at each row's where those are fewer.
  private mutating func addTexts(_ codes: [UInt32], _ kind: ColumnKind, _ dictionary: StringDictionary) {
    guard kind == .date || kind == .timestamp || kind == .time || kind == .interval, !codes.isEmpty else { return }
    // In a store of codes nulls stand as 0, which is the code of some value of the column.
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
