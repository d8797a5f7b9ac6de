import AugerCharts
import AugerColumns
import AugerDiagnostics
import Testing

@Suite struct ThemeTests {
  private static func linear(_ color: Theme.Color) -> [Double] {
    [color.red, color.green, color.blue].map { byte in
      // Approximates the sRGB curve by an exponent of 2.125, as a product of roots.
      let share = Double(byte) / 255
      return share * share * share.squareRoot().squareRoot().squareRoot()
    }
  }

  private static func luminance(_ color: Theme.Color) -> Double {
    let parts = linear(color)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
  }

  private static func contrast(_ a: Theme.Color, _ b: Theme.Color) -> Double {
    let (x, y) = (luminance(a), luminance(b))
    return (max(x, y) + 0.05) / (min(x, y) + 0.05)
  }

  @Test(arguments: Theme.builtIn)
  func `Text has a contrast of 4.5 and series have a contrast of 3`(theme: Theme) {
    #expect(Self.contrast(theme.ink, theme.background) > 7)
    #expect(Self.contrast(theme.mutedInk, theme.background) > 4.5)
    #expect(Self.contrast(theme.reference, theme.background) > 3)
    #expect(Self.contrast(theme.alert, theme.background) > 3)
    for index in 0..<16 {
      #expect(Self.contrast(theme.color(index), theme.background) > 3, "\(index): \(theme.color(index))")
    }
  }

  @Test(arguments: Theme.builtIn)
  func `Sixteen series have sixteen colors`(theme: Theme) {
    #expect(Set((0..<16).map(theme.color)).count == 16)
  }

  @Test func `Color differences equal the published pairs`() {
    // Source: Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula", table 1.
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
  func `Ten series are distinct in every type of color vision`(theme: Theme, sight: Sight) {
    #expect(theme.palette.count >= 10)
    let least = sight == .normal ? 14.0 : theme.name == "high-contrast" ? 5.4 : 6.8
    for (index, color) in theme.palette.enumerated() {
      for other in theme.palette.dropFirst(index + 1) {
        #expect(sight.difference(color, other) > least, "\(color) \(other): \(sight.difference(color, other))")
      }
    }
  }

  @Test func `Contrast follows the guidelines`() {
    let (black, white) = (Theme.Color(0x000000), Theme.Color(0xFFFFFF))
    #expect(black.contrast(with: white) == 21 && white.contrast(with: white) == 1)
    // `#767676` is the lightest gray with enough contrast for text on white.
    #expect(Theme.Color(0x767676).contrast(with: white) >= 4.5 && Theme.Color(0x777777).contrast(with: white) < 4.5)
    for color in Theme.highContrast.palette { #expect(color.contrast(with: white) >= 4.5, "\(color)") }
    #expect(Theme.highContrast.mutedInk.contrast(with: white) >= 7)
  }

  @Test func `Colors are written as six digits`() {
    #expect(Theme.Color(0x0A_B0FF).description == "#0ab0ff")
    #expect(Theme.Color(digits: "#0aB0Ff") == Theme.Color(0x0A_B0FF))
    for text in ["#+ab0ff", "#-ab0ff", "0ab0ff0", "#0ab0f", "#0ab0ff0", "#0ab0fg", "", "#é1234", "# ab0ff"] {
      #expect(Theme.Color(digits: text) == nil, "\(text)")
    }
    #expect(Theme.Color(0x000000).mixed(with: Theme.Color(0xFFFFFF), 0.5).description == "#808080")
  }

  @Test func `A colour is a literal, a name of CSS, or an error with the nearest name`() throws {
    let literal: Theme.Color = "#0B5FFF"
    #expect(literal == Theme.Color(0x0B5FFF) && literal.description == "#0b5fff")
    let teal: Theme.Color = "teal"
    #expect(teal == Theme.Color(0x008080))
    #expect(try Theme.Color(parsing: "RebeccaPurple") == Theme.Color(0x663399))
    #expect(try Theme.Color(parsing: "#ABCDEF").description == "#abcdef")
    let error = #expect(throws: AugerError.self) { try Theme.Color(parsing: "teel") }
    #expect(error?.code == .unknownColor && error?.hint == "Did you mean 'teal'?")
    #expect(throws: AugerError.self) { try Theme.Color(parsing: "#12345") }
  }

  @Test func `A theme is a copy with other colours`() {
    var brand = Theme.light
    brand.palette = ["#0B5FFF", "teal"]
    brand.background = "black"
    #expect(brand.color(1) == Theme.Color(0x008080) && brand.color(2) != brand.color(0))
    #expect(Theme.light.palette.count == 10 && Theme.light != brand)
    // A chart needs a color.
    brand.palette = []
    #expect(brand.palette == ["#0B5FFF", "teal"])
    #expect(Theme.welterWeight == .light && Theme.welterWeightDark == .dark)
    #expect(Theme.named("WelterWeight") == .welterWeight && Theme.named("WelterWeightDark") == .welterWeightDark)
  }

  @Test func namedColorsHaveTheirHue() throws {
    #expect(Theme.Color(named: "purple", in: .light) == Theme.Color(0x4E3AA1))
    #expect(Theme.Color(named: "Yellow", in: .dark) == Theme.Color(0xECD060))
    #expect(Theme.Color(named: "yellow", in: .light) == Theme.Color(0x7D5E00))
    #expect(Theme.Color(named: "purple", in: .dark) == Theme.Color(0x8577F2))
    // A palette without such a color has a default for its background.
    var brand = Theme.light
    brand.palette = ["#0B5FFF", "teal"]
    #expect(Theme.Color(named: "yellow", in: brand) == Theme.Color(0x9A7800))
    brand.background = "black"
    #expect(Theme.Color(named: "purple", in: brand) == Theme.Color(0xC4A1F0))
    for theme in [Theme.light, .dark, .highContrast] {
      for name in ["yellow", "purple"] {
        #expect(try #require(Theme.Color(named: name, in: theme)).contrast(with: theme.background) >= 3)
      }
    }
  }

  @Test func `A format is a literal, a factory or a name`() throws {
    let literal: ValueFormat = "#,##0.0"
    #expect(literal == .pattern("#,##0.0"))
    #expect(ValueFormatter(.currency("EUR")).text(.float(1234.5)) == "€1,234.50")
    #expect(ValueFormatter(.currency()).text(.float(1)) == "$1.00")
    #expect(try ValueFormat(named: "Rounded2") == .rounded(2))
    #expect(try ValueFormat(named: "Currency") == .currency())
    let error = #expect(throws: AugerError.self) { try ValueFormat(named: "Roundd2") }
    #expect(error?.code == .unknownFormat && error?.hint?.contains("Rounded2") == true)
    #expect(throws: AugerError.self) { try ValueFormat(named: "") }
  }
}
