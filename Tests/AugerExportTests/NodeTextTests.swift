import AugerExport
import Testing

@Suite struct NodeTextTests {
  /// A node can be narrower than one character.
  @Test(arguments: ["W", "WW", "W W", "Umsatz je Kunde"]) func nameFitsAnyWidth(_ name: String) {
    for width in stride(from: 0.5, to: 60, by: 0.5) {
      let lines = DiagramDrawing.lines(name, size: 12, width: width, most: 3)
      #expect((1...3).contains(lines.count) && lines.allSatisfy { !$0.isEmpty || width < 12 }, "\(lines) in \(width)")
    }
  }
}
