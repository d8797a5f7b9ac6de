import AugerColumns
import AugerDiagnostics

/// A color of a theme: red, green and blue in sRGB.
package struct ThemeColor: Sendable, Hashable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a color from `0xRRGGBB`.
  package init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  /// Parses `#rrggbb`, with digits in either case; nil for anything else.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
    var hex: UInt32 = 0
    for byte in bytes.dropFirst() {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): hex = hex << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "A")...UInt8(ascii: "F"): hex = hex << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): hex = hex << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    self.init(hex)
  }

  /// Returns the color between this one and another; `share` (0...1) is the weight of the other.
  package func mixed(with other: ThemeColor, _ share: Double) -> ThemeColor {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Double(a) + (Double(b) - Double(a)) * share).rounded())
    }
    return ThemeColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// True if black is more readable on it than white.
  package var isLight: Bool { Int(red) * 299 + Int(green) * 587 + Int(blue) * 114 > 150_000 }
}

extension ThemeColor: CustomStringConvertible {
  /// `#rrggbb`.
  package var description: String {
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return "#" + hex(red) + hex(green) + hex(blue)
  }
}
