import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments

/// Reads DashboardLayout nodes.
struct LayoutReader {
  let collector: DiagnosticCollector
  /// The names that a layout can reference. Nil if they are unknown because the dashboard is missing.
  private let items: [String]?
  private let known: Set<[UInt8]>

  init(collector: DiagnosticCollector, items: [String]?) {
    self.collector = collector
    self.items = items
    known = Set((items ?? []).map { Array($0.utf8) })
  }

  func layout(_ node: AttributedNode) -> DashboardLayout? {
    let reader = NodeReader(node, as: MetadataVocabulary.dashboardLayout, reporting: collector)
    let scale = reader.choice("Scale", of: DashboardLayout.Scale.self) ?? .percentage
    let landscape = reader.child("Landscape")
    let portrait = reader.child("Portrait")
    reader.finish()
    if landscape == nil, portrait == nil {
      reader.report(.metadataMissingNode, "DashboardLayout has neither Landscape nor Portrait")
    }
    let layout = DashboardLayout(
      scale: scale, landscape: landscape.map { arrangement($0, MetadataVocabulary.landscape, scale) },
      portrait: portrait.map { arrangement($0, MetadataVocabulary.portrait, scale) })
    for overlap in layout.overlaps() {
      reader.report(
        overlap.code, level: overlap.level, overlap.message, at: overlap.place, details: overlap.details)
    }
    return layout
  }

  private func arrangement(
    _ node: AttributedNode, _ description: NodeDescription, _ scale: DashboardLayout.Scale
  ) -> DashboardLayout.Arrangement {
    let reader = NodeReader(node, as: description, reporting: collector)
    let width = number(reader, "ContentWidth", .points)
    let height = number(reader, "ContentHeight", .points)
    let nodes = reader.children("Layout")
    reader.finish()
    var placements: [DashboardLayout.Placement] = []
    var placed: Set<[UInt8]> = []
    for node in nodes {
      guard let placement = placement(node, scale) else { continue }
      if !placed.insert(Array(placement.item.utf8)).inserted {
        reader.report(
          .duplicateName, level: .warning, "'\(placement.item.shown)' is placed twice in \(reader.what)",
          at: placement.place,
          hint: "The first place is used.")
        continue
      }
      placements.append(placement)
    }
    return DashboardLayout.Arrangement(contentWidth: width, contentHeight: height, placements: placements)
  }

  private func placement(_ node: AttributedNode, _ scale: DashboardLayout.Scale) -> DashboardLayout.Placement? {
    let reader = NodeReader(node, as: MetadataVocabulary.layout, reporting: collector)
    let name = reader.text("Name")
    let top = number(reader, "Top", scale, isSigned: true)
    let left = number(reader, "Left", scale, isSigned: true)
    let width = number(reader, "Width", scale)
    let height = number(reader, "Height", scale)
    reader.finish()
    if let name, let items, !known.contains(Array(name.utf8)) {
      reader.undefined(
        name, "a Layout places '\(name.shown)', which the dashboard does not have", at: reader.place, among: items,
        listing: "Items")
      return nil
    }
    guard let name, let top, let left, let width, let height else { return nil }
    if scale == .percentage {
      check(reader, "Top", top, "Height", height)
      check(reader, "Left", left, "Width", width)
    }
    return DashboardLayout.Placement(
      name, top: top, left: left, width: width, height: height, at: reader.place)
  }

  /// Maximum length in a layout. Longer pages are not useful, and lengths near the largest number cannot be added.
  private static func longest(_ scale: DashboardLayout.Scale) -> Double { scale == .percentage ? 1000 : 100_000 }

  /// Reads a length, or a distance from an edge of the page, which can be negative.
  private func number(
    _ reader: NodeReader, _ name: String, _ scale: DashboardLayout.Scale, isSigned: Bool = false
  ) -> Double? {
    guard let number = reader.number(name) else { return nil }
    let longest = Self.longest(scale)
    let least = isSigned ? -longest : 0
    if least <= number, number <= longest { return number }
    if let attribute = reader.node.attribute(name) {
      reader.reject(attribute, "from \(NumberText.shortest(least)) to \(NumberText.shortest(longest))")
    }
    return nil
  }

  /// Reports positions outside of the page. MAKit's own samples extend to 102 percent, so this is only a note; more is
  /// a warning.
  private func check(_ reader: NodeReader, _ from: String, _ start: Double, _ length: String, _ extent: Double) {
    let end = start + extent
    let attribute = reader.node.attribute(start < 0 ? from : length)
    guard end > 100 || start < 0 else { return }
    reader.report(
      .layoutOutside, level: start >= 0 && end <= 102 ? .note : .warning,
      start < 0
        ? "\(reader.what) begins before the page"
        : "\(from) and \(length) of \(reader.what) make \(NumberText.shortest(end)) percent",
      at: attribute?.place)
  }
}
