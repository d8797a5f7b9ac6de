import AugerCharts
import AugerDiagnostics
import AugerDocuments

/// Reads custom themes: a built-in theme and the differences to it.
///
/// ```yaml
/// base: dark
/// background: "#101820"
/// palette: ["#4FA3E0", "#F2A541", "#5CC8A8"]
/// ```
package enum ThemeReader {
  /// The keys of single colors.
  private static var colors: [(key: String, property: WritableKeyPath<Theme, Theme.Color>)] {
    [
      ("background", \.background), ("backdrop", \.backdrop), ("ink", \.ink), ("mutedInk", \.mutedInk),
      ("grid", \.grid), ("axis", \.axis), ("reference", \.reference), ("threshold", \.threshold), ("alert", \.alert),
    ]
  }

  /// Reads a theme file with a theme's keys and an optional `name`. The default name is `name`.
  ///
  /// Throws if the text is not YAML. Other errors are reported with their locations, and the invalid keys have the
  /// values of the base. Callers must check for errors before using the theme. Colors with low contrast are warnings
  /// (`lowContrast`).
  package static func read(
    _ source: SourceText, name: String, reporting collector: DiagnosticCollector
  ) throws(DiagnosticError) -> Theme {
    let document = try YAMLDocument.parse(source)
    return read(DocumentReader(document, as: "the theme", of: keys, reporting: collector), name: name)
  }

  /// Reads an inline theme of a workspace file, with a reader of the `keys`.
  package static func read(_ reader: DocumentReader, name: String) -> Theme {
    var reader = reader
    let base = reader.choice("base", of: Theme.builtIn.map { ($0.name, $0) }) ?? .light
    var theme = base
    theme.name = reader.string("name") ?? name
    var places: [String: Diagnostic.Place] = [:]
    for (key, property) in colors {
      guard let (color, place) = color(key, &reader) else { continue }
      theme[keyPath: property] = color
      places[key] = place
    }
    readDiagram(&theme, &reader)
    var palettePlaces: [Diagnostic.Place] = []
    if let items = reader.texts("palette") {
      let read = items.compactMap { item in
        color(item.text, item.node, "palette", reader).map { (color: $0, place: item.node.place) }
      }
      if let node = reader.value("palette"), items.isEmpty {
        reader.reject(node, "'palette' needs at least one color", hint: "Leave it out for that of the base.")
      }
      if !read.isEmpty { (theme.palette, palettePlaces) = (read.map(\.color), read.map(\.place)) }
    }
    var parts: [Theme.Part: Diagnostic.Place] = [:]
    readStyle(&theme.style, &reader, &parts)
    reader.finish()
    check(theme, places, palettePlaces, reader)
    check(theme, parts, reader)
    return theme
  }

  static func color(_ key: String, _ reader: inout DocumentReader) -> (Theme.Color, Diagnostic.Place)? {
    if let entry = reader.entry(key), entry.value.isNull {
      // Text after a # is a comment.
      reader.reject(entry.value, "'\(key)' has no color", hint: "Write it in quotes: \(key): \"#1d2630\".")
      return nil
    }
    guard let text = reader.string(key), let node = reader.value(key) else { return nil }
    return color(text, node, key, reader).map { ($0, node.place) }
  }

  static func color(
    _ text: String, _ node: DocumentNode, _ key: String, _ reader: DocumentReader
  ) -> Theme.Color? {
    if let color = Theme.Color(digits: text) { return color }
    reader.collector.report(
      Diagnostic(
        .unknownColor, "'\(key)' cannot be '\(text)'", at: node.place,
        hint: "A color is red, green and blue in six hexadecimal digits: \"#1d2630\"."))
    return nil
  }

  /// Warns about each color of the theme that has low contrast to its background.
  private static func check(
    _ theme: Theme, _ places: [String: Diagnostic.Place], _ palette: [Diagnostic.Place], _ reader: DocumentReader
  ) {
    func compare(
      _ what: String, _ color: Theme.Color, on ground: (String, Theme.Color), _ least: Double, _ own: Diagnostic.Place?
    ) {
      let contrast = color.contrast(with: ground.1)
      guard contrast < least, let place = own ?? places[ground.0] else { return }
      let shown = (contrast * 10).rounded(.down) / 10
      reader.collector.report(
        Diagnostic(
          .lowContrast, level: .warning,
          "\(what) \(color) has a contrast of \(shown) with the \(ground.0) \(ground.1), and needs \(least)", at: place)
      )
    }
    let background = ("background", theme.background)
    compare("ink", theme.ink, on: background, 4.5, places["ink"])
    compare("ink", theme.ink, on: ("backdrop", theme.backdrop), 4.5, places["ink"])
    compare("mutedInk", theme.mutedInk, on: background, 4.5, places["mutedInk"])
    compare("reference", theme.reference, on: background, 3, places["reference"])
    compare("alert", theme.alert, on: background, 3, places["alert"])
    for (index, color) in theme.palette.enumerated() {
      compare("color \(index + 1)", color, on: background, 3, palette.isEmpty ? nil : palette[index])
    }
  }
}

extension Diagnostic.Code {
  /// A color of a theme with low contrast to its background.
  package static let lowContrast = Self("lowContrast")
}
