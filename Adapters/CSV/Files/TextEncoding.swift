import AugerColumns

/// The character encoding of a file. All code after the reader uses UTF-8.
package enum TextEncoding: String, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case utf16LittleEndian = "utf-16le"
  case utf16BigEndian = "utf-16be"
  /// Windows' variant of Latin-1. Most files declared as Latin-1 use it.
  case windows1252 = "windows-1252"
  case latin1 = "iso-8859-1"

  /// Parses common names: `UTF8`, `latin1`, `cp1252`. `utf-16` alone means little-endian.
  package init?(name: String) {
    switch name.lowercased().filter({ $0 != "-" && $0 != "_" && $0 != " " }) {
    case "utf8", "ascii", "usascii": self = .utf8
    case "utf16", "utf16le": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "windows1252", "cp1252", "1252": self = .windows1252
    case "latin1", "iso88591", "l1": self = .latin1
    default: return nil
    }
  }
}

/// Converts bytes of another encoding to UTF-8, in pieces.
///
/// Invalid input, such as half of a surrogate pair or an odd byte at the end, becomes invalid UTF-8. The parser then
/// rejects it with its position.
struct Transcoder {
  private let encoding: TextEncoding
  /// The first byte of a UTF-16 unit that the previous piece split.
  private var half: UInt8?
  private var highSurrogate: UInt32?
  private var isAtStart = true

  init(_ encoding: TextEncoding) { self.encoding = encoding }

  mutating func append(_ bytes: borrowing Span<UInt8>, to text: inout [UInt8]) {
    switch encoding {
    case .utf8: for index in bytes.indices { text.append(bytes[index]) }
    case .latin1:
      for index in bytes.indices { Self.append(UInt32(bytes[index]), to: &text) }
    case .windows1252:
      for index in bytes.indices {
        let byte = bytes[index]
        Self.append(byte & 0xE0 == 0x80 ? Self.windows[Int(byte & 0x1F)] : UInt32(byte), to: &text)
      }
    case .utf16LittleEndian, .utf16BigEndian:
      for index in bytes.indices {
        guard let first = half else {
          half = bytes[index]
          continue
        }
        half = nil
        let (high, low) = encoding == .utf16BigEndian ? (first, bytes[index]) : (bytes[index], first)
        append(unit: UInt32(high) << 8 | UInt32(low), to: &text)
      }
    }
  }

  /// Appends the bytes that remain at the end of the file.
  mutating func finish(_ text: inout [UInt8]) {
    if let lone = highSurrogate { Self.append(lone, to: &text) }
    if half != nil { text.append(0xFF) }
    highSurrogate = nil
    half = nil
  }

  private mutating func append(unit: UInt32, to text: inout [UInt8]) {
    defer { isAtStart = false }
    if isAtStart, unit == 0xFEFF { return }
    if let high = highSurrogate {
      highSurrogate = nil
      if unit & 0xFC00 == 0xDC00 {
        return Self.append(0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00), to: &text)
      }
      Self.append(high, to: &text)
    }
    if unit & 0xFC00 == 0xD800 { highSurrogate = unit } else { Self.append(unit, to: &text) }
  }

  @inline(__always)
  private static func append(_ scalar: UInt32, to text: inout [UInt8]) {
    func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3F) }
    if scalar < 0x80 {
      text.append(UInt8(scalar))
    } else if scalar < 0x800 {
      text.append(0xC0 | UInt8(scalar >> 6))
      text.append(tail(0))
    } else if scalar < 0x10000 {
      text.append(0xE0 | UInt8(scalar >> 12))
      text.append(tail(6))
      text.append(tail(0))
    } else {
      text.append(0xF0 | UInt8(scalar >> 18))
      text.append(tail(12))
      text.append(tail(6))
      text.append(tail(0))
    }
  }

  /// The code points of the bytes 0x80 ... 0x9F in Windows-1252. The five undefined bytes are control characters
  /// (WHATWG Encoding).
  private static let windows: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]
}
