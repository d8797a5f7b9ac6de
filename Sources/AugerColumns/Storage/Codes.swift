/// The rows of a string column: indices into its dictionary, in the narrowest sufficient width.
package enum Codes: Sendable {
  case uint8(Buffer<UInt8>)
  case uint16(Buffer<UInt16>)
  case uint32(Buffer<UInt32>)

  /// Creates the narrowest form of codes for a dictionary of `dictionaryCount` entries.
  package init(_ codes: [UInt32], dictionaryCount: Int) {
    if dictionaryCount <= 1 << 8 {
      self = .uint8(Buffer(codes.map { UInt8(truncatingIfNeeded: $0) }))
    } else if dictionaryCount <= 1 << 16 {
      self = .uint16(Buffer(codes.map { UInt16(truncatingIfNeeded: $0) }))
    } else {
      self = .uint32(Buffer(codes))
    }
  }

  package var count: Int {
    switch self {
    case .uint8(let codes): codes.count
    case .uint16(let codes): codes.count
    case .uint32(let codes): codes.count
    }
  }

  package subscript(index: Int) -> Int {
    switch self {
    case .uint8(let codes): Int(codes[index])
    case .uint16(let codes): Int(codes[index])
    case .uint32(let codes): Int(codes[index])
    }
  }

  package subscript(range: Range<Int>) -> Codes {
    switch self {
    case .uint8(let codes): .uint8(codes[range])
    case .uint16(let codes): .uint16(codes[range])
    case .uint32(let codes): .uint32(codes[range])
    }
  }

  package var widened: [UInt32] {
    switch self {
    case .uint8(let codes): codes.array.map { UInt32($0) }
    case .uint16(let codes): codes.array.map { UInt32($0) }
    case .uint32(let codes): codes.array
    }
  }
}
