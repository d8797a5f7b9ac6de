import AugerCharts
import AugerColumns
import AugerDiagnostics

/// AugerExport contains the output formats of chart models, one folder each. The command line, the server and programs
/// use it. It writes the contents of a model and does not compute numbers.

/// Chart JSON: the format of chart models for programs, `auger.chart/1`, described by `auger schema`. Reading a written
/// model returns an equal model.
///
/// Equal models produce equal bytes. Top-level keys, categories, series and rows of values start on new lines, so that
/// differences are readable. A number is the shortest decimal that reads back as the same double. If it differs from
/// the value (integers above 2^53, long decimals), `exact` contains the exact number as a string. NaN and infinities
/// are null, with one counted warning, and their names in `exact`.
package struct ChartJSON: Sendable {
  /// The value of the key `schema`.
  package static let schemaName = "auger.chart/1"

  /// True if `texts`, the formatted values, are included.
  package var includesTexts: Bool

  /// - Parameter includesTexts: True if the formatted values are included as `texts`.
  package init(includesTexts: Bool = false) { self.includesTexts = includesTexts }

  /// Returns the model as UTF-8 with a final newline, in linear time.
  package func data(for model: ChartModel) -> [UInt8] {
    var bytes = object(of: model)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  /// Returns the model from chart JSON. It is equal to the written model, and writing it again produces the same bytes.
  ///
  /// Keys can be in any order, with any white space. Everything else is an error: other schemas, missing, unknown or
  /// duplicate keys, values of the wrong type, lists of the wrong length, invalid indices. The execution of the
  /// receipt's queries is not written and reads as `ran`. Derived values (`statistics`, `texts`, the items of a
  /// summary) are not read. Takes linear time.
  ///
  /// - Parameter bytes: UTF-8, at most 1 GB.
  /// - Throws: `chartJSONInvalid` with the path in the JSON, `categories[0].labels[2]`, and the line and column,
  ///   `12:5`.
  package func model(from bytes: [UInt8]) throws(AugerError) -> ChartModel {
    let root = JSONValue(tape: try JSONTape(bytes), index: 0)
    let model = try Self.chart(root)
    do throws(AugerError) {
      try model.validate()
    } catch {
      throw root.failure(error.message, hint: error.hint)
    }
    return model
  }

  /// Returns the model without a line end.
  func object(of model: ChartModel) -> [UInt8] {
    let capacity = 2048 + 12 * model.dimensions.reduce(0) { $0 + $1.cells.count }
    var writer = FieldWriter(
      out: JSONBytes(capacity: capacity), model: model, shape: ChartShape(model))
    writer.shape.includesTexts = includesTexts
    ChartModel.fields.write(model, &writer)
    return writer.out.bytes
  }

  /// Returns the position of a chart in its drilldown group as a standalone object.
  static func object(of drill: DrillInfo) -> [UInt8] {
    var writer = FieldWriter(out: JSONBytes(capacity: 256))
    DrillInfo.fields.write(drill, &writer)
    return writer.out.bytes
  }

  /// Reads a chart, standalone or inside another.
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
  /// Returns true if both models are equal: equal models have equal chart JSON.
  ///
  /// Columns are equal if their types and values are equal, regardless of their storage. Null equals only null, NaN
  /// equals NaN, and 0 equals −0. Strings and labels are compared by their UTF-8 bytes. The execution of the receipt's
  /// queries (run or cached) is ignored. O(size).
  public static func == (a: ChartModel, b: ChartModel) -> Bool { fields.isSame(a, b) }
}

extension ChartTable: Equatable {
  /// Compares the values, labels and styles of all cells. O(cells).
  public static func == (a: ChartTable, b: ChartTable) -> Bool { fields.isSame(a, b) }
}

extension ChartTable.Column: Equatable {
  /// Compares the values, labels and styles of all cells. O(cells).
  public static func == (a: ChartTable.Column, b: ChartTable.Column) -> Bool { fields.isSame(a, b) }
}

extension Diagnostic.Code {
  package static let notFinite = Self("notFinite")
}
