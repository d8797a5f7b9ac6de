import AugerDiagnostics

/// The colors of a picture. The theme does not affect its layout.
public struct Theme: Sendable, Hashable, HasName {
  /// The name by which dashboards and commands select it.
  public package(set) var name: String
  /// The background of charts.
  package var background: ThemeColor
  /// The background of a dashboard, between its charts.
  package var backdrop: ThemeColor
  /// The color of titles and names.
  package var ink: ThemeColor
  /// The color of axis labels and notes.
  package var mutedInk: ThemeColor
  package var grid: ThemeColor
  /// The line at which marks start.
  package var axis: ThemeColor
  /// The colors of series, in order.
  package var palette: [ThemeColor]
  /// The line of the reference value; violet in MAKit.
  package var reference: ThemeColor
  /// The regions outside of the thresholds; gray in MAKit.
  package var threshold: ThemeColor
  /// The edge of items outside of a threshold.
  package var alert: ThemeColor

  package init(
    name: String, background: ThemeColor, backdrop: ThemeColor, ink: ThemeColor, mutedInk: ThemeColor,
    grid: ThemeColor, axis: ThemeColor, palette: [ThemeColor], reference: ThemeColor, threshold: ThemeColor,
    alert: ThemeColor
  ) {
    precondition(!palette.isEmpty, "a theme has at least one colour for series")
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
  package var gain: ThemeColor { color(2) }
  package var loss: ThemeColor { alert }

  /// Returns the color of a series or slice: the palette, then the palette mixed with the ink color, then again.
  package func color(_ index: Int) -> ThemeColor {
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
  public static func named(_ name: String, among others: [Theme] = []) -> Theme? {
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
    name: "light", background: ThemeColor(0xFFFFFF), backdrop: ThemeColor(0xF1F3F6), ink: ThemeColor(0x1D2630),
    mutedInk: ThemeColor(0x586673), grid: ThemeColor(0xE4E8EC), axis: ThemeColor(0x93A0AC),
    palette: [0x2F6FB7, 0xCD6C04, 0x059A6F, 0xA13C7B, 0x4E3AA1, 0x2C9AC6, 0x8B2740, 0x607848, 0x004800, 0x7D5E00]
      .map { ThemeColor($0) },
    reference: ThemeColor(0x7A3FC4), threshold: ThemeColor(0x6B7785), alert: ThemeColor(0xC4162A))

  /// Light on dark, like MAKit's WelterWeightDark, with the same color contrasts.
  public static let dark = Theme(
    name: "dark", background: ThemeColor(0x14181F), backdrop: ThemeColor(0x0B0E13), ink: ThemeColor(0xE9EDF2),
    mutedInk: ThemeColor(0xA2AEBA), grid: ThemeColor(0x2A313B), axis: ThemeColor(0x647180),
    palette: [0x6AA9F0, 0xDEA05A, 0x249C88, 0xEE70BC, 0xECD060, 0x8577F2, 0x8ADCF2, 0xE45D5F, 0x786C00, 0xCCF0C0]
      .map { ThemeColor($0) },
    reference: ThemeColor(0xC4A0FF), threshold: ThemeColor(0x9AA6B3), alert: ThemeColor(0xFF6B6B))

  /// Black on white for low vision: text has a contrast of at least 7, and series of 4.5. Therefore the difference
  /// between series is smaller: more than 5.4.
  public static let highContrast = Theme(
    name: "high-contrast", background: ThemeColor(0xFFFFFF), backdrop: ThemeColor(0xFFFFFF), ink: ThemeColor(0x000000),
    mutedInk: ThemeColor(0x2B2B2B), grid: ThemeColor(0x8C8C8C), axis: ThemeColor(0x000000),
    palette: [0x004A99, 0xA84300, 0x00664D, 0x8A1C66, 0x3A2391, 0x006C94, 0x75142C, 0x9048FC, 0xE40060, 0x5C4500]
      .map { ThemeColor($0) },
    reference: ThemeColor(0x5B1FA8), threshold: ThemeColor(0x3F4954), alert: ThemeColor(0xA80014))
}
