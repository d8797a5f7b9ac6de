import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// A text in which ⟦ and ⟧ mark the places that a test is about.
struct MarkedText {
  let source: SourceText
  /// In the order of their beginnings.
  let spans: [SourceSpan]

  init(_ marked: String, name: String = "sales.xml") {
    var text = ""
    var open: [Int] = []
    var spans: [SourceSpan] = []
    for scalar in marked.unicodeScalars {
      switch scalar {
      case "⟦": open.append(text.utf8.count)
      case "⟧": if let start = open.popLast() { spans.append(SourceSpan(start, text.utf8.count)) }
      default: text.unicodeScalars.append(scalar)
      }
    }
    source = SourceText(name: name, text: text)
    self.spans = spans.sorted { ($0.lower, -$0.upper) < ($1.lower, -$1.upper) }
  }
}

/// Reads a text without marks and expects no more than notes.
func read(
  _ text: String, location: Testing.SourceLocation = #_sourceLocation
) throws -> Metadata {
  let (metadata, diagnostics) = MetadataReader.read(SourceText(name: "sales.xml", text: text))
  let bad = diagnostics.filter { $0.level != .note }.map { DiagnosticRenderer().text($0) }
  #expect(bad.isEmpty, "\(bad.joined(separator: "\n"))", sourceLocation: location)
  return try #require(metadata, sourceLocation: location)
}

/// Expects that reading reports these codes, at the marked places, in order.
@discardableResult
func expect(
  _ marked: String, reports codes: Diagnostic.Code..., location: Testing.SourceLocation = #_sourceLocation
) -> [Diagnostic] {
  let text = MarkedText(marked)
  let diagnostics = MetadataReader.read(text.source).diagnostics
  let shown = diagnostics.map { DiagnosticRenderer().text($0) }.joined(separator: "\n")
  #expect(diagnostics.map(\.code) == codes, "\(shown)", sourceLocation: location)
  #expect(diagnostics.map { $0.place?.span } == text.spans, "\(shown)", sourceLocation: location)
  return diagnostics
}

/// A chart alone in its file, with attributes and children put in.
func chart(_ attributes: String = "", values: String = "<Value Expression='Sales'/>", more: String = "") -> String {
  "<Chart Name='A' ChartType='Column' Query='Q'\(attributes)>"
    + "<Category Column='Region'/><Values>\(values)</Values>\(more)</Chart>"
}

/// A whole file around the items of a dashboard and its layout.
func file(_ items: String, layout: String) -> String {
  "<MobileAnalytic><Dashboard>\(items)</Dashboard><DashboardLayout>\(layout)</DashboardLayout></MobileAnalytic>"
}

extension Shared {
  /// MAKit's samples, nil where there are none.
  static let makit = existing("data/makit")

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: try #require(makit).appendingPathComponent(path)))
  }

  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: try #require(makit).appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".xml") }.sorted()
  }
}

/// How many cases a test tries that makes them by chance: a few while somebody waits, all where code is optimised.
func caseCount(debug: Int, release: Int) -> Int {
  #if DEBUG && !OPTIMIZED
    debug
  #else
    release
  #endif
}
