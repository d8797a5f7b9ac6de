import AugerColumns

/// Tables with all column types.
enum Samples {
  /// Returns four rows. The second row is null in every column but the first.
  static func allTypes() throws -> Table {
    let fields = [
      Field("int", .int64), Field("bool", .bool), Field("float", .float64),
      Field("price", .decimal(precision: 12, scale: 2), declaredType: "DECIMAL(12,2)"),
      Field("huge", .decimal(precision: 38, scale: 4)), Field("text", .string, declaredType: "uuid"),
      Field("day", .date), Field("clock", .time), Field("moment", .timestamp),
      Field("instant", .timestamp(zone: "Europe/Berlin")), Field("span", .interval), Field("bytes", .binary),
      Field("nothing", .string, isUntyped: true),
    ]
    let rows: [[Scalar]] = [
      [
        .int(.min), .bool(true), .float(-0.0), decimal("-1234567890.12"),
        decimal("-9999999999999999999999999999999999.9999"), .string("a, b"), .date(CivilDate(days: -719_162)),
        .time(TimeOfDay(microseconds: 0)), .timestamp(Timestamp(microseconds: -1)),
        .timestamp(Timestamp(microseconds: 1_700_000_000_123_456)),
        .interval(Interval(months: 14, days: -3, microseconds: 4_500_000)), .binary([]), .null,
      ],
      [.int(0)] + [Scalar](repeating: .null, count: 12),
      [
        .int(.max), .bool(false), .float(.infinity), decimal("0.05"), decimal("0.0001"), .string(""),
        .date(CivilDate(days: 0)), .time(TimeOfDay(microseconds: 86_399_999_999)),
        .timestamp(Timestamp(microseconds: 0)), .timestamp(Timestamp(microseconds: .max)),
        .interval(Interval(months: -1, days: 30, microseconds: -1)), .binary([0, 255]), .null,
      ],
      [
        .int(42), .bool(true), .float(1e-300), decimal("9999999999.99"),
        decimal("9999999999999999999999999999999999.9999"), .string("caf\u{E9} \u{1F3D4}"),
        .date(CivilDate(days: 2_932_896)), .time(TimeOfDay(microseconds: 43_200_000_001)),
        .timestamp(Timestamp(microseconds: 253_402_300_799_999_999)), .timestamp(Timestamp(microseconds: .min)),
        .interval(Interval()), .binary(Array("abc".utf8)), .null,
      ],
    ]
    var builder = TableBuilder(Schema(fields))
    for row in rows { try builder.append(row: row) }
    return builder.finish()
  }

  private static func decimal(_ text: String) -> Scalar { Decimal128(text).map(Scalar.decimal) ?? .null }
}
