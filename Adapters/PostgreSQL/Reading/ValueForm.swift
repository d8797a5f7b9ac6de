import AugerColumns

/// The transmission format of a type, which determines the type of the column.
enum ValueForm: Hashable, Sendable {
  case bool, int2, int4, int8, oid, float4, float8
  case numeric(NumericShape)
  case text, jsonb, uuid
  case date, time, timestamp, timestamptz, interval
  case bytea
  /// No binary format is supported: text is requested.
  case cast(Cast)

  enum Cast: Hashable, Sendable {
    /// `::text`, the intended display of the type.
    case text
    /// The type's output, because no column type fits. A warning reports it.
    case fallback
    /// An array, as JSON.
    case json
  }

  /// The declaration of a `numeric`.
  enum NumericShape: Hashable, Sendable {
    /// Precision and scale; 1 ≤ precision ≤ 38, 0 ≤ scale ≤ precision.
    case fixed(precision: Int, scale: Int)
    /// No declaration that fits a decimal column.
    case free

    /// Creates a shape. The modifier contains precision and scale after an offset of 4. The scale is signed since
    /// PostgreSQL 15.
    init(modifier: Int32) {
      guard modifier >= 4 else {
        self = .free
        return
      }
      let packed = modifier - 4
      var precision = Int(packed >> 16) & 0xFFFF
      var scale = Int(packed & 0x7FF)
      if scale >= 1024 { scale -= 2048 }
      if scale < 0 { (precision, scale) = (precision - scale, 0) }
      precision = max(precision, scale)
      self = precision <= 38 ? .fixed(precision: precision, scale: scale) : .free
    }
  }

  /// Creates the form of a built-in type. Nil for types that require a catalog lookup.
  init?(builtin type: UInt32, modifier: Int32) {
    switch type {
    case 16: self = .bool
    case 20: self = .int8
    case 21: self = .int2
    case 23: self = .int4
    case 26: self = .oid
    case 700: self = .float4
    case 701: self = .float8
    case 1700: self = .numeric(NumericShape(modifier: modifier))
    // name, text, json, xml, unknown, bpchar, varchar, void
    case 19, 25, 114, 142, 705, 1042, 1043, 2278: self = .text
    case 3802: self = .jsonb
    case 2950: self = .uuid
    case 17: self = .bytea
    case 1082: self = .date
    case 1083: self = .time
    case 1186: self = .interval
    case 1114: self = .timestamp
    case 1184: self = .timestamptz
    // timetz
    case 1266: self = .cast(.text)
    default: return nil
    }
  }

  /// Returns the expression that requests a column in this form.
  func expression(_ column: String) -> String {
    switch self {
    case .cast(.text): "\(column)::text"
    // A cast may differ from the type's output: inet's adds a mask. A row of nulls is not null.
    case .cast(.fallback):
      "CASE WHEN \(column) IS DISTINCT FROM NULL THEN pg_catalog.format('%s', \(column)) END"
    case .cast(.json): "pg_catalog.array_to_json(\(column))::text"
    default: column
    }
  }

  var isCast: Bool { if case .cast = self { true } else { false } }
}

/// A column of a result: its name, its transmission format, and the server's name of its type.
struct ResultColumn: Sendable {
  var name: String
  var form: ValueForm
  var declaredType: String
}
