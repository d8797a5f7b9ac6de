import AugerColumns
import AugerDiagnostics

/// The differences between the columns of a source table and the stored columns, and the columns that can hold both.
struct SchemaDrift {
  /// One sentence for each difference, for the reader of the results.
  private(set) var differences: [String] = []
  /// The differences that widening cannot resolve.
  private(set) var conflicts: [String] = []
  /// The stored columns in order, with types widened if necessary, then the new columns.
  private(set) var fields: [Field] = []

  init(from kept: Schema, to new: Schema) {
    for field in kept.fields {
      guard let index = new.index(of: field.name) else {
        differences.append("column '\(field.name)' is gone")
        fields.append(field)
        continue
      }
      let type = new[index].type
      guard type != field.type else {
        fields.append(field)
        continue
      }
      let change = "column '\(field.name)' is \(type) and was \(field.type)"
      differences.append(change)
      let common = Self.common(field.type, type)
      if common == nil { conflicts.append(change) }
      fields.append(Field(field.name, common ?? field.type))
    }
    for field in new.fields where kept.index(of: field.name) == nil {
      differences.append("column '\(field.name)' is new")
      fields.append(field)
    }
  }

  /// Returns the type that can hold the values of both types without loss.
  private static func common(_ a: DataType, _ b: DataType) -> DataType? {
    switch (a, b) {
    case (.bool, .int64), (.int64, .bool): return .int64
    case (.int64, .decimal(let precision, let scale)), (.decimal(let precision, let scale), .int64):
      return decimal(digits: max(precision - scale, 19), scale: scale)
    case (.decimal(let p, let s), .decimal(let q, let t)):
      return decimal(digits: max(p - s, q - t), scale: max(s, t))
    // Above 2^53 some integers have no exact float. `widened` rejects them.
    case (.int64, .float64), (.float64, .int64), (.decimal, .float64), (.float64, .decimal): return .float64
    case (.date, .timestamp(nil)), (.timestamp(nil), .date): return .timestamp
    default: return nil
    }
  }

  private static func decimal(digits: Int, scale: Int) -> DataType? {
    digits + scale <= 38 ? .decimal(precision: digits + scale, scale: scale) : nil
  }
}

extension Table {
  /// Returns the rows with different fields: a missing column is null, and a column of a narrower type is converted.
  func widened(to fields: [Field]) throws(AugerError) -> Table {
    var columns: [Column] = []
    for field in fields {
      guard let column = self[field.name] else {
        columns.append(try Column(field.type, repeating: .null, count: rowCount))
        continue
      }
      columns.append(column.type == field.type ? column : try column.widened(to: field))
    }
    return Table(Schema(fields), columns, rowCount: rowCount)
  }
}

extension Column {
  fileprivate func widened(to field: Field) throws(AugerError) -> Column {
    var values: [Scalar] = []
    for value in scalars {
      guard let wider = value.converted(to: field.type), type.isNumeric ? Scalar.compare(wider, value) == 0 : true
      else {
        throw AugerError(
          .schemaDrift, operation: "widen column '\(field.name)' from \(type) to \(field.type)",
          "\(value) would change its value", hint: "Run 'auger refresh JOB --rebuild' to read the table again.")
      }
      values.append(wider)
    }
    return try Column(field.type, values)
  }
}

extension Diagnostic.Code {
  /// The columns of a source table have changed.
  package static let schemaDrift = Self("schemaDrift")
}
