import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The handling of values that do not fit and rows that are too short or too long: policies, counts and rejects.
/// Positions are computed at the end, in one pass.
struct RowIssues {
  enum Decision {
    /// Continue. A misfit becomes null.
    case keep
    /// Skip the row.
    case reject
    case stop(any Error)
  }

  let finder: PlaceFinder
  private let options: CSVOptions
  private let layout: CSVLayout
  private let shapes: [ColumnShape]
  private let log: RejectLog?
  private var nulled: [Tally]
  private var skipped = Tally()
  private var short = Tally()
  private var long = Tally()
  /// The layout widened by the contradictions so far, and the first contradiction.
  private var wider: CSVLayout?
  private var contradictions: [Int: String] = [:]
  private var reason = ""
  private var rejects: [(place: FieldPlace, field: String, value: String, expected: String)] = []
  private var rejectCount = 0
  /// The number of rejects that still fitted the log at the start of the scan.
  private let room: Int

  private static let mostContradictions = 1000

  private struct Tally {
    var count = 0
    var first: FieldPlace?

    mutating func add(_ place: FieldPlace) {
      if count == 0 { first = place }
      count += 1
    }

    mutating func add(_ later: Tally) {
      if count == 0 { first = later.first }
      count += later.count
    }
  }

  init(_ file: RereadableFile, _ layout: CSVLayout, _ options: CSVOptions, _ shapes: [ColumnShape], _ log: RejectLog?) {
    finder = PlaceFinder(file: file, form: layout.form)
    self.options = options
    self.layout = layout
    self.shapes = shapes
    self.log = log
    room = log?.room ?? 0
    nulled = [Tally](repeating: Tally(), count: shapes.count)
  }

  /// Adds the issues of the rows after these.
  mutating func append(_ later: RowIssues) {
    for column in nulled.indices { nulled[column].add(later.nulled[column]) }
    skipped.add(later.skipped)
    short.add(later.short)
    long.add(later.long)
    rejects += later.rejects.prefix(max(0, room - rejects.count))
    rejectCount += later.rejectCount
  }

  private func policy(_ column: Int) -> CSVOptions.MisfitPolicy {
    shapes[column].onError ?? options.onError ?? (layout.declared[column] == nil ? .text : .fail)
  }

  /// Returns true if a value of the column can contradict its type.
  func canBeContradicted(_ column: Int) -> Bool {
    policy(column) == .text && (shapes[column].type != .string || shapes[column].isUntyped)
  }

  /// Returns true if a later value of these columns can still widen a type, so that the error would not have
  /// occurred. Earlier queries, which widened the types of the table, must not change the result.
  func readsOn(after error: any Error, columns: [Int]) -> Bool {
    let limits: [Diagnostic.Code] = [.cancelled, .timeout, .limitExceeded, .lowMemory]
    if let error = error as? AugerError, limits.contains(error.code) { return false }
    return columns.contains { canBeContradicted($0) }
  }

  /// The contradiction of the types of the columns so far.
  var contradiction: Contradiction? { wider.map { Contradiction(layout: $0, reason: reason) } }

  /// Handles a value that does not fit `shapes[column]`, or is not UTF-8.
  mutating func misfit(
    _ field: Span<UInt8>, column: Int, _ outcome: ColumnSink.Outcome, at cursor: RowCursor, isRowRejected: Bool
  ) -> Decision {
    // The field was counted already.
    let place = FieldPlace(rowLine: cursor.rowLine, field: cursor.fieldCount - 1, line: cursor.line)
    let policy = policy(column)
    let expected = outcome == .notUTF8 ? "UTF-8 text" : shapes[column].expectation
    if policy != .text || outcome == .notUTF8 { reject(place, layout.names[column], Self.shown(field), expected) }
    switch policy {
    case .null:
      nulled[column].add(place)
      return .keep
    case .skip:
      if !isRowRejected { skipped.add(place) }
      return .reject
    case .text where outcome != .notUTF8:
      contradict(column, field, place)
      return layout.collectsContradictions ? .keep : contradiction.map { .stop($0) } ?? .keep
    case .fail, .text:
      let found = finder.place(place)
      if outcome == .notUTF8 { return .stop(notUTF8(field, column, found)) }
      return .stop(
        AugerError(
          .badValue, operation: "read '\(finder.path)'", misfitMessage(field, column), place: found,
          hint: "Set the option 'onError' to null, skip or text to continue reading.", details: details(column)))
    }
  }

  private func misfitMessage(_ field: Span<UInt8>, _ column: Int) -> String {
    let expected = shapes[column].isUntyped ? "its first value" : "not a valid \(shapes[column].expectation)"
    return "column '\(layout.names[column])': '\(Self.shown(field))' is \(expected)"
  }

  private mutating func contradict(_ column: Int, _ field: Span<UInt8>, _ place: FieldPlace) {
    let isFirst = contradictions[column] == nil
    // This number of contradictions is enough. The next scan finds the others.
    if !isFirst, wider?.widenings[column]?.count ?? 0 > Self.mostContradictions { return }
    var wider = self.wider.take() ?? layout
    wider.common = []
    if isFirst {
      // Reading the file again for each of many columns takes too long, so the line is enough.
      let found = layout.collectsContradictions ? finder.text(place, nil) : finder.place(place)
      contradictions[column] = "\(found): \(misfitMessage(field, column))"
      if reason.isEmpty { reason = contradictions[column] ?? "" }
    }
    wider.widen(column, field, options, isStrict: isFirst, reason: contradictions[column] ?? "")
    self.wider = wider
  }

  /// Handles the end of a row with another number of fields than the columns.
  mutating func wrongLength(at cursor: RowCursor) -> Decision {
    let isShort = cursor.fieldCount < layout.columnCount
    let place = FieldPlace(
      rowLine: cursor.rowLine, field: isShort ? 0 : layout.columnCount, line: isShort ? cursor.rowLine : cursor.line)
    reject(
      place, "", "a row of \(cursor.fieldCount) fields", "a row of \(layout.columnCount) fields")
    switch options.onError {
    case .fail:
      return .stop(
        AugerError(
          isShort ? .shortRow : .longRow, operation: "read '\(finder.path)'",
          "the row has \(cursor.fieldCount) fields, the table \(layout.columnCount) columns",
          place: finder.place(place), hint: "Set the option 'onError' to null, skip or text to continue reading.",
          details: [.init(.path, finder.path)]))
    case .skip:
      skipped.add(place)
      return .reject
    case .null, .text, nil:
      if isShort { short.add(place) } else { long.add(place) }
      return .keep
    }
  }

  private mutating func reject(_ place: FieldPlace, _ field: String, _ value: String, _ expected: String) {
    rejectCount += 1
    if rejects.count < room { rejects.append((place, field, value, expected)) }
  }

  /// Returns the counts as warnings and adds rejects to the log.
  func finish(_ quotes: (count: Int, firstOffset: Int?)) -> (all: Warnings, columns: [Int: Warnings]) {
    let tallies = nulled + [skipped, short, long]
    let positions = finder.positions(of: tallies.compactMap(\.first) + rejects.map(\.place))
    let firsts = tallies.filter { $0.first != nil }.count
    if let log {
      let found = zip(rejects, positions.dropFirst(firsts)).map { reject, position in
        Reject(
          file: finder.path, line: position?.line ?? reject.place.line, column: position?.column, field: reject.field,
          value: reject.value, expected: reject.expected)
      }
      log.add(found, ofTotal: rejectCount)
    }
    var next = 0
    var result = Warnings()
    var columns: [Int: Warnings] = [:]
    func add(_ code: Diagnostic.Code, _ message: String, _ tally: Tally) {
      guard let first = tally.first else { return }
      result.add(Warning(code, message, count: tally.count, firstPlace: finder.text(first, positions[next])))
      next += 1
    }
    for (column, tally) in nulled.enumerated() {
      let before = result
      add(
        .badValue,
        "column '\(layout.names[column])': a value that is not a valid \(shapes[column].expectation) was read as null",
        tally)
      if result != before { columns[column] = Warnings(result.items.suffix(1)) }
    }
    add(.skippedRow, "a row with a value that does not fit, or of another length, was left out", skipped)
    add(.shortRow, "a row has fewer fields than there are columns; the missing ones are null", short)
    add(.longRow, "a row has more fields than there are columns; the others were dropped", long)
    if let first = quotes.firstOffset {
      result.add(
        Warning(
          .bareQuote, "a quote inside a field was read as text", count: quotes.count,
          firstPlace: finder.place(ofOffset: first)))
    }
    return (result, columns)
  }

  private func notUTF8(_ field: Span<UInt8>, _ column: Int, _ place: String) -> AugerError {
    let offset = UTF8Check.firstInvalid(field) ?? 0
    let byte = String(field[offset], radix: 16, uppercase: true)
    let isUTF8 = layout.form.encoding == .utf8
    return AugerError(
      .invalidUTF8, operation: "read '\(finder.path)'",
      "column '\(layout.names[column])': byte \(offset + 1) of '\(Self.shown(field))' (0x\(byte)) is not "
        + (isUTF8 ? "UTF-8" : "text in \(layout.form.encoding.rawValue)"),
      place: place, hint: isUTF8 ? "Set the option 'encoding', for example to windows-1252." : nil,
      details: details(column))
  }

  private func details(_ column: Int) -> [Diagnostic.Detail] {
    [.init(.dataColumn, layout.names[column]), .init(.path, finder.path)]
  }

  /// Returns at most 40 characters of a field.
  static func shown(_ field: Span<UInt8>) -> String {
    let text = FieldReader.string(field)
    return text.unicodeScalars.count <= 40
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "…"
  }
}

/// A value that does not fit the inferred type of its column.
struct Contradiction: Error {
  /// The layout with types that fit.
  var layout: CSVLayout
  /// The first contradiction.
  var reason: String
}
