import AugerColumns

/// The properties of a file that its start shows: form, header, names and types.
struct CSVLayout: Sendable {
  var form = CSVForm()
  var hasHeader = false
  /// The name of each column, in file order. Unnamed columns are called `columnN`.
  var names: [String] = []
  /// The evidence for the type of each column.
  var evidence: [TypeEvidence] = []
  var habits = FileHabits()
  /// The declared shapes, including declared columns that became string columns.
  var declared: [ColumnShape?] = []
  /// The wider types found after the sample, by column.
  var widenings: [Int: Widening] = [:]
  /// The position and value that prevent a narrower type, for string columns that almost have one.
  var notes: [Int: String] = [:]
  /// The common types of all files in a union.
  var common: [DataType?] = []
  var sampledRows = 0
  var sampledBytes = 0
  /// The size of the file in bytes, before decompression. 0 if it has no size.
  var byteCount = 0
  var isCompressed = false
  /// True if the sample is the whole file.
  var isWhole = false
  var lineEnd = LineEnd.none

  enum LineEnd: String, Sendable { case none, lineFeed = "LF", carriageReturn = "CR", both = "CRLF", mixed }

  /// A column whose type became wider after the sample.
  struct Widening: Sendable {
    var evidence: TypeEvidence
    var declared: ColumnShape?
    /// The last contradiction.
    var reason: String
    /// The number of values that caused the widening, and the number of rejections by the type.
    var count: Int
    var refusals: Int
  }

  /// The number of contradictions after which a column becomes a string column.
  private static let mostRefusals = 32

  var dialect: CSVDialect { form.dialect }
  var columnCount: Int { names.count }

  /// The maximum number of bytes of text in the file. Nil if unknown.
  var textByteCount: Int? { byteCount == 0 || isCompressed ? nil : byteCount * 2 }

  /// Returns the shapes of the columns. A type must fit all values if misfits become strings, otherwise nine tenths
  /// of them.
  func shapes(_ options: CSVOptions) -> [ColumnShape] {
    return evidence.indices.map { shape(of: $0, options) }
  }

  private func shape(of column: Int, _ options: CSVOptions) -> ColumnShape {
    let widens = options.onError == nil || options.onError == .text
    var shape =
      declared[column]
      ?? (options.isAllText
        ? ColumnShape(.string) : evidence[column].shape(share: widens ? 1 : Self.majority, habits))
    // Without widening, a column without sample values needs a type that accepts all later values.
    shape.isUntyped =
      declared[column] == nil && !options.isAllText && evidence[column].isUntouched && (widens || isWhole)
    if !common.isEmpty, let type = common[column] { (shape.type, shape.isUntyped) = (type, false) }
    return shape
  }

  /// The share of values that decides the type if the others need not fit.
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

  /// Widens a column by a value that its shape rejected. With `isStrict`, a shape that does not become wider changes
  /// to string, so that no value is rejected twice.
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

  /// Returns the layout with the wider types that scans found for some columns. Nil if it has them all.
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

  /// True if enough single values were contradicted that the next scan should collect all others.
  var collectsContradictions: Bool { widenings.values.reduce(0) { $0 + $1.refusals } >= 4 }

  /// Returns true if the file can have more than `limit` rows.
  func mayHaveMoreRows(than limit: Int) -> Bool {
    if isWhole { return sampledRows > limit }
    if isCompressed || byteCount == 0 { return true }
    return byteCount / max(1, sampledBytes / max(1, sampledRows)) > limit
  }
}
