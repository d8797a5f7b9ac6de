import AugerColumns

/// Whether the first row names the columns.
enum HeaderGuess {
  /// It does if a field of it contradicts the type of its column in the other rows, or if no field looks like data:
  /// where all is text, names are distinct and at most one is empty. Years over numbers (`Country,2010,2011`) are names
  /// too.
  ///
  /// `types`: of the columns without the first row.
  static func isHeader(_ records: CSVRecords, _ types: [DataType]) -> Bool {
    let count = records.fieldCount(0)
    guard count > 0 else { return false }
    var looksLikeData = false
    var years: [Int64] = []
    for field in 0..<count {
      guard !records.isNull(0, field), let kind = FieldKind(records.utf8(0, field)) else { continue }
      if kind == .int, let year = FieldReader.int64(records.utf8(0, field)), (1900...2100).contains(year) {
        years.append(year)
      }
      if kind == .text, field < types.count, types[field] != .string { return true }
      if kind != .text { looksLikeData = true }
    }
    if looksLikeData {
      let ascends = zip(years, years.dropFirst()).allSatisfy { $0 < $1 }
      let others = (0..<count).filter { FieldKind(records.utf8(0, $0)) == .text }.count
      return years.count >= 2 && ascends && others + years.count == count && others > 0
    }
    let names = records.texts(0).map { Array($0.utf8) }
    return names.count { $0.isEmpty } <= (count == 1 ? 0 : 1) && Set(names).count == names.count
  }
}
