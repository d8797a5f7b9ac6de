/// A colour of a theme: red, green and blue, as sRGB has them.
public struct ThemeColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// `0xRRGGBB`.
  public init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  /// The colour that lies `share` (0...1) of the way to another.
  public func mixed(with other: ThemeColor, _ share: Double) -> ThemeColor {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: Int((Double(a) + (Double(b) - Double(a)) * share).rounded()))
    }
    return ThemeColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// Whether black reads better on it than white.
  public var isLight: Bool { Int(red) * 299 + Int(green) * 587 + Int(blue) * 114 > 150_000 }
}

extension ThemeColor: CustomStringConvertible {
  /// `#rrggbb`.
  public var description: String {
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return "#" + hex(red) + hex(green) + hex(blue)
  }
}
