import Foundation

extension Theme.Color {
  /// Returns the contrast of two colors from 1 to 21, as defined in the Web Content Accessibility Guidelines. Text
  /// requires 4.5, lines and areas 3.
  package func contrast(with other: Theme.Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  private var luminance: Double {
    func linear(_ byte: UInt8) -> Double {
      let value = Double(byte) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
