import AugerColumns

/// What is known of a file after a look at its beginning: form, header, names, types.
struct CSVLayout: Sendable {
  var form = CSVForm()
  var hasHeader = false
  /// One for each column, as they stand in the file; `columnN` where the file gives none.
  var names: [String] = []
  /// What the fields of each column looked like.
  var evidence: [TypeEvidence] = []
  var habits = FileHabits()
  /// What was written down, and columns that turned to text against it.
  var declared: [ColumnShape?] = []
  /// Types that hold the values of other files as well, where several make one table.
  var common: [DataType?] = []
  var sampledRows = 0
  var sampledBytes = 0
  /// Size of the file as it lies there; 0 for what has none.
  var byteCount = 0
  var isCompressed = false
  /// Whether the sample was the whole file.
  var isWhole = false
  var lineEnd = LineEnd.none

  enum LineEnd: String, Sendable { case none, lineFeed = "LF", carriageReturn = "CR", both = "CRLF", mixed }

  var dialect: CSVDialect { form.dialect }
  var columnCount: Int { names.count }

  /// Bytes of text that the file holds, at most; nil where nobody knows.
  var textByteCount: Int? { byteCount == 0 || isCompressed ? nil : byteCount * 2 }

  /// Nine tenths of the values must fit where misfits become null, are skipped or are errors; all of them otherwise.
  func shapes(_ options: CSVOptions) -> [ColumnShape] {
    let share = options.onError.map { $0 == .text ? 1 : 0.9 } ?? 1
    return evidence.indices.map { index in
      var shape =
        declared[index] ?? (options.isAllText ? ColumnShape(.string) : evidence[index].shape(share: share, habits))
      if !common.isEmpty, let type = common[index] { shape.type = type }
      return shape
    }
  }

  func schema(_ options: CSVOptions) -> Schema { Schema(zip(names, shapes(options)).map { Field($0, $1.type) }) }

  /// Whether the file has more rows than `limit`, as far as one can tell.
  func mayHaveMoreRows(than limit: Int) -> Bool {
    if isWhole { return sampledRows > limit }
    if isCompressed || byteCount == 0 { return true }
    return byteCount / max(1, sampledBytes / max(1, sampledRows)) > limit
  }
}
