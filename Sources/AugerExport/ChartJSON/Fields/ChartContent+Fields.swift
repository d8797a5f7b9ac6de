import AugerCharts
import AugerDiagnostics

// Keys of custom items.
extension ChartContent {
  static let fields = FieldTable(ChartContent(kind: .text, text: "")) {
    JSONField("kind", \.kind, .choice)
    JSONField("text", \.text, .text).note("The text, the SVG markup, or the bytes of a picture in Base64.")
    JSONField("alternative", \.alternative, .text, unless: "")
      .note("The description of a picture for readers who cannot see it. Absent if empty.")
  }
}
