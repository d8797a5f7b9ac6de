import AugerColumns
import AugerDiagnostics

/// How the columns of a source's table differ from those that are kept, and the columns that hold both.
struct SchemaDrift {
  /// What a reader should know, a sentence for each difference.
  private(set) var differences: [String] = []
  /// Those of them that no widening helps.
  private(set) var conflicts: [String] = []
  /// The kept columns in their order, with their types as wide as they must be, then the new ones.
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

  /// The type that holds the values of both without loss.
  private static func common(_ a: DataType, _ b: DataType) -> DataType? {
    switch (a, b) {
    case (.bool, .int64), (.int64, .bool): return .int64
    case (.int64, .decimal(let precision, let scale)), (.decimal(let precision, let scale), .int64):
      return decimal(digits: max(precision - scale, 19), scale: scale)
    case (.decimal(let p, let s), .decimal(let q, let t)):
      return decimal(digits: max(p - s, q - t), scale: max(s, t))
    // Beyond 2^53 a whole number may have no float: `widened` refuses that.
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
  /// The same rows under other fields: a column that is not there is null, one of a narrower type is converted.
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
          "\(value) would not stay what it is", hint: "'auger refresh JOB --rebuild' reads the table anew")
      }
      values.append(wider)
    }
    return try Column(field.type, values)
  }
}

extension Diagnostic.Code {
  /// The columns of a source's table are not as they were.
  package static let schemaDrift = Self("schemaDrift")
}
