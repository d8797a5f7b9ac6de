import AugerColumns

/// The type of a column, determined from its declaration and its stored values.
struct TypeDecision: Equatable, Sendable {
  /// The type of the column.
  let type: DataType
  /// The type that the declaration or else the first value suggests.
  let natural: DataType
  /// True if values contradict the natural type.
  let isConflict: Bool

  init(_ kind: ColumnKind, _ facts: ColumnFacts, _ policy: SQLiteOptions.TypeConflict) {
    natural = Self.natural(kind, facts)
    isConflict = Self.isConflict(natural, kind, facts)
    type = isConflict && policy == .widen ? Self.widened(facts) : natural
  }

  private static func natural(_ kind: ColumnKind, _ facts: ColumnFacts) -> DataType {
    let hasNumbers = facts.has(StorageClass.integer) || facts.has(StorageClass.real)
    let number: DataType = facts.has(StorageClass.real) ? .float64 : .int64
    switch kind {
    case .integer: return .int64
    case .real: return .float64
    case .text: return .string
    case .bool: return .bool
    case .unixTime, .julian: return .timestamp(zone: "UTC")
    case .decimal(let precision, let scale):
      let fits = facts.largestUnscaled < Decimal128.powersOfTen[precision].magnitude
      return .decimal(precision: fits ? precision : 38, scale: scale)
    case .date, .timestamp:
      if facts.classes != 0, !facts.has(StorageClass.text), hasNumbers { return number }
      if facts.hasOffsets { return .timestamp(zone: "UTC") }
      return kind == .timestamp || facts.hasTimes ? .timestamp : .date
    case .time, .interval:
      if facts.classes != 0, !facts.has(StorageClass.text), hasNumbers { return number }
      return kind == .time ? .time : .interval
    case .numeric:
      if hasNumbers { return number }
      return facts.classes == 0 ? .float64 : .string
    case .any, .blob:
      if facts.classes == 1 << StorageClass.blob { return .binary }
      if kind == .blob, facts.has(StorageClass.blob) || facts.classes == 0 { return .binary }
      let isNumber = facts.firstClass == StorageClass.integer || facts.firstClass == StorageClass.real
      return isNumber ? number : .string
    }
  }

  private static func isConflict(_ natural: DataType, _ kind: ColumnKind, _ facts: ColumnFacts) -> Bool {
    let (integer, real, text, blob) = (
      facts.has(StorageClass.integer), facts.has(StorageClass.real), facts.has(StorageClass.text),
      facts.has(StorageClass.blob)
    )
    switch natural {
    case .bool: return real || text || blob || facts.hasIntegersBeyondBool
    case .int64: return real || text || blob
    case .float64: return text || blob || (integer && facts.hasIntegersBeyondDouble)
    case .decimal: return text || blob || facts.hasMisfits
    case .string: return integer || real || (text && blob) || (blob && kind != .any && kind != .blob)
    case .binary: return integer || real || text
    case .time, .interval: return integer || real || blob || facts.hasOtherTexts
    case .date, .timestamp:
      if kind == .unixTime || kind == .julian { return text || blob || facts.hasMisfits }
      return integer || real || blob || facts.hasOtherTexts
    }
  }

  /// Returns a type that holds every value: int or float if numbers are exact, otherwise string.
  private static func widened(_ facts: ColumnFacts) -> DataType {
    if facts.has(StorageClass.text) || facts.has(StorageClass.blob) { return .string }
    if !facts.has(StorageClass.real) { return .int64 }
    return facts.has(StorageClass.integer) && facts.hasIntegersBeyondDouble ? .string : .float64
  }
}
