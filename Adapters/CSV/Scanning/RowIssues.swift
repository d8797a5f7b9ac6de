import AugerColumns
import AugerDiagnostics
import AugerQuery

/// What a scan does about values that do not fit and rows that are too short or too long: the policies, and the counts.
struct RowIssues {
  enum Decision {
    /// Go on; a misfit is null.
    case keep
    /// Leave the row out.
    case reject
    case stop(any Error)
  }

  let finder: PlaceFinder
  private let options: CSVOptions
  private let layout: CSVLayout
  private let types: [DataType]
  private var nulled: [Tally]
  private var skipped = Tally()
  private var short = Tally()
  private var long = Tally()

  private struct Tally {
    var count = 0
    var firstPlace: String?

    mutating func add(_ place: @autoclosure () -> String) {
      if count == 0 { firstPlace = place() }
      count += 1
    }
  }

  init(path: String, _ layout: CSVLayout, _ options: CSVOptions, _ types: [DataType]) {
    finder = PlaceFinder(path: path, dialect: layout.dialect)
    self.options = options
    self.layout = layout
    self.types = types
    nulled = [Tally](repeating: Tally(), count: types.count)
  }

  /// A value that is no `types[column]`, or no UTF-8.
  mutating func misfit(
    _ field: Span<UInt8>, column: Int, _ outcome: ColumnSink.Outcome, at cursor: RowCursor, isRowRejected: Bool
  ) -> Decision {
    // The field was counted already.
    func place() -> String { finder.place(rowLine: cursor.rowLine, field: cursor.fieldCount - 1, line: cursor.line) }
    let policy = options.onError ?? (layout.declared[column] == nil ? .text : .fail)
    switch policy {
    case .null:
      nulled[column].add(place())
      return .keep
    case .skip:
      if !isRowRejected { skipped.add(place()) }
      return .reject
    case .fail, .text:
      if outcome == .notUTF8 { return .stop(notUTF8(field, column, place())) }
      if policy == .text {
        return .stop(
          Contradiction(
            column: column, kind: FieldKind(field) ?? .text,
            reason: "\(place()): column '\(layout.names[column])': '\(Self.shown(field))' is no \(types[column])"))
      }
      return .stop(
        AugerError(
          .badValue, operation: "read '\(finder.path)'",
          "column '\(layout.names[column])': '\(Self.shown(field))' is no \(types[column])", place: place(),
          hint: "option 'onError': null, skip or text reads on"))
    }
  }

  /// The row that ends has another number of fields than there are columns.
  mutating func wrongLength(at cursor: RowCursor) -> Decision {
    let isShort = cursor.fieldCount < layout.columnCount
    let field = isShort ? 0 : layout.columnCount
    func place() -> String { finder.place(rowLine: cursor.rowLine, field: field, line: cursor.rowLine) }
    switch options.onError {
    case .fail:
      return .stop(
        AugerError(
          isShort ? .shortRow : .longRow, operation: "read '\(finder.path)'",
          "the row has \(cursor.fieldCount) fields, the table \(layout.columnCount) columns", place: place(),
          hint: "option 'onError': null, skip or text reads on"))
    case .skip:
      skipped.add(place())
      return .reject
    case .null, .text, nil:
      if isShort { short.add(place()) } else { long.add(place()) }
      return .keep
    }
  }

  /// What was done, counted.
  var warnings: Warnings {
    var result = Warnings()
    for (column, tally) in nulled.enumerated() where tally.count > 0 {
      result.add(
        Warning(
          .badValue, "column '\(layout.names[column])': a value that is no \(types[column]) became null",
          count: tally.count, firstPlace: tally.firstPlace))
    }
    func add(_ code: Diagnostic.Code, _ message: String, _ tally: Tally) {
      result.add(Warning(code, message, count: tally.count, firstPlace: tally.firstPlace))
    }
    add(.skippedRow, "a row with a value that does not fit, or of another length, was left out", skipped)
    add(.shortRow, "a row has fewer fields than there are columns; the missing ones are null", short)
    add(.longRow, "a row has more fields than there are columns; the others were dropped", long)
    return result
  }

  private func notUTF8(_ field: Span<UInt8>, _ column: Int, _ place: String) -> AugerError {
    let offset = UTF8Check.firstInvalid(field) ?? 0
    let byte = String(field[offset], radix: 16, uppercase: true)
    return AugerError(
      .invalidUTF8, operation: "read '\(finder.path)'",
      "column '\(layout.names[column])': byte \(offset + 1) of '\(Self.shown(field))' (0x\(byte)) is not UTF-8",
      place: place, hint: "convert the file to UTF-8: iconv -f WINDOWS-1252 -t UTF-8")
  }

  /// At most 40 characters of a field.
  private static func shown(_ field: Span<UInt8>) -> String {
    let text = FieldReader.string(field)
    return text.unicodeScalars.count <= 40
      ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(40))) + "…"
  }
}

/// A value that the type inferred for its column does not hold; the table widens the column.
struct Contradiction: Error {
  var column: Int
  var kind: FieldKind
  var reason: String
}
