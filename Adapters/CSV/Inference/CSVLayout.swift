import AugerColumns

/// What is known of a file after a look at its beginning: dialect, header, names, types.
struct CSVLayout: Sendable {
  var dialect: CSVDialect
  var hasByteOrderMark = false
  var hasHeader = false
  /// One for each column, as they stand in the file; `columnN` where the file gives none.
  var names: [String] = []
  /// What the fields of each column looked like.
  var evidence: [TypeEvidence] = []
  /// Types that were written down, and columns that turned to text against them.
  var declared: [DataType?] = []
  var sampledRows = 0
  var sampledBytes = 0
  var byteCount = 0
  /// Whether the sample was the whole file.
  var isWhole = false

  var columnCount: Int { names.count }

  /// Nine tenths of the values must fit where misfits become null, are skipped or are errors; all of them otherwise.
  func types(_ options: CSVOptions) -> [DataType] {
    let share = options.onError.map { $0 == .text ? 1 : 0.9 } ?? 1
    return evidence.indices.map { index in
      declared[index] ?? (options.isAllText ? .string : evidence[index].type(share: share))
    }
  }

  func schema(_ options: CSVOptions) -> Schema { Schema(zip(names, types(options)).map { Field($0, $1) }) }

  /// How many rows the file has, about.
  var estimatedRows: Int {
    isWhole ? sampledRows : byteCount / max(1, sampledBytes / max(1, sampledRows))
  }
}
