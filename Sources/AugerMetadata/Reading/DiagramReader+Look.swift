import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments

// Reads the presentation of diagrams.
extension DiagramReader {
  struct Look {
    var theme: String?
    var view = DiagramModel.View.normal
    var lines = DiagramModel.Lines.curve
    var lineWidth: Double?
    var diameter: Double?
  }

  func look(_ reader: NodeReader) -> Look {
    Look(
      theme: reader.theme(among: declarations.themes),
      view: reader.choice("ViewMode", of: DiagramDefinition.viewModes) ?? .normal,
      lines: reader.choice("LineType", of: DiagramDefinition.lineTypes) ?? .curve,
      lineWidth: number("LineWidth", 0, 20, reader), diameter: number("Diameter", 10, 400, reader))
  }

  /// Returns the center of a node in percent. Nil if the renderer places it.
  func center(_ reader: NodeReader) -> (left: Double, top: Double)? {
    let (left, top) = (number("Left", 0, 100, reader), number("Top", 0, 100, reader))
    if let left, let top { return (left, top) }
    for (given, missing) in [("Left", "Top"), ("Top", "Left")] {
      guard let attribute = reader.node.attribute(given), reader.node.attribute(missing) == nil else { continue }
      reader.report(
        .metadataMissingAttribute, "\(reader.what) has \(given) but no \(missing)", at: attribute.place,
        hint: "Write both, or neither to place the node automatically.",
        details: [.init(.node, "Node"), .init(.attribute, missing)])
    }
    return nil
  }

  private func number(_ name: String, _ least: Double, _ most: Double, _ reader: NodeReader) -> Double? {
    guard let number = reader.number(name) else { return nil }
    if number >= least, number <= most { return number }
    if let attribute = reader.node.attribute(name) {
      reader.reject(attribute, "a number from \(NumberText.shortest(least)) to \(NumberText.shortest(most))")
    }
    return nil
  }
}
