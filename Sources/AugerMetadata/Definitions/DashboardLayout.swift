public import AugerDiagnostics

/// Where the items of a dashboard stand, for each orientation of the page (guide, "DashboardLayout").
public struct DashboardLayout: Sendable {
  /// What the numbers count.
  public enum Scale: String, Sendable, Hashable, CaseIterable {
    /// Hundredths of the page's width or height.
    case percentage = "Percentage"
    case points = "Points"
  }

  public var scale: Scale
  public var landscape: Arrangement?
  public var portrait: Arrangement?

  public init(scale: Scale = .percentage, landscape: Arrangement? = nil, portrait: Arrangement? = nil) {
    self.scale = scale
    self.landscape = landscape
    self.portrait = portrait
  }

  /// One orientation: the size of the content and the items on it.
  public struct Arrangement: Sendable {
    /// In points; nil: as large as the page.
    public var contentWidth: Double?
    public var contentHeight: Double?
    public var placements: [Placement]

    public init(contentWidth: Double? = nil, contentHeight: Double? = nil, placements: [Placement]) {
      self.contentWidth = contentWidth
      self.contentHeight = contentHeight
      self.placements = placements
    }
  }

  /// The rectangle of one item.
  public struct Placement: Sendable {
    /// The name of a chart, group, panel, grid or diagram.
    public var item: String
    public var top: Double
    public var left: Double
    public var width: Double
    public var height: Double
    public var place: Diagnostic.Place?

    public init(
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
