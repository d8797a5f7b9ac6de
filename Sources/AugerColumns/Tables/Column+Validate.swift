import AugerDiagnostics

extension Column {
  /// Checks every invariant of the layout, in O(rows + dictionary). Tests call it on all results.
  package func validate(name: String = "column") throws(AugerError) {
    func fail(_ message: String) -> AugerError {
      AugerError(.invalidTable, operation: "validate '\(name)'", message)
    }
    if let validity, validity.count != count { throw fail("validity has \(validity.count) bits for \(count) rows") }
    if let validity, validity.falseCount == 0 { throw fail("a validity without nulls should be absent") }
    switch (type, values) {
    case (.bool, .bool), (.int64, .int64), (.float64, .float64), (.date, .date), (.timestamp, .timestamp),
      (.interval, .interval):
      break
    case (.time, .time(let buffer)):
      for row in 0..<count where !isNull(row) && !TimeOfDay(microseconds: buffer[row]).isValid {
        throw fail("row \(row + 1) is not a valid time of day")
      }
    case (.binary, .binary(let buffer)):
      guard buffer.offsets[0] >= 0, buffer.offsets[count] <= buffer.bytes.count else {
        throw fail("an offset exceeds the data")
      }
      for row in 0..<count where buffer.offsets[row] > buffer.offsets[row + 1] {
        throw fail("offsets descend at row \(row + 1)")
      }
    case (.decimal(let precision, let scale), .decimal64(let buffer)):
      guard (1...18).contains(precision), (0...precision).contains(scale) else {
        throw fail("\(type) is not 64 bits wide")
      }
      let limit = Int64(Decimal128.powersOfTen[precision])
      for row in 0..<count where !isNull(row) && buffer[row].magnitude >= limit.magnitude {
        throw fail("row \(row + 1) has more than \(precision) digits")
      }
    case (.decimal(let precision, let scale), .decimal128(let buffer)):
      guard (19...38).contains(precision), (0...precision).contains(scale) else {
        throw fail("\(type) is not 128 bits wide")
      }
      let limit = Decimal128.powersOfTen[precision].magnitude
      for row in 0..<count where !isNull(row) && buffer[row].magnitude >= limit {
        throw fail("row \(row + 1) has more than \(precision) digits")
      }
    case (.string, .string(let codes, let dictionary)):
      for row in 0..<count where !isNull(row) && codes[row] >= dictionary.count {
        throw fail("row \(row + 1) has code \(codes[row]) in a dictionary of \(dictionary.count)")
      }
      try dictionary.validate(name: name)
    default: throw fail("values are not laid out as \(type)")
    }
  }
}

extension StringDictionary {
  /// Checks that offsets ascend and that entries are valid UTF-8 and distinct.
  package func validate(name: String = "dictionary") throws(AugerError) {
    func fail(_ message: String) -> AugerError {
      AugerError(.invalidTable, operation: "validate '\(name)'", message)
    }
    for code in 0..<count where offsets[code] > offsets[code + 1] { throw fail("offsets descend at entry \(code)") }
    guard offsets[count] <= bytes.count else { throw fail("the last offset exceeds the data") }
    var seen = StringDictionaryBuilder()
    for code in 0..<count {
      guard Int(seen.code(for: utf8(code))) == code else { throw fail("entry \(code) occurs twice") }
      guard String(validating: bytes[offsets[code]..<offsets[code + 1]].array, as: UTF8.self) != nil else {
        throw fail("entry \(code) is not valid UTF-8")
      }
    }
  }
}

extension Diagnostic.Code {
  package static let invalidTable = Self("invalidTable")
}
