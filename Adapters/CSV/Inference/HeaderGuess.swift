import AugerColumns

/// Whether a row names the columns of the rows below it.
enum HeaderGuess {
  /// It does if a word in it contradicts the type of its column in the other rows, or if no field looks like data:
  /// where all is text, names are distinct and at most one is empty. Years over numbers (`Country,2010,2011`) are names
  /// too.
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
      guard TypeEvidence.isWord(text) else {
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
    return names.count { $0.isEmpty } <= (count == 1 ? 0 : 1) && Set(names).count == names.count
  }
}
