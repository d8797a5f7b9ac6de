import AugerDiagnostics
import AugerDocuments

/// The contents of a file of the dashboard language: a dashboard and its layout.
package struct Metadata: Sendable {
  package var dashboard: Dashboard
  /// Nil if the file has no layout; its only item then uses the whole page.
  package var layout: DashboardLayout?
  /// Attributes such as `MAKitVersion` and `xsi:noNamespaceSchemaLocation`, which are preserved but have no effect.
  package var rootAttributes: [NodeAttribute] = []
}

extension Diagnostic.Code {
  // MAKit's codes (guide, "Error Handling"); `metadataInvalidXMLFormat` is defined next to the XML scanner.
  package static let metadataPathNotSpecified = Self("metadataPathNotSpecified")
  package static let metadataFileNotFound = Self("metadataFileNotFound")
  package static let metadataMissingNode = Self("metadataMissingNode")
  package static let metadataMissingAttribute = Self("metadataMissingAttribute")
  package static let metadataAttributeWrongValue = Self("metadataAttributeWrongValue")
  package static let metadataOutOfSequence = Self("metadataOutOfSequence")
  package static let metadataUnrecognizedItem = Self("metadataUnrecognizedItem")
  package static let metadataObjectUndefined = Self("metadataObjectUndefined")

  // Additional codes of Auger.
  /// A spelling of an earlier version, read as its current form.
  package static let oldSpelling = Self("oldSpelling")
  /// A number in a form that is not valid for its type: `0.0` for an integer.
  package static let looseNumber = Self("looseNumber")
  /// A variable without a display name, whose name is shown to users.
  package static let displayNameMissing = Self("displayNameMissing")
  /// A query of a chart that is not used because its zooming levels have their own.
  package static let zoomingQueryUnused = Self("zoomingQueryUnused")
  /// Columns for what-if analysis in a chart with zooming levels.
  package static let whatIfRefused = Self("whatIfRefused")
  /// ParentNode and NodeTo contradict each other.
  package static let parentsDisagree = Self("parentsDisagree")
  /// Nodes of a diagram whose expressions depend on each other.
  package static let diagramCycle = Self("diagramCycle")
  /// Thresholds or a forecast of a chart that does not show them.
  package static let thresholdsNotShown = Self("thresholdsNotShown")
  package static let unknownTheme = Self("unknownTheme")
  /// A diagram without a Default node, whose root is the only node without a parent.
  package static let rootAssumed = Self("rootAssumed")
  /// The number of findings exceeds the number that is listed.
  package static let tooManyFindings = Self("tooManyFindings")
  /// An item that extends over the edge of the page.
  package static let layoutOutside = Self("layoutOutside")
}
