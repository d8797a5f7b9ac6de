/// Collects codes in the narrowest sufficient width, so that its memory is close to that of the finished codes.
package struct CodesBuilder: Sendable {
  private enum Width: Sendable { case uint8, uint16, uint32 }

  /// The current width. Only its array is used.
  private var width = Width.uint8
  private var narrow: [UInt8] = []
  private var medium: [UInt16] = []
  private var wide: [UInt32] = []
  /// The greatest code that fits the width.
  private var greatest = UInt32(UInt8.max)

  package init() {}

  package var count: Int { narrow.count + medium.count + wide.count }

  /// The size of the codes in bytes.
  package var byteCount: Int { narrow.count + medium.count * 2 + wide.count * 4 }

  package mutating func append(_ code: UInt32) {
    if code > greatest { widen(for: code) }
    switch width {
    case .uint8: narrow.append(UInt8(truncatingIfNeeded: code))
    case .uint16: medium.append(UInt16(truncatingIfNeeded: code))
    case .uint32: wide.append(code)
    }
  }

  /// Appends codes that do not exceed `most`.
  package mutating func append(contentsOf codes: [UInt32], most: UInt32) {
    if most > greatest { widen(for: most) }
    switch width {
    case .uint8: Self.append(codes, to: &narrow)
    case .uint16: Self.append(codes, to: &medium)
    case .uint32: wide.append(contentsOf: codes)
    }
  }

  /// Appends codes after growing the array once, which is faster than appending one by one.
  private static func append<Code: FixedWidthInteger>(_ codes: [UInt32], to narrow: inout [Code]) {
    let start = narrow.count
    narrow.append(contentsOf: repeatElement(0, count: codes.count))
    for row in codes.indices { narrow[start + row] = Code(truncatingIfNeeded: codes[row]) }
  }

  /// Widens the codes. They never become narrower.
  private mutating func widen(for code: UInt32) {
    if code > UInt32(UInt16.max) {
      wide = narrow.isEmpty ? medium.map { UInt32($0) } : narrow.map { UInt32($0) }
      medium = []
      (width, greatest) = (.uint32, .max)
    } else {
      medium = narrow.map { UInt16($0) }
      (width, greatest) = (.uint16, UInt32(UInt16.max))
    }
    narrow = []
  }

  /// Returns the codes for a dictionary of `dictionaryCount` entries and empties the builder.
  package mutating func finish(dictionaryCount: Int) -> Codes {
    defer { self = CodesBuilder() }
    switch width {
    case .uint8 where dictionaryCount <= 1 << 8: return .uint8(Buffer(narrow))
    case .uint8: return Codes(narrow.map { UInt32($0) }, dictionaryCount: dictionaryCount)
    case .uint16 where dictionaryCount > 1 << 8 && dictionaryCount <= 1 << 16: return .uint16(Buffer(medium))
    case .uint16: return Codes(medium.map { UInt32($0) }, dictionaryCount: dictionaryCount)
    case .uint32: return Codes(wide, dictionaryCount: dictionaryCount)
    }
  }
}
