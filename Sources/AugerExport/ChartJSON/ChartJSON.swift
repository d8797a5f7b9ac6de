import AugerCharts
import AugerColumns
import AugerDiagnostics

/// AugerExport: the faces of a chart model, one folder each. The command line, the server and programs call it; it
/// writes what the model holds and computes no number.

/// Chart JSON: the face of a chart model for programs, `auger.chart/1`, described by `auger schema`. What is written
/// reads back as an equal model.
///
/// Equal models give equal bytes. Top-level keys, categories, series and rows of values stand on lines of their own, so
/// that a difference can be read. Numbers are the shortest text that reads back as the same double; where that is not
/// the value itself (integers beyond 2^53, long decimals) `exact` holds its text. NaN and infinities are null, with one
/// counted warning, and their names in `exact`.
public struct ChartJSON: Sendable {
  /// The name in the key `schema`.
  package static let schemaName = "auger.chart/1"

  /// Whether `texts`, the formatted values, are written beside the values.
  package var includesTexts: Bool

  /// - Parameter includesTexts: Whether the formatted values are written beside the values, as `texts`.
  public init(includesTexts: Bool = false) { self.includesTexts = includesTexts }

  /// The model as UTF-8, ending with a newline. Takes time in proportion to its size.
  public func data(for model: ChartModel) -> [UInt8] {
    var bytes = object(of: model)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// The model that was written as these bytes: equal to it, and written as the same bytes again.
  ///
  /// Keys may stand in any order, with any space between them. Nothing else is forgiven: other schemas, keys that are
  /// missing, unknown or there twice, values of another type, lists of another length, indices of what is not there.
  /// Whether a query of the receipt ran or was reused is not written; it reads as `ran`. What is computed of the rest
  /// (`statistics`, `texts`, the items of a summary) is not read. Takes time in proportion to the bytes.
  ///
  /// - Parameter bytes: UTF-8, at most 1 GB.
  /// - Throws: `chartJSONInvalid` with the path inside of the JSON, `categories[0].labels[2]`, and as place its line
  ///   and column, `12:5`.
  public func model(from bytes: [UInt8]) throws(AugerError) -> ChartModel {
    let root = JSONValue(tape: try JSONTape(bytes), index: 0)
    let model = try Self.chart(root)
    do throws(AugerError) {
      try model.validate()
    } catch {
      throw root.failure(error.message, hint: error.hint)
    }
    return model
  }

  /// The model without a line end.
  func object(of model: ChartModel) -> [UInt8] {
    let capacity = 2048 + 12 * model.dimensions.reduce(0) { $0 + $1.cells.count }
    var writer = FieldWriter(
      out: JSONBytes(capacity: capacity), model: model, shape: ChartShape(model))
    writer.shape.includesTexts = includesTexts
    ChartModel.fields.write(model, &writer)
    return writer.out.bytes
  }

  /// The place of a chart in its drilldown group, by itself.
  static func object(of drill: DrillState) -> [UInt8] {
    var writer = FieldWriter(out: JSONBytes(capacity: 256))
    DrillState.fields.write(drill, &writer)
    return writer.out.bytes
  }

  /// A chart, by itself or inside of another.
  static func chart(_ value: JSONValue) throws(AugerError) -> ChartModel {
    // Another version may have other keys.
    if let name = value.member("schema") {
      let text = try name.text()
      guard text == schemaName else {
        throw name.failure("'\(text)' cannot be read", hint: "This reads '\(schemaName)'.")
      }
    }
    var reader = JSONFieldReader()
    return try ChartModel.fields.form.read(value, &reader)
  }
}

extension ChartModel: Equatable {
  /// Whether both say the same: equal models have equal chart JSON.
  ///
  /// Columns are equal by type and values, however they are stored: a null is equal to a null only, NaN to NaN, 0 to
  /// −0, strings and labels by their UTF-8 bytes. Whether a query of the receipt ran or an earlier answer was taken
  /// makes no difference. O(size).
  public static func == (a: ChartModel, b: ChartModel) -> Bool { fields.isSame(a, b) }
}

extension ChartTable: Equatable {
  /// By the values, texts and looks of all cells. O(cells).
  public static func == (a: ChartTable, b: ChartTable) -> Bool { fields.isSame(a, b) }
}

extension ChartTable.Column: Equatable {
  /// By the values, texts and looks of all cells. O(cells).
  public static func == (a: ChartTable.Column, b: ChartTable.Column) -> Bool { fields.isSame(a, b) }
}

extension Diagnostic.Code {
  package static let notFinite = Self("notFinite")
}
