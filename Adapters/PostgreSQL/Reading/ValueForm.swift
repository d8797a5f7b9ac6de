import AugerColumns

/// How a value of a type comes over the wire, and with it what column it goes into.
enum ValueForm: Hashable, Sendable {
  case bool, int2, int4, int8, oid, float4, float8
  case numeric(NumericShape)
  case text, jsonb, uuid
  case date, time, timestamp, timestamptz, interval
  case bytea
  /// No binary form is read: the server is asked for text.
  case cast(Cast)

  enum Cast: Hashable, Sendable {
    /// `::text`, which is how the type is to be shown.
    case text
    /// What the type's own output is, for want of a column type: a warning says so.
    case fallback
    /// An array, as JSON.
    case json
  }

  /// What a `numeric` was declared as.
  enum NumericShape: Hashable, Sendable {
    /// Precision and scale; 1 ≤ precision ≤ 38, 0 ≤ scale ≤ precision.
    case fixed(precision: Int, scale: Int)
    /// Without a declaration that a decimal column could hold.
    case free

    /// The modifier packs precision and scale, which is signed since PostgreSQL 15, behind an offset of 4.
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

  /// The form of a built-in type; nil for one that the catalogue must be asked about.
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

  /// The expression that asks for a column in this form.
  func expression(_ column: String) -> String {
    switch self {
    case .cast(.text): "\(column)::text"
    // A cast may say something else than the type does when it is shown: inet's adds a mask. A row of nulls is no null.
    case .cast(.fallback):
      "CASE WHEN \(column) IS DISTINCT FROM NULL THEN pg_catalog.format('%s', \(column)) END"
    case .cast(.json): "pg_catalog.array_to_json(\(column))::text"
    default: column
    }
  }

  var isCast: Bool { if case .cast = self { true } else { false } }
}

/// A column of a result: its name, how its values come, and what the server calls its type.
struct ResultColumn: Sendable {
  var name: String
  var form: ValueForm
  var declaredType: String
}
