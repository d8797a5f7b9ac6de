import AugerDiagnostics

/// The colors, fonts and shapes of pictures and pages.
///
/// Copy a theme and change it:
///
/// ```swift
/// var brand = Theme.light
/// brand.palette = ["#0B5FFF", "#FF8A00", "teal"]
/// let svg = try chart.rendered(as: .svg(theme: brand))
/// ```
///
/// Text is readable with a contrast of at least 4.5 to the background, and marks with 3.
public struct Theme: Sendable, Hashable, HasName {
  /// The name by which dashboards and commands select it.
  public var name: String
  /// The background of charts.
  public var background: Color
  /// The background of a dashboard, between its charts.
  public var backdrop: Color
  /// The color of titles and names.
  public var ink: Color
  /// The color of axis labels and notes.
  public var mutedInk: Color
  /// The color of grid lines.
  public var grid: Color
  /// The line at which marks start.
  public var axis: Color
  /// The colors of series, in order. More series have mixtures of them. Setting an empty list has no effect.
  public var palette: [Color] {
    didSet { if palette.isEmpty { palette = oldValue } }
  }
  /// The line of the reference value; violet in MAKit.
  public var reference: Color
  /// The regions outside of the thresholds; gray in MAKit.
  public var threshold: Color
  /// The edge of items outside of a threshold.
  public var alert: Color
  /// Colors of single parts, fonts and shapes.
  package var style = ThemeStyle()
  /// The looks of influence diagrams.
  package var diagram = Diagram()

  package init(
    name: String, background: Color, backdrop: Color, ink: Color, mutedInk: Color,
    grid: Color, axis: Color, palette: [Color], reference: Color, threshold: Color,
    alert: Color
  ) {
    precondition(!palette.isEmpty, "a theme has at least one color for series")
    self.name = name
    self.background = background
    self.backdrop = backdrop
    self.ink = ink
    self.mutedInk = mutedInk
    self.grid = grid
    self.axis = axis
    self.palette = palette
    self.reference = reference
    self.threshold = threshold
    self.alert = alert
  }

  /// The colors of increases and decreases.
  package var gain: Color { color(2) }
  package var loss: Color { alert }

  /// Returns the color of a series or slice. The palette comes first, then the palette mixed with the ink color. Then
  /// the sequence repeats.
  package func color(_ index: Int) -> Theme.Color {
    let color = palette[index % palette.count]
    return index / palette.count % 2 == 0 ? color : color.mixed(with: ink, 0.45)
  }
}

extension Theme {
  /// The names that `named` accepts, in the letter case of the documentation.
  package static let names = ["light", "dark", "high-contrast", "WelterWeight", "WelterWeightDark"]

  /// The themes that require no file.
  package static let builtIn: [Theme] = [.light, .dark, .highContrast]

  /// Returns the theme with a name from metadata. Built-in names, and MAKit's names for the first two, ignore letter
  /// case. Names in `others` are case-sensitive.
  package static func named(_ name: String, among others: [Theme] = []) -> Theme? {
    switch name.lowercased() {
    case "light", "welterweight": .light
    case "dark", "welterweightdark": .dark
    case "high-contrast": .highContrast
    default: others.first(named: name)
    }
  }

  /// Dark on white, like MAKit's WelterWeight.
  ///
  /// The ten colors have a contrast of at least 3 to the background. They are distinguishable with any color vision
  /// deficiency. Their CIEDE2000 difference is more than 6.8 without red, green or blue vision, and more than 14 with
  /// full color vision.
  public static let light = Theme(
    name: "light", background: Color(0xFFFFFF), backdrop: Color(0xF1F3F6), ink: Color(0x1D2630),
    mutedInk: Color(0x586673), grid: Color(0xE4E8EC), axis: Color(0x93A0AC),
    palette: [0x2F6FB7, 0xCD6C04, 0x059A6F, 0xA13C7B, 0x4E3AA1, 0x2C9AC6, 0x8B2740, 0x607848, 0x004800, 0x7D5E00]
      .map { Color($0) },
    reference: Color(0x7A3FC4), threshold: Color(0x6B7785), alert: Color(0xC4162A))

  /// Light on dark, like MAKit's WelterWeightDark, with the same color contrasts.
  public static let dark = Theme(
    name: "dark", background: Color(0x14181F), backdrop: Color(0x0B0E13), ink: Color(0xE9EDF2),
    mutedInk: Color(0xA2AEBA), grid: Color(0x2A313B), axis: Color(0x647180),
    palette: [0x6AA9F0, 0xDEA05A, 0x249C88, 0xEE70BC, 0xECD060, 0x8577F2, 0x8ADCF2, 0xE45D5F, 0x786C00, 0xCCF0C0]
      .map { Color($0) },
    reference: Color(0xC4A0FF), threshold: Color(0x9AA6B3), alert: Color(0xFF6B6B))

  /// Black on white for low vision: text has a contrast of at least 7, and series of 4.5. Therefore the difference
  /// between series is smaller: more than 5.4.
  public static let highContrast = Theme(
    name: "high-contrast", background: Color(0xFFFFFF), backdrop: Color(0xFFFFFF), ink: Color(0x000000),
    mutedInk: Color(0x2B2B2B), grid: Color(0x8C8C8C), axis: Color(0x000000),
    palette: [0x004A99, 0xA84300, 0x00664D, 0x8A1C66, 0x3A2391, 0x006C94, 0x75142C, 0x9048FC, 0xE40060, 0x5C4500]
      .map { Color($0) },
    reference: Color(0x5B1FA8), threshold: Color(0x3F4954), alert: Color(0xA80014))

  /// MAKit's theme WelterWeight: `light`.
  package static var welterWeight: Theme { .light }
  /// MAKit's theme WelterWeightDark: `dark`.
  package static var welterWeightDark: Theme { .dark }
}
