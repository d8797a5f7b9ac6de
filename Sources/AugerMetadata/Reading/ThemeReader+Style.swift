import AugerCharts
import AugerDiagnostics
import AugerDocuments

// The colors of parts, fonts and shapes of a theme.
extension ThemeReader {
  /// Reads all keys except the base colors. `places` receives the locations of the colors of parts.
  static func readStyle(
    _ style: inout ThemeStyle, _ reader: inout DocumentReader, _ places: inout [Theme.Part: Diagnostic.Place]
  ) {
    for part in Theme.Part.allCases {
      guard let (color, place) = color(part.rawValue, &reader) else { continue }
      style.colors[part] = color
      places[part] = place
    }
    style.borders = colors("borders", &reader)
    style.categoryBackgrounds = colors("categoryBackgrounds", &reader)
    style.categoryLabels = colors("categoryLabels", &reader)
    if var fonts = reader.mapping("fonts", as: "'fonts'") {
      for role in ThemeStyle.FontRole.allCases { style.fonts[role] = font(role, &fonts) }
      fonts.finish()
    }
    let own = shapes(&reader)
    style.markers = shapes("markers", own, &reader)
    style.tails = shapes("tails", own, &reader)
    style.columns = reader.text("columns").flatMap { shape($0.text, $0.node, "columns", own, reader) }
    style.itemWidth = reader.int("itemWidth").map { Double($0) }
  }

  private static func colors(_ key: String, _ reader: inout DocumentReader) -> [Theme.Color] {
    (reader.texts(key) ?? []).compactMap { color($0.text, $0.node, key, reader) }
  }

  private static func font(_ role: ThemeStyle.FontRole, _ fonts: inout DocumentReader) -> ThemeStyle.Font? {
    guard var reader = fonts.mapping(role.rawValue, as: "the font of '\(role.rawValue)'") else { return nil }
    var font = ThemeStyle.Font()
    if let (text, node) = reader.text("family") {
      if isFamily(text) {
        font.family = text
      } else {
        reader.reject(
          node, "'family' cannot be '\(text)'", hint: "Write font names with letters, digits, spaces and commas.")
      }
    }
    font.weight = reader.choice("weight", of: ThemeStyle.Font.Weight.allCases.map { ($0.rawValue, $0) })
    font.slant = reader.choice("style", of: ThemeStyle.Font.Slant.allCases.map { ($0.rawValue, $0) })
    if role.hasSize { font.size = reader.int("size").map { Double($0) } }
    reader.finish()
    return font == ThemeStyle.Font() ? nil : font
  }

  /// Returns true for font names that need no escaping in style sheets.
  private static func isFamily(_ text: String) -> Bool {
    !text.trimmed.isEmpty && text.utf8.count <= 200
      && text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || " ,-".unicodeScalars.contains($0)
      }
  }

  // MARK: Shapes

  /// The shapes of a theme by the bytes of their names.
  private typealias Shapes = [[UInt8]: ThemeShape]

  /// Reads the theme's own shapes.
  private static func shapes(_ reader: inout DocumentReader) -> Shapes {
    var shapes: Shapes = [:]
    for entry in reader.namedEntries("shapes") {
      let name = entry.key.text
      if ThemeShape.named.contains(where: { $0.name.isSame(as: name) }) {
        reader.collector.report(
          Diagnostic(
            .duplicateName, "'\(name)' is the name of a built-in shape", at: entry.key.place,
            hint: "Give it another name."))
      }
      if let text = entry.value.text, let shape = ThemeShape(parsing: text) {
        shapes[Array(name.utf8)] = shape
      } else {
        reader.collector.report(
          Diagnostic(
            .invalidShape, "the shape '\(name)' is not an outline", at: entry.value.place,
            hint: "Use M, L, H, V, C, Q and Z with numbers from 0 to 1: \"M0,0 L0.5,1 L1,0 Z\"."))
      }
    }
    return shapes
  }

  private static func shapes(_ key: String, _ own: Shapes, _ reader: inout DocumentReader) -> [ThemeShape] {
    (reader.texts(key) ?? []).compactMap { shape($0.text, $0.node, key, own, reader) }
  }

  private static func shape(
    _ name: String, _ node: DocumentNode, _ key: String, _ own: Shapes, _ reader: DocumentReader
  ) -> ThemeShape? {
    if let shape = own[Array(name.utf8)] ?? ThemeShape.named.first(where: { $0.name.isSame(as: name) })?.shape {
      return shape
    }
    let names = ThemeShape.named.map(\.name) + own.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
    reader.reject(
      node, "'\(key)' has no shape '\(name)'",
      hint: DidYouMean.nearest(to: name, among: names).map { "Did you mean '\($0)'?" }
        ?? "Shapes are \(names.joined(separator: ", ")).")
    return nil
  }

  // MARK: Contrast

  /// Warns about each text of the theme that has low contrast to the area behind it.
  static func check(_ theme: Theme, _ places: [Theme.Part: Diagnostic.Place], _ reader: DocumentReader) {
    for part in Theme.Part.allCases where part.isText {
      let ground = part.ground.flatMap { theme.style.colors[$0] } ?? theme.background
      guard let place = places[part] ?? part.ground.flatMap({ places[$0] }) else { continue }
      let contrast = theme[part].contrast(with: ground)
      if contrast >= 4.5 { continue }
      reader.collector.report(
        Diagnostic(
          .lowContrast, level: .warning,
          "\(part.rawValue) \(theme[part]) has a contrast of \((contrast * 10).rounded(.down) / 10) with the color "
            + "\(ground) behind it, and needs 4.5", at: place))
    }
  }
}

extension ThemeStyle.FontRole {
  /// True if the size of the font can be chosen. The layout of axes and tables has fixed sizes.
  var hasSize: Bool { self == .title || self == .legend }
}

extension Diagnostic.Code {
  /// A shape of a theme that is not an outline.
  package static let invalidShape = Self("invalidShape")
}
