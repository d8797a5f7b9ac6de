import AugerColumns
import AugerDiagnostics
import AugerQuery

/// AugerAdapterKit: common functions of adapters - options, positions in SQL, validation of UTF-8, secrets in driver
/// messages. Only adapters import it, and the store of shared runs, which uses a driver directly.

extension ScanRequest {
  /// Delivers the chunks of a scan without columns. They contain only their number of rows.
  package func deliverCounted(
    _ rows: Int, check: () throws -> Void, body: (_ chunk: Int, _ batch: borrowing Batch) throws -> Void
  ) throws -> ScanSummary {
    let total = min(rows, rowLimit ?? .max)
    for (chunk, firstRow) in stride(from: 0, to: total, by: chunkRows).enumerated() {
      try check()
      try body(chunk, Batch(columns: [], rowCount: min(chunkRows, total - firstRow), firstRow: firstRow))
    }
    return ScanSummary(rowCount: max(0, total))
  }
}

extension SourceOption {
  /// Parses a duration of at most a day: `30m`, `5s`, `250ms`, or a number of milliseconds.
  package func duration() throws(DiagnosticError) -> Duration {
    let units: [(suffix: String, size: Double)] = [
      ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("", 1),
    ]
    guard let value = quantity(in: units), value <= 86_400_000 else {
      throw wrongValue(hint: "Write a duration, such as 30m, 5s, 250ms or 0.")
    }
    return .milliseconds(Int64(clamping: value))
  }

  /// Parses a number of bytes, from 1 to a terabyte: `64MB`, `1GB`, `4096`.
  package func bytes() throws(DiagnosticError) -> Int {
    let units: [(suffix: String, size: Double)] = [
      ("GB", 1_073_741_824), ("MB", 1_048_576), ("kB", 1024), ("", 1),
    ]
    guard let value = quantity(in: units), value >= 1, value <= 1_099_511_627_776 else {
      throw wrongValue(hint: "Write a size, such as 64MB, 1GB or 4096.")
    }
    return Int(clamping: value)
  }

  /// Returns the number before the first matching unit, multiplied by the size of the unit. Nil if it is not a number
  /// or is negative.
  private func quantity(in units: [(suffix: String, size: Double)]) -> Double? {
    guard let unit = units.first(where: { text.hasSuffix($0.suffix) }),
      case .float(let value)? = Scalar(text: String(text.dropLast(unit.suffix.count)), type: .float64)
    else { return nil }
    return value >= 0 ? value * unit.size : nil
  }
}

extension SQLStatement {
  /// Returns the error with the position of a byte in the text, and its line with a caret.
  package func locate(_ error: AugerError, at offset: Int) -> AugerError {
    let place = place(forOffset: offset)
    let lines = DiagnosticRenderer().text(Diagnostic(error.code, "", at: place)).split(separator: "\n")
    var error = error
    error.place = place.position.map { "\(place.source.name):\($0.line):\($0.column)" } ?? place.source.name
    error.underlying = lines.dropFirst().joined(separator: "\n").trimmingPrefix("  ").description
    return error
  }

  package func multipleStatements(secondAt offset: Int, operation: String) -> AugerError {
    locate(
      AugerError(.multipleStatements, operation: operation, "a query must be one statement, and another begins here"),
      at: offset)
  }

  /// Returns the error for a statement that does not only read.
  package func notReadOnly(_ what: String, operation: String) -> AugerError {
    AugerError(
      .notReadOnly, operation: operation, "the statement would \(what); sources are only read",
      place: place(forOffset: 0).source.name)
  }
}
