public import AugerDiagnostics
public import AugerDocuments

/// A file of the dashboard language, read: a dashboard and where its items stand.
public struct Metadata: Sendable {
  public var dashboard: Dashboard
  /// Nil: the file has none; its one item takes the whole page.
  public var layout: DashboardLayout?
  /// `MAKitVersion`, `xsi:noNamespaceSchemaLocation` and the like, which mean nothing here and are kept.
  public var rootAttributes: [NodeAttribute]

  public init(dashboard: Dashboard, layout: DashboardLayout? = nil, rootAttributes: [NodeAttribute] = []) {
    self.dashboard = dashboard
    self.layout = layout
    self.rootAttributes = rootAttributes
  }
}

extension Diagnostic.Code {
  // MAKit's codes (guide, "Error Handling"); `metadataInvalidXMLFormat` stands beside the XML scanner.
  public static let metadataPathNotSpecified = Self("metadataPathNotSpecified")
  public static let metadataFileNotFound = Self("metadataFileNotFound")
  public static let metadataMissingNode = Self("metadataMissingNode")
  public static let metadataMissingAttribute = Self("metadataMissingAttribute")
  public static let metadataAttributeWrongValue = Self("metadataAttributeWrongValue")
  public static let metadataOutOfSequence = Self("metadataOutOfSequence")
  public static let metadataUnrecognizedItem = Self("metadataUnrecognizedItem")
  public static let metadataObjectUndefined = Self("metadataObjectUndefined")

  // Ours.
  /// A spelling of an earlier version, read as what it became.
  public static let oldSpelling = Self("oldSpelling")
  /// A number in a form that its type does not have: `0.0` for an integer.
  public static let looseNumber = Self("looseNumber")
  /// A variable that people are shown by its name.
  public static let displayNameMissing = Self("displayNameMissing")
  /// A query of a chart whose zooming levels have their own.
  public static let zoomingQueryUnused = Self("zoomingQueryUnused")
  /// What-if columns of a chart that zooms.
  public static let whatIfRefused = Self("whatIfRefused")
  /// ParentNode and NodeTo say different things.
  public static let parentsDisagree = Self("parentsDisagree")
  /// Nodes of a diagram whose expressions depend on each other.
  public static let diagramCycle = Self("diagramCycle")
  /// Thresholds or a predicted part of a chart that shows none.
  public static let thresholdsNotShown = Self("thresholdsNotShown")
  /// A theme that there is not.
  public static let unknownTheme = Self("unknownTheme")
  /// No node of a diagram is Default; the only one without a parent is taken.
  public static let rootAssumed = Self("rootAssumed")
  /// So much is wrong that not all of it is listed.
  public static let tooManyFindings = Self("tooManyFindings")
  /// An item that reaches over the edge of the page.
  public static let layoutOutside = Self("layoutOutside")
}
