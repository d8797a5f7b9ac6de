import AugerCharts
import AugerColumns
import AugerDocuments
import AugerExpressions
import AugerMetadata
import AugerQuery
import TestSupport

/// Texts as values of every type, and values in every format.
struct ValueFuzz: TextFuzzTarget {
  private static let types: [DataType] = [
    .bool, .int64, .float64, .decimal(precision: 38, scale: 0), .decimal(precision: 38, scale: 38),
    .decimal(precision: 9, scale: 2), .string, .date, .timestamp, .timestamp(zone: "Europe/Berlin"), .time, .interval,
    .binary,
  ]

  private static let formats: [ValueFormat?] = [
    nil, .percent, .percentage, .rounded(0), .rounded(9), .shortDate, .longDate, .month, .weekDay,
    .currency("JPY"),
  ]

  var mutator: FuzzMutator {
    FuzzMutator(
      seeds: FuzzMutator.extremes + [
        "1,234.5", "12:34:56.789", "2024-02-29T12:34:56+02:00", "datetime(2000,12,30,23,59,0)", "1h30m",
        "decimal(38,6)",
        "timestamp(Europe/Berlin)", "pattern:#,##0.00;(#,##0.00)", "pattern:yyyy-MM-dd'T'HH:mm", "pattern:0.###E0",
        "pattern:¤#,##0.00", "pattern:EEE, MMM d ''yy", "pattern:#%", "Rounded9", "+02:00",
      ],
      words: [
        "-", "+", ".", ",", "e", "E", ":", "T", "Z", "P", "Y", "M", "D", "H", "S", "W", "(", ")", "\\x", "#", "0", "%",
        "'",
        "pattern:", "yyyy", "MMMM", "dd", "EEEE", "date(", " ",
      ])
  }

  func finding(_ input: [UInt8], _ chance: inout Chance) async -> String? {
    let text = String(decoding: input, as: UTF8.self)
    var values: [Scalar] = []
    for type in Self.types {
      guard let value = Scalar(text: text, type: type) else { continue }
      values.append(value)
      guard let again = Scalar(text: value.description, type: type), again == value else {
        return "\(type) \(value) is not read again"
      }
      for other in Self.types { _ = value.converted(to: other) }
      _ = (value.type, value.doubleValue, value.hashValue, value.upperEnd)
    }
    for a in values { for b in values where Scalar.compare(a, b) != -Scalar.compare(b, a) { return "\(a) and \(b)" } }
    if let type = DataType(name: text), DataType(name: type.description) != type { return "the type \(type)" }
    if let date = DateCall.parse(text) { values.append(date) }
    _ = (DurationText.parse(text), ZoneTable(text))
    values += [.int(.min), .float(0.17), .float(-1e308), .decimal(Decimal128(unscaled: .max, scale: 38)), .null]
    let formats = [try? ValueFormat.parse(text), chance.pick(Self.formats)]
    for format in formats {
      let formatter = ValueFormatter(
        format, locale: ChartLocale(chance.pick(["en_US", "de_DE", "ar_EG"])), role: chance.pick([.value, .category]))
      for value in values { _ = (formatter.text(value), formatter.text(value, isInstant: true)) }
    }
    return nil
  }
}
