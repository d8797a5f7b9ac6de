import AugerDiagnostics

/// The positions of a dashboard's items for each orientation of the page (guide, "DashboardLayout").
package struct DashboardLayout: Sendable, Equatable {
  /// The unit of the numbers.
  package enum Scale: String, Sendable, Hashable, CaseIterable {
    /// Percent of the page's width or height.
    case percentage = "Percentage"
    case points = "Points"
  }

  package var scale: Scale
  package var landscape: Arrangement?
  package var portrait: Arrangement?

  package init(scale: Scale = .percentage, landscape: Arrangement? = nil, portrait: Arrangement? = nil) {
    self.scale = scale
    self.landscape = landscape
    self.portrait = portrait
  }

  /// One orientation: the size of the content, and the items in it.
  package struct Arrangement: Sendable, Equatable {
    /// The size in points. Nil for the size of the page.
    package var contentWidth: Double?
    package var contentHeight: Double?
    package var placements: [Placement]

    package init(contentWidth: Double? = nil, contentHeight: Double? = nil, placements: [Placement]) {
      self.contentWidth = contentWidth
      self.contentHeight = contentHeight
      self.placements = placements
    }
  }

  /// The rectangle of an item.
  package struct Placement: Sendable, Equatable {
    /// The name of a chart, group, panel, grid or diagram.
    package var item: String
    package var top: Double
    package var left: Double
    package var width: Double
    package var height: Double
    @Uncompared package var place: Diagnostic.Place?

    package init(
      _ item: String, top: Double, left: Double, width: Double, height: Double, at place: Diagnostic.Place? = nil
    ) {
      self.item = item
      self.top = top
      self.left = left
      self.width = width
      self.height = height
      self.place = place
    }
  }
}
