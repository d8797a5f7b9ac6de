import AugerDiagnostics

/// The content of a custom item of a dashboard, which a program or a file provides: text or a picture.
package struct ChartContent: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable { case text, svg, png, jpeg }

  package var kind: Kind
  /// The text, the SVG markup, or the bytes of a picture in Base64.
  package var text: String
  /// The description of a picture for readers who cannot see it. Empty for text.
  package var alternative: String

  package init(kind: Kind, text: String, alternative: String = "") {
    self.kind = kind
    self.text = text
    self.alternative = alternative
  }

  /// Detects the kind: SVG by its first element, pictures by their data URL. Everything else is text.
  package init(_ text: String, alternative: String = "") {
    for kind in [Kind.png, .jpeg] {
      let head = Self.head(of: kind)
      guard text.utf8.starts(with: head.utf8) else { continue }
      self.init(kind: kind, text: String(text.utf8.dropFirst(head.utf8.count)) ?? "", alternative: alternative)
      return
    }
    self.init(kind: Self.isSVG(text) ? .svg : .text, text: text, alternative: alternative)
  }

  /// Returns the start of a picture's data URL.
  package static func head(of kind: Kind) -> String { "data:image/\(kind.rawValue);base64," }

  private static func isSVG(_ text: String) -> Bool {
    let start = text.utf8.drop { $0 <= 0x20 }
    if start.starts(with: "<svg".utf8) { return true }
    return start.starts(with: "<?xml".utf8) && String(start.prefix(4096))?.contains("<svg") == true
  }

  /// The content for readers who cannot see it.
  package var spoken: String { kind == .text && alternative.isEmpty ? text : alternative }
}
