import AugerDiagnostics
import AugerDocuments

/// A file of the dashboard language, read: a dashboard and where its items stand.
package struct Metadata: Sendable {
  package var dashboard: Dashboard
  /// Nil: the file has none; its one item takes the whole page.
  package var layout: DashboardLayout?
  /// `MAKitVersion`, `xsi:noNamespaceSchemaLocation` and the like, which mean nothing here and are kept.
  package var rootAttributes: [NodeAttribute] = []
}

extension Diagnostic.Code {
  // MAKit's codes (guide, "Error Handling"); `metadataInvalidXMLFormat` stands beside the XML scanner.
  package static let metadataPathNotSpecified = Self("metadataPathNotSpecified")
  package static let metadataFileNotFound = Self("metadataFileNotFound")
  package static let metadataMissingNode = Self("metadataMissingNode")
  package static let metadataMissingAttribute = Self("metadataMissingAttribute")
  package static let metadataAttributeWrongValue = Self("metadataAttributeWrongValue")
  package static let metadataOutOfSequence = Self("metadataOutOfSequence")
  package static let metadataUnrecognizedItem = Self("metadataUnrecognizedItem")
  package static let metadataObjectUndefined = Self("metadataObjectUndefined")

  // Ours.
  /// A spelling of an earlier version, read as what it became.
  package static let oldSpelling = Self("oldSpelling")
  /// A number in a form that its type does not have: `0.0` for an integer.
  package static let looseNumber = Self("looseNumber")
  /// A variable that people are shown by its name.
  package static let displayNameMissing = Self("displayNameMissing")
  /// A query of a chart whose zooming levels have their own.
  package static let zoomingQueryUnused = Self("zoomingQueryUnused")
  /// What-if columns of a chart that zooms.
  package static let whatIfRefused = Self("whatIfRefused")
  /// ParentNode and NodeTo say different things.
  package static let parentsDisagree = Self("parentsDisagree")
  /// Nodes of a diagram whose expressions depend on each other.
  package static let diagramCycle = Self("diagramCycle")
  /// Thresholds or a predicted part of a chart that shows none.
  package static let thresholdsNotShown = Self("thresholdsNotShown")
  package static let unknownTheme = Self("unknownTheme")
  /// No node of a diagram is Default; the only one without a parent is taken.
  package static let rootAssumed = Self("rootAssumed")
  /// So much is wrong that not all of it is listed.
  package static let tooManyFindings = Self("tooManyFindings")
  /// An item that reaches over the edge of the page.
  package static let layoutOutside = Self("layoutOutside")
}
