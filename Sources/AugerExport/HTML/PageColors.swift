import AugerCharts

/// The colors of a page by role, derived from a theme, so that the page matches its pictures.
struct PageColors {
  /// The roles without their prefix `--`, and CSS colors.
  let roles: [(name: String, color: String)]

  init(_ theme: Theme) {
    let (back, ink) = (theme.background, theme.ink)
    let isLight = back.isLight
    // Themes with visible grid lines are for low vision: their outlines have the color of text, and tints mean nothing.
    let isStrong = theme.grid.contrast(with: back) >= 3
    func tint(_ share: Double) -> Theme.Color { back.mixed(with: ink, share) }
    let active = tint(isStrong ? 0.16 : 0.11)
    /// Mixes a color with the color of text until it is readable on all surfaces.
    func readable(_ color: Theme.Color, _ contrast: Double = 4.5, on surface: Theme.Color? = nil) -> Theme.Color {
      let shares = stride(from: 0.0, through: 1, by: 0.05)
      let surfaces = surface.map { [$0] } ?? [active, theme.backdrop]
      let mixed = shares.map { color.mixed(with: ink, $0) }
      return mixed.first { color in surfaces.allSatisfy { color.contrast(with: $0) >= contrast } } ?? ink
    }
    let isBuiltIn = Theme.builtIn.contains { $0.name == theme.name }
    let blue = Theme.Color(isStrong ? 0x00329E : isLight ? 0x2153C4 : 0x8DB4FF)
    let accent = readable(isBuiltIn ? blue : theme.color(0))
    let good = readable(isLight ? Theme.Color(0x0A6B45) : Theme.Color(0x63D1A0))
    let bad = readable(theme.alert)
    let warn = readable(isLight ? Theme.Color(0x7D4E00) : Theme.Color(0xF2C063))
    let white = Theme.Color(0xFFFFFF)
    let fill = isBuiltIn && !isLight ? Theme.Color(0x3D6FE0) : accent
    let onFill = fill.contrast(with: white) >= 4.5 ? white : fill.isLight ? Theme.Color(0x000000) : white
    func soft(_ color: Theme.Color, _ share: Double = 0.1) -> Theme.Color {
      isStrong ? back : back.mixed(with: color, share)
    }
    let colors: [(String, Theme.Color)] = [
      ("background", back), ("backdrop", theme.backdrop), ("ink", ink), ("muted", theme.mutedInk),
      ("alert", theme.alert), ("grid", theme.grid), ("axis", theme.mutedInk), ("baseline", theme.axis),
      ("page", theme.backdrop), ("surface", back), ("sunken", isStrong ? back : tint(0.05)),
      ("raised", isLight ? back : tint(0.05)), ("hover", tint(isStrong ? 0.1 : 0.07)), ("active", active),
      ("line", isStrong ? tint(0.65) : tint(0.12)), ("line-strong", isStrong ? ink : tint(0.24)),
      ("field", isStrong ? ink : readable(tint(0.4), 3)), ("text", ink),
      ("text-2", readable(theme.mutedInk, 6)), ("text-3", readable(theme.mutedInk)),
      ("accent", accent), ("accent-fill", fill), ("on-accent", onFill),
      ("accent-soft", soft(accent)), ("accent-line", isStrong ? accent : back.mixed(with: accent, 0.4)),
      ("focus", isStrong ? ink : accent), ("good", good), ("good-soft", soft(good)), ("bad", bad),
      ("bad-soft", soft(bad)), ("warn", warn), ("warn-fill", warn), ("warn-soft", soft(warn)),
      ("warn-line", isStrong ? warn : back.mixed(with: warn, 0.4)),
    ]
    let shadow =
      isStrong
      ? "0 0 0 1px \(ink)"
      : isLight ? "0 2px 6px #17202a14,0 12px 32px #17202a24" : "0 2px 6px #0006,0 12px 32px #000a"
    roles =
      colors.map { ($0, "\($1)") } + (0..<5).map { ("series-\($0 + 1)", "\(theme.color($0))") }
      + [("shadow", shadow), ("scrim", isLight ? "#17202a66" : "#000a")]
  }
}
