import AugerColumns

/// Decides if a row contains the names of the columns.
enum HeaderGuess {
  /// Returns true if the row is a header. One condition is sufficient: names contradict the types of their columns in
  /// the other rows, and outnumber the fields that look like data.
  ///
  /// The other condition is that no field looks like data. If all fields are strings, the names must also be
  /// distinct, at most one can be empty (except at the end), and columns must not continue as they begin. Years over
  /// numbers (`Country,2010,2011`) are names too. Consecutive numbers next to a contradicting name are also names.
  ///
  /// `types` are the types of the columns without this row.
  static func isHeader(_ records: CSVRecords, row: Int = 0, _ types: [DataType]) -> Bool {
    let count = records.fieldCount(row)
    guard count > 0 else { return false }
    var data = 0
    var numbers: [Int64] = []
    var names = 0
    var contradictions = 0
    for field in 0..<count {
      let text = records.utf8(row, field)
      guard !records.isNull(row, field), let kind = FieldKind(text), !NullWords.usual.contains(text) else { continue }
      let type = field < types.count ? types[field] : .string
      if kind == .int, let number = FieldReader.int64(text) { numbers.append(number) }
      switch role(FieldReader.trimmed(text)) {
      case .name: names += 1
      case .symbol: break
      // A date above numbers is a column name.
      case .data where kind == .date && (type == .int64 || type == .float64): break
      case .data:
        data += 1
        continue
      }
      if type != .string { contradictions += 1 }
    }
    let ascends = numbers.count >= 2 && numbers.count == data && isSequence(numbers)
    let lone = data == 1 && numbers.first.map(isYear) == true ? 1 : 0
    if contradictions > 0, ascends || contradictions > data - lone { return true }
    if data > 0 { return ascends && numbers.allSatisfy(isYear) && names > 0 && names + data == count }
    guard names > 0 else { return false }
    let texts = records.texts(row).map { Array($0.utf8) }
    let used = texts[..<(1 + (texts.lastIndex { !$0.isEmpty } ?? 0))]
    guard used.count(where: \.isEmpty) <= (count == 1 ? 0 : 1), Set(used).count == used.count else { return false }
    let found = used.indices.map { continuation(records, row, $0) }
    return !found.contains(.alike) && found.count { $0 == .same } * 2 <= count
  }

  private static func isYear(_ number: Int64) -> Bool { (1900...2100).contains(number) }

  /// Returns true for ascending years, and for consecutive numbers that start at 0 or 1 or are at least three.
  private static func isSequence(_ numbers: [Int64]) -> Bool {
    let steps = zip(numbers, numbers.dropFirst())
    if numbers.allSatisfy(isYear) { return steps.allSatisfy { $0 < $1 } }
    guard let first = numbers.first, numbers.count > 2 || first == 0 || first == 1 else { return false }
    return steps.allSatisfy { $0 < .max && $0 + 1 == $1 }
  }

  /// The possible role of a field in a header row.
  private enum Role {
    case name
    /// A field without letters and digits, such as `#` or `%`. It can be a name, but does not indicate a header.
    case symbol
    case data
  }

  private static let longestName = 1000

  /// Returns the role of a field. Numbers, dates and Booleans are data. So are digits without letters (`12:30`,
  /// `0049`), email addresses, URLs, strings that are too long for a name, and fields that end with a backslash.
  private static func role(_ text: Span<UInt8>) -> Role {
    guard TypeEvidence.isWord(text), text.count <= longestName, text[text.count - 1] != UInt8(ascii: "\\") else {
      return .data
    }
    var hasLetter = false
    var hasDigit = false
    for index in text.indices {
      let byte = text[index]
      if isLetter(byte) { hasLetter = true }
      if byte &- 0x30 <= 9 { hasDigit = true }
      guard index > 0, index + 2 < text.count else { continue }
      if byte == UInt8(ascii: "@"), !isBlank(text[index - 1]), !isBlank(text[index + 1]) { return .data }
      if byte == UInt8(ascii: ":"), text[index + 1] == UInt8(ascii: "/"), text[index + 2] == UInt8(ascii: "/") {
        return .data
      }
    }
    return hasLetter ? .name : hasDigit ? .data : .symbol
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 }
  private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

  /// The similarity between a field and the values below it.
  private enum Continuation {
    case none
    /// One value is the same.
    case same
    /// All values are the same, or have the same pattern of digits, such as `[10.0.0.1]` and `[10.0.0.2]`.
    case alike
  }

  private static func continuation(_ records: CSVRecords, _ row: Int, _ field: Int) -> Continuation {
    let text = records.utf8(row, field)
    guard !text.isEmpty else { return .none }
    var same = 0
    let build = Self.build(text)
    var alike = 0
    var isAlike = build.contains(UInt8(ascii: "9"))
    for below in (row + 1)..<max(row + 1, min(records.rowCount, row + 1000)) where field < records.fieldCount(below) {
      let other = records.utf8(below, field)
      if other.isEmpty { continue }
      if FieldReader.equals(other, FieldReader.bytes(text)) { same += 1 }
      if isAlike { isAlike = Self.build(other) == build }
      alike += 1
    }
    if alike >= 2, isAlike || same == alike { return .alike }
    return same > 0 ? .same : .none
  }

  /// Returns the string with every run of digits as `9` and every run of letters as `A`.
  private static func build(_ text: borrowing Span<UInt8>) -> [UInt8] {
    var build: [UInt8] = []
    for index in text.indices {
      let byte = text[index]
      let kind: UInt8 =
        byte &- 0x30 <= 9 ? UInt8(ascii: "9") : isLetter(byte) ? UInt8(ascii: "A") : byte
      if kind != build.last || (kind != UInt8(ascii: "9") && kind != UInt8(ascii: "A")) { build.append(kind) }
    }
    return build
  }
}
