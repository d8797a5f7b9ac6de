import AugerColumns

/// The possible kinds of a single field in plain style, narrowest first.
package enum FieldKind: Int, CaseIterable {
  case bool, int, hugeInt, float, date, localTime, instant, text

  /// Classifies a field. Nil if the field is empty or only spaces, because `""` among numbers means the same as an
  /// empty field.
  package init?(_ field: Span<UInt8>) {
    let text = FieldReader.trimmed(field)
    guard !text.isEmpty else { return nil }
    switch text[0] {
    case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x49, 0x69, 0x4E, 0x6E:
      if FieldReader.int64(text) != nil { self = .int; return }
      if FieldReader.isWhole(text) {
        // A number that does not fit a float is a string: a float column would reject it every time.
        self = text[0] == 0x2B || FieldReader.float64(text) == nil ? .text : .hugeInt
        return
      }
      if FieldReader.float64(text) != nil { self = .float; return }
      if TemporalText.date(text) != nil { self = .date; return }
      if let moment = TemporalText.moment(text) { self = moment.hasOffset ? .instant : .localTime; return }
    default: break
    }
    self = FieldReader.bool(text) == nil ? .text : .bool
  }
}
