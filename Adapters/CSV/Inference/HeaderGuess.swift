import AugerColumns

/// Whether a row names the columns of the rows below it.
enum HeaderGuess {
  /// It does if a word in it contradicts the type of its column in the other rows, or if no field looks like data:
  /// where all is text, names are distinct, at most one is empty, and columns do not go on as they begin. Years over
  /// numbers (`Country,2010,2011`) are names too.
  ///
  /// `types`: of the columns without that row.
  static func isHeader(_ records: CSVRecords, row: Int = 0, _ types: [DataType]) -> Bool {
    let count = records.fieldCount(row)
    guard count > 0 else { return false }
    var looksLikeData = false
    var years: [Int64] = []
    var words = 0
    for field in 0..<count {
      let text = records.utf8(row, field)
      guard !records.isNull(row, field), let kind = FieldKind(text), !NullWords.usual.contains(text) else { continue }
      if kind == .int, let year = FieldReader.int64(text), (1900...2100).contains(year) { years.append(year) }
      // Digits with a leading zero are no number, but no name either.
      guard TypeEvidence.isWord(text), !isDigits(FieldReader.trimmed(text)) else {
        looksLikeData = true
        continue
      }
      words += 1
      if field < types.count, types[field] != .string { return true }
    }
    if looksLikeData {
      let ascends = zip(years, years.dropFirst()).allSatisfy { $0 < $1 }
      return years.count >= 2 && ascends && words + years.count == count && words > 0
    }
    let names = records.texts(row).map { Array($0.utf8) }
    guard names.count(where: \.isEmpty) <= (count == 1 ? 0 : 1), Set(names).count == names.count else { return false }
    let found = (0..<count).map { continuation(records, row, $0) }
    return !found.contains(.alike) && found.count { $0 == .same } * 2 <= count
  }

  private static func isDigits(_ text: borrowing Span<UInt8>) -> Bool {
    for index in text.indices where text[index] &- 0x30 > 9 { return false }
    return !text.isEmpty
  }

  /// Whether the values below a field are like it.
  private enum Continuation {
    case none
    /// One is the same.
    case same
    /// All are built alike with digits, as `[10.0.0.1]` and `[10.0.0.2]`.
    case alike
  }

  private static func continuation(_ records: CSVRecords, _ row: Int, _ field: Int) -> Continuation {
    let text = records.utf8(row, field)
    guard !text.isEmpty else { return .none }
    var isSame = false
    let build = Self.build(text)
    var alike = 0
    var isAlike = build.contains(UInt8(ascii: "9"))
    for below in (row + 1)..<max(row + 1, min(records.rowCount, row + 1000)) where field < records.fieldCount(below) {
      let other = records.utf8(below, field)
      if other.isEmpty { continue }
      if FieldReader.equals(other, FieldReader.bytes(text)) { isSame = true }
      if isAlike { isAlike = Self.build(other) == build }
      alike += 1
    }
    return isAlike && alike >= 2 ? .alike : isSame ? .same : .none
  }

  /// A text with every run of digits as `9` and every run of letters as `A`.
  private static func build(_ text: borrowing Span<UInt8>) -> [UInt8] {
    var build: [UInt8] = []
    for index in text.indices {
      let byte = text[index]
      let kind: UInt8 =
        byte &- 0x30 <= 9 ? UInt8(ascii: "9") : byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 ? UInt8(ascii: "A") : byte
      if kind != build.last || (kind != UInt8(ascii: "9") && kind != UInt8(ascii: "A")) { build.append(kind) }
    }
    return build
  }
}
