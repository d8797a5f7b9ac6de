extension Theme.Color {
  /// The colors that expressions may name.
  package static let names = ["green", "red", "blue", "orange", "yellow", "purple", "gray", "black", "white"]

  /// Returns the theme's color with a name, ignoring case, or the color `#rrggbb`; nil for other words.
  package init?(named name: String, in theme: Theme) {
    switch name.lowercased() {
    case "green": self = theme.gain
    case "red": self = theme.loss
    case "blue": self = theme.color(0)
    case "orange": self = theme.color(1)
    case "yellow": self = theme.color(ofHue: 48, within: 15, else: Theme.Color(0x9A7800), Theme.Color(0xECD060))
    case "purple": self = theme.color(ofHue: 272, within: 30, else: Theme.Color(0x7B3FA8), Theme.Color(0xC4A1F0))
    case "gray", "grey": self = theme.mutedInk
    case "black": self = theme.ink
    case "white": self = theme.background
    default:
      guard let color = Theme.Color(digits: name) else { return nil }
      self = color
    }
  }
}

extension Theme {
  /// Returns the color of the palette whose hue in degrees is nearest. Without one in the tolerance, returns the
  /// default with the higher contrast to the background.
  fileprivate func color(ofHue hue: Double, within tolerance: Double, else dark: Color, _ bright: Color) -> Color {
    func distance(_ color: Color) -> Double {
      guard let own = color.hue else { return .infinity }
      let difference = (own - hue).magnitude
      return min(difference, 360 - difference)
    }
    let nearest = palette.min { distance($0) < distance($1) }
    if let nearest, distance(nearest) <= tolerance { return nearest }
    return dark.contrast(with: background) >= bright.contrast(with: background) ? dark : bright
  }
}

extension Theme.Color {
  /// The hue in degrees from 0 (red) to 360; nil for a gray.
  fileprivate var hue: Double? {
    let (red, green, blue) = (Double(red), Double(green), Double(blue))
    let (least, most) = (min(red, green, blue), max(red, green, blue))
    let range = most - least
    guard range >= 0.2 * most, range > 0 else { return nil }
    let sector =
      most == red ? (green - blue) / range : most == green ? 2 + (blue - red) / range : 4 + (red - green) / range
    return (sector * 60 + 360).truncatingRemainder(dividingBy: 360)
  }
}
