import AugerColumns

/// What a single field could be, the narrowest reading first.
package enum FieldKind: Int, CaseIterable {
  case bool, int, hugeInt, float, date, localTime, instant, text

  /// Nil for nothing but blanks: `""` among numbers says no more than an empty field.
  package init?(_ field: Span<UInt8>) {
    let text = FieldReader.trimmed(field)
    guard !text.isEmpty else { return nil }
    switch text[0] {
    case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x49, 0x69, 0x4E, 0x6E:
      if FieldReader.int64(text) != nil { self = .int; return }
      if FieldReader.isWhole(text) { self = text[0] == 0x2B ? .text : .hugeInt; return }
      if FieldReader.float64(text) != nil { self = .float; return }
      if TemporalText.date(text) != nil { self = .date; return }
      if let moment = TemporalText.moment(text) { self = moment.hasOffset ? .instant : .localTime; return }
    default: break
    }
    self = FieldReader.bool(text) == nil ? .text : .bool
  }
}

/// How many fields of each kind a column has shown so far, and the type that follows.
struct TypeEvidence: Sendable, Hashable {
  private var counts = [Int](repeating: 0, count: FieldKind.allCases.count)
  private var total = 0

  mutating func add(_ kind: FieldKind) {
    counts[kind.rawValue] += 1
    total += 1
  }

  var isEmpty: Bool { total == 0 }

  /// The narrowest type that holds at least `share` of the values: with 1, all of them. A column without values is
  /// text.
  func type(share: Double = 1) -> DataType {
    guard total > 0 else { return .string }
    func count(_ kinds: FieldKind...) -> Int { kinds.reduce(0) { $0 + counts[$1.rawValue] } }
    func suffices(_ count: Int) -> Bool { count > 0 && Double(count) >= share * Double(total) }
    if suffices(count(.bool)) { return .bool }
    if suffices(count(.int)) { return .int64 }
    // Numbers too large for 64 bits are identifiers, unless fractions show that the column is one of measures.
    if count(.float) > 0, suffices(count(.int, .hugeInt, .float)) { return .float64 }
    if suffices(count(.date)) { return .date }
    if suffices(count(.date, .localTime)) { return .timestamp }
    if suffices(count(.instant)) { return .timestamp(zone: "UTC") }
    return .string
  }
}
