import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments

// The keys of influence diagrams.
extension ThemeReader {
  static func diagramColor(_ name: String, _ summary: String, standard: String, _ example: String) -> KeyDescription {
    KeyDescription(
      name, .text("color", matching: "^#[0-9A-Fa-f]{6}$"), mayBeNull: false, summary, standard: standard,
      example: "\"\(example)\"")
  }

  static func diagramSize(_ name: String, _ summary: String, standard: String) -> KeyDescription {
    KeyDescription(name, .whole(sizes), summary, standard: standard, example: "14")
  }

  private static let sizes = 4...60

  static func readDiagram(_ theme: inout Theme, _ reader: inout DocumentReader) {
    for (key, property) in Theme.Diagram.colors {
      guard let (color, place) = color(key, &reader) else { continue }
      theme[keyPath: property] = color
      // The background is the first key.
      let ground = theme.diagram.background ?? theme.background
      let least = ["diagramLabel", "diagramValue"].contains(name: key) ? 4.5 : 3
      let contrast = color.contrast(with: ground)
      guard contrast < least, !["diagramBackground", "diagramLink"].contains(name: key) else { continue }
      reader.collector.report(
        Diagnostic(
          .lowContrast, level: .warning,
          "\(key) \(color) has a contrast of \((contrast * 10).rounded(.down) / 10) with the background \(ground) of "
            + "diagrams, and needs \(NumberText.shortest(least))", at: place))
    }
    for (key, property) in Theme.Diagram.sizes {
      if let size = reader.int(key, in: sizes) { theme[keyPath: property] = Double(size) }
    }
  }
}
