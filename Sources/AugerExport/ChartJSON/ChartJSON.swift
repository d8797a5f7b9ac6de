import AugerCharts
import AugerColumns
import AugerDiagnostics

/// AugerExport: the faces of a chart model, one folder each. The command line, the server and programs call it; it
/// writes what the model holds and computes no number.

/// Chart JSON: the face of a chart model for programs, `auger.chart/1`, described by `ChartJSON.schema`.
///
/// Equal models give equal bytes. Top-level keys, categories, series and rows of values stand on lines of their own, so
/// that a difference can be read. Numbers are the shortest text that reads back as the same double; where that is not
/// the value itself (integers beyond 2^53, long decimals) `exact` holds its text. NaN and infinities are null, with one
/// counted warning.
public struct ChartJSON: Sendable {
  /// The name in the key `schema`.
  package static let schemaName = "auger.chart/1"

  /// Whether `texts`, the formatted values, are written beside the values.
  package var includesTexts: Bool

  public init(includesTexts: Bool = false) { self.includesTexts = includesTexts }

  /// The model as UTF-8, ending with a newline. The model must be valid (`ChartModel.validate`).
  public func data(for model: ChartModel) -> [UInt8] {
    var writer = ChartJSONWriter(model, includesTexts: includesTexts)
    return writer.write()
  }
}

extension Diagnostic.Code {
  package static let notFinite = Self("notFinite")
}
