extension Scalar {
  /// Parses a string as a value of a type. Nil if it is not valid.
  ///
  /// - bool: true, false, yes, no, 1, 0, in any case.
  /// - int: an optional sign and digits, within 64 bits.
  /// - float: an optional sign, digits with an optional point, and an optional exponent. The value must be finite.
  /// - decimal: an optional sign and digits with an optional point. They must fit precision and scale without
  ///   rounding.
  /// - date: `YYYY-MM-DD`. Years outside 0...9999 have a sign. `infinity` and `-infinity` are also valid.
  /// - timestamp: ISO 8601. An offset is applied, and a date alone means midnight. `infinity` and `-infinity` are
  ///   also valid.
  /// - time: `HH:MM[:SS[.fraction]]`. interval: ISO 8601, `P1Y2M3DT4H5M6.7S`. binary: `\x` and hexadecimal digits.
  /// - string: the string itself, also if it is empty.
  ///
  /// Spaces are not trimmed, because they belong to the string.
  package init?(text: String, type: DataType) {
    switch type {
    case .string: self = .string(text)
    case .bool:
      switch text.lowercased() {
      case "true", "yes", "1": self = .bool(true)
      case "false", "no", "0": self = .bool(false)
      default: return nil
      }
    case .int64:
      guard let value = Int64(text) else { return nil }
      self = .int(value)
    case .float64:
      // Swift also parses hexadecimal digits, infinity and NaN, which are not valid here.
      guard text.utf8.allSatisfy({ Self.floatBytes.contains($0) }), let value = Double(text), value.isFinite else {
        return nil
      }
      self = .float(value)
    case .decimal(let precision, let scale):
      guard let value = Decimal128(text), let fitted = value.fitted(precision: precision, scale: scale) else {
        return nil
      }
      self = .decimal(fitted)
    case .date:
      let utf8 = Array(text.utf8)
      guard let value = CivilDate(infinity: text) ?? TemporalText.date(utf8.span) ?? TemporalText.signedDate(utf8)
      else { return nil }
      self = .date(value)
    case .timestamp:
      let utf8 = Array(text.utf8)
      guard
        let value = Timestamp(infinity: text) ?? TemporalText.moment(utf8.span)?.timestamp
          ?? TemporalText.signedMoment(utf8)
      else { return nil }
      self = .timestamp(value)
    case .time:
      let utf8 = Array(text.utf8)
      guard let value = TemporalText.time(utf8.span) else { return nil }
      self = .time(value)
    case .interval:
      guard let value = Interval(text) else { return nil }
      self = .interval(value)
    case .binary:
      guard let value = BinaryText.bytes(text) else { return nil }
      self = .binary(value)
    }
  }

  private static let floatBytes = Array("0123456789+-.eE".utf8)

  /// Returns the same value in another type. Nil if information would be lost. Strings are parsed like in
  /// `init(text:type:)`, and null remains null.
  package func converted(to type: DataType) -> Scalar? {
    switch (self, type) {
    case (.null, _), (.bool, .bool), (.int, .int64), (.float, .float64), (.date, .date), (.timestamp, .timestamp),
      (.time, .time), (.interval, .interval), (.binary, .binary):
      return self
    case (.string(let text), _): return Scalar(text: text, type: type)
    case (_, .string): return .string(description)
    case (.bool(let value), .int64): return .int(value ? 1 : 0)
    case (.int(let value), .bool): return value == 0 || value == 1 ? .bool(value == 1) : nil
    case (.int(let value), .float64): return Double(exactly: value).map { .float($0) }
    case (.int(let value), .decimal(let precision, let scale)):
      return Decimal128(value).fitted(precision: precision, scale: scale).map { .decimal($0) }
    case (.float(let value), .int64): return Int64(exactly: value).map { .int($0) }
    case (.float(let value), .decimal(let precision, let scale)):
      return Decimal128(shortest: value)?.fitted(precision: precision, scale: scale).map { .decimal($0) }
    case (.decimal(let value), .int64):
      guard let whole = value.fitted(precision: 38, scale: 0) else { return nil }
      return Int64(exactly: whole.unscaled).map { .int($0) }
    case (.decimal(let value), .float64): return .float(value.doubleValue)
    case (.decimal(let value), .decimal(let precision, let scale)):
      return value.fitted(precision: precision, scale: scale).map { .decimal($0) }
    case (.date(let value), .timestamp): return .timestamp(Timestamp(value))
    case (.timestamp(let value), .date):
      return value.timeOfDay == 0 || !value.isFinite ? .date(value.date) : nil
    default: return nil
    }
  }
}

extension Decimal128 {
  /// Returns the same value with this scale, if it needs no rounding and at most `precision` digits.
  package func fitted(precision: Int, scale: Int) -> Decimal128? {
    guard let value = rescaled(to: scale), value == self,
      value.unscaled.magnitude < Self.powersOfTen[precision].magnitude
    else { return nil }
    return value
  }
}
