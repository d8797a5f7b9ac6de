import AugerColumns
import AugerDiagnostics

extension Theme {
  /// A color: red, green and blue in sRGB.
  ///
  /// A literal is `"#2F6FB7"` or a color name of CSS, such as `"teal"`. Any other literal stops the program;
  /// `init(parsing:)` throws instead.
  public struct Color: Sendable, Hashable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }
  }
}

extension Theme.Color: ExpressibleByStringLiteral {
  /// Creates a color from the literal of a program.
  public init(stringLiteral text: String) {
    guard let color = Self(text: text) else { preconditionFailure("a color literal is #rrggbb or a CSS name: \(text)") }
    self = color
  }

  /// Parses `#rrggbb`, with digits in either case, or a color name of CSS in any case.
  ///
  /// - Throws: `unknownColor`.
  public init(parsing text: String) throws(AugerError) {
    guard let color = Self(text: text) else {
      throw AugerError(
        .unknownColor, operation: "", "'\(text)' is not a color",
        hint: DidYouMean.nearest(to: text.lowercased(), among: Self.cssColors.keys.sorted())
          .map { "Did you mean '\($0)'?" } ?? "Write red, green and blue in six hexadecimal digits: #1d2630.")
    }
    self = color
  }

  private init?(text: String) {
    if let color = Self(digits: text) {
      self = color
    } else if let hex = Self.cssColors[text.lowercased()] {
      self.init(hex)
    } else {
      return nil
    }
  }
}

extension Theme.Color {
  /// Creates a color from `0xRRGGBB`.
  package init(_ hex: UInt32) {
    red = UInt8(truncatingIfNeeded: hex >> 16)
    green = UInt8(truncatingIfNeeded: hex >> 8)
    blue = UInt8(truncatingIfNeeded: hex)
  }

  /// Parses `#rrggbb`, with digits in either case; nil for anything else.
  package init?(digits text: String) {
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
  package func mixed(with other: Theme.Color, _ share: Double) -> Theme.Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 {
      UInt8(clamping: (Double(a) + (Double(b) - Double(a)) * share).rounded())
    }
    return Theme.Color(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// True if black is more readable on it than white.
  package var isLight: Bool { Int(red) * 299 + Int(green) * 587 + Int(blue) * 114 > 150_000 }
}

extension Theme.Color: CustomStringConvertible {
  /// `#rrggbb`.
  public var description: String {
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return "#" + hex(red) + hex(green) + hex(blue)
  }
}

extension Diagnostic.Code {
  package static let unknownColor = Self("unknownColor")
}
