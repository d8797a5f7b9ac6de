import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import Foundation
import TestSupport
import Testing

/// A text in which ⟦ and ⟧ mark the locations that a test checks.
struct MarkedText {
  let source: SourceText
  /// The marked locations, ordered by their start.
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

/// Reads a text without marks and expects notes at most.
func read(
  _ text: String, location: Testing.SourceLocation = #_sourceLocation
) throws -> Metadata {
  let (metadata, diagnostics) = MetadataReader.read(SourceText(name: "sales.xml", text: text))
  let bad = diagnostics.filter { $0.level != .note }.map { DiagnosticRenderer().text($0) }
  #expect(bad.isEmpty, "\(bad.joined(separator: "\n"))", sourceLocation: location)
  return try #require(metadata, sourceLocation: location)
}

/// Expects reading to report these codes at the marked locations, in order.
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

/// Returns a file that contains a single chart, with the given attributes and children.
func chart(_ attributes: String = "", values: String = "<Value Expression='Sales'/>", more: String = "") -> String {
  "<Chart Name='A' ChartType='Column' Query='Q'\(attributes)>"
    + "<Category Column='Region'/><Values>\(values)</Values>\(more)</Chart>"
}

/// Returns a complete file with the given dashboard items and layout.
func file(_ items: String, layout: String) -> String {
  "<MobileAnalytic><Dashboard>\(items)</Dashboard><DashboardLayout>\(layout)</DashboardLayout></MobileAnalytic>"
}

extension Shared {
  /// The folder of MAKit's samples. Nil if it does not exist.
  static let makit = existing("data/makit")

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: try #require(makit).appendingPathComponent(path)))
  }

  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: try #require(makit).appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".xml") }.sorted()
  }
}

/// Returns the number of random cases for a test: few in debug builds, so that a run is short, and all in optimized
/// builds.
func caseCount(debug: Int, release: Int) -> Int {
  #if DEBUG && !OPTIMIZED
    debug
  #else
    release
  #endif
}
