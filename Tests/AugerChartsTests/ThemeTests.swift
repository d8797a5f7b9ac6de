import AugerCharts
import Testing

@Suite struct ThemeTests {
  private static func linear(_ color: ThemeColor) -> [Double] {
    [color.red, color.green, color.blue].map { byte in
      // The curve of sRGB, near enough: 2.2 instead of its two pieces, as a product of roots.
      let share = Double(byte) / 255
      return share * share * share.squareRoot().squareRoot().squareRoot()
    }
  }

  private static func luminance(_ color: ThemeColor) -> Double {
    let parts = linear(color)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private static func contrast(_ a: ThemeColor, _ b: ThemeColor) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test(arguments: Theme.builtIn)
  func `Texts have a contrast of 4.5 and series one of 3 with what they stand on`(theme: Theme) {
    #expect(Self.contrast(theme.ink, theme.background) > 7)
    #expect(Self.contrast(theme.mutedInk, theme.background) > 4.5)
    #expect(Self.contrast(theme.reference, theme.background) > 3)
    #expect(Self.contrast(theme.alert, theme.background) > 3)
    for index in 0..<16 {
      #expect(Self.contrast(theme.color(index), theme.background) > 3, "\(index): \(theme.color(index))")
    }
  }

  @Test(arguments: Theme.builtIn)
  func `Sixteen series have sixteen colours`(theme: Theme) {
    #expect(Set((0..<16).map(theme.color)).count == 16)
  }

  @Test func `Contrast is that of the guidelines`() {
    let (black, white) = (ThemeColor(0x000000), ThemeColor(0xFFFFFF))
    #expect(black.contrast(with: white) == 21 && white.contrast(with: white) == 1)
    // The gray that is known to be the lightest that texts on white may have.
    #expect(ThemeColor(0x767676).contrast(with: white) >= 4.5 && ThemeColor(0x777777).contrast(with: white) < 4.5)
    for color in Theme.highContrast.palette { #expect(color.contrast(with: white) >= 4.5, "\(color)") }
    #expect(Theme.highContrast.mutedInk.contrast(with: white) >= 7)
  }

  @Test func `Colours are written as six digits`() {
    #expect(ThemeColor(0x0A_B0FF).description == "#0ab0ff")
    #expect(ThemeColor(0x000000).mixed(with: ThemeColor(0xFFFFFF), 0.5).description == "#808080")
  }
}
