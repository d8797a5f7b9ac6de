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
  /// What was found beyond the sample, by column.
  var widenings: [Int: Widening] = [:]
  /// For columns of text that nearly are something else: the place and the value that say why.
  var notes: [Int: String] = [:]
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

  /// A column as values beyond the sample have made it.
  struct Widening: Sendable {
    var evidence: TypeEvidence
    var declared: ColumnShape?
    /// What contradicted it last.
    var reason: String
    /// How many values were needed for that, and how many times its type was refused.
    var count: Int
    var refusals: Int
  }

  /// A type that was contradicted as often as there are ways to write values is text.
  private static let mostRefusals = 32

  var dialect: CSVDialect { form.dialect }
  var columnCount: Int { names.count }

  /// Bytes of text that the file holds, at most; nil where it is not known.
  var textByteCount: Int? { byteCount == 0 || isCompressed ? nil : byteCount * 2 }

  /// Nine tenths of the values must fit where misfits become null, are skipped or are errors; all of them otherwise.
  func shapes(_ options: CSVOptions) -> [ColumnShape] {
    return evidence.indices.map { shape(of: $0, options) }
  }

  private func shape(of column: Int, _ options: CSVOptions) -> ColumnShape {
    let widens = options.onError == nil || options.onError == .text
    var shape =
      declared[column]
      ?? (options.isAllText
        ? ColumnShape(.string) : evidence[column].shape(share: widens ? 1 : Self.majority, habits))
    // Where nothing widens, what comes behind the sample must find a type that takes it.
    shape.isUntyped =
      declared[column] == nil && !options.isAllText && evidence[column].isUntouched && (widens || isWhole)
    if !common.isEmpty, let type = common[column] { (shape.type, shape.isUntyped) = (type, false) }
    return shape
  }

  /// The share of the values that makes a type where others need not fit.
  static let majority = 0.9

  func schema(_ options: CSVOptions) -> Schema {
    Schema(
      zip(names, shapes(options)).enumerated().map { index, column in
        let shape = column.1
        let reason = shape.type == .string ? widenings[index]?.reason ?? notes[index] : nil
        return Field(
          column.0, shape.type, isUntyped: shape.isUntyped,
          note: reason.map { "\($0); the option 'onError: null' (--on-error null) makes such values null" })
      })
  }

  // MARK: Widening

  /// Takes a value that the column's shape refused. `isStrict`: a shape that is no wider for it becomes text, so that
  /// no value is refused twice.
  mutating func widen(_ column: Int, _ value: Span<UInt8>, _ options: CSVOptions, isStrict: Bool, reason: String) {
    let found = widenings.removeValue(forKey: column)
    let refusals = (found?.refusals ?? 0) + (isStrict ? 1 : 0)
    let before = isStrict ? shape(of: column, options) : nil
    evidence[column].add(value, options.nullWords.map { NullWords($0) })
    if declared[column] != nil || (isStrict && (shape(of: column, options) == before || refusals > Self.mostRefusals)) {
      declared[column] = ColumnShape(.string)
    }
    widenings[column] = Widening(
      evidence: evidence[column], declared: declared[column], reason: reason, count: (found?.count ?? 0) + 1,
      refusals: refusals)
  }

  /// The layout with what scans have found out about some of its columns; nil if it knows all of it.
  func widened(by memory: [Int: Widening], columns: [Int]) -> CSVLayout? {
    var result = self
    var isWider = false
    for column in columns {
      guard let found = memory[column], found.count > widenings[column]?.count ?? 0 else { continue }
      (result.evidence[column], result.declared[column]) = (found.evidence, found.declared)
      result.widenings[column] = found
      isWider = true
    }
    return isWider ? result : nil
  }

  /// Whether so many values were contradicted one by one that the next scan looks for all others.
  var collectsContradictions: Bool { widenings.values.reduce(0) { $0 + $1.refusals } >= 4 }

  /// Whether the file has more rows than `limit`, as far as is known.
  func mayHaveMoreRows(than limit: Int) -> Bool {
    if isWhole { return sampledRows > limit }
    if isCompressed || byteCount == 0 { return true }
    return byteCount / max(1, sampledBytes / max(1, sampledRows)) > limit
  }
}
