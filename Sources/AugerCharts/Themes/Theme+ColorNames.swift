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
    case "yellow": self = theme.color(4)
    case "purple": self = theme.color(5)
    case "gray", "grey": self = theme.mutedInk
    case "black": self = theme.ink
    case "white": self = theme.background
    default:
      guard let color = Theme.Color(digits: name) else { return nil }
      self = color
    }
  }
}
