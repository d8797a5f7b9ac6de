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

  @Test func `The difference of colours is that of the published pairs`() {
    // Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", table 1.
    let pairs: [(LabColor, LabColor, Double)] = [
      (LabColor(l: 50, a: 2.6772, b: -79.7751), LabColor(l: 50, a: 0, b: -82.7485), 2.0425),
      (LabColor(l: 50, a: -1, b: 2), LabColor(l: 50, a: 0, b: 0), 2.3669),
      (LabColor(l: 50, a: 2.5, b: 0), LabColor(l: 73, a: 25, b: -18), 27.1492),
      (LabColor(l: 50, a: 2.5, b: 0), LabColor(l: 61, a: -5, b: 29), 22.8977),
      (LabColor(l: 60.2574, a: -34.0099, b: 36.2677), LabColor(l: 60.4626, a: -34.1751, b: 39.4387), 1.2644),
      (LabColor(l: 2.0776, a: 0.0795, b: -1.135), LabColor(l: 0.9033, a: -0.0636, b: -0.5514), 0.9082),
    ]
    for (a, b, difference) in pairs {
      #expect((a.difference(b) - difference).magnitude < 0.0001, "\(a) \(b): \(a.difference(b))")
    }
  }

  @Test(arguments: Theme.builtIn, Sight.allCases)
  func `Ten series are told apart, whichever colours somebody sees`(theme: Theme, sight: Sight) {
    #expect(theme.palette.count >= 10)
    let least = sight == .normal ? 14.0 : theme.name == "high-contrast" ? 5.4 : 6.8
    for (index, color) in theme.palette.enumerated() {
      for other in theme.palette.dropFirst(index + 1) {
        #expect(sight.difference(color, other) > least, "\(color) \(other): \(sight.difference(color, other))")
      }
    }
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
    #expect(ThemeColor("#0aB0Ff") == ThemeColor(0x0A_B0FF))
    for text in ["#+ab0ff", "#-ab0ff", "0ab0ff0", "#0ab0f", "#0ab0ff0", "#0ab0fg", "", "#é1234", "# ab0ff"] {
      #expect(ThemeColor(text) == nil, "\(text)")
    }
    #expect(ThemeColor(0x000000).mixed(with: ThemeColor(0xFFFFFF), 0.5).description == "#808080")
  }
}
