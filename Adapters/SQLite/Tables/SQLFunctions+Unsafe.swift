import AugerColumns
import AugerDiagnostics
import CSQLite

/// Functions that SQLite does not have but analysts expect: parts of dates, and statistical aggregates.
///
/// The aggregates are `median`, `percentile(x, p)` (p from 0 to 1, interpolated), `stddev`, `variance` (of a sample)
/// and `corr(x, y)`. They ignore nulls and return null if there are too few numbers. The date functions are `year`,
/// `quarter`, `month`, `day`, `hour` and `minute`. They return null for other strings.
enum SQLFunctions {
  static let aggregates: [(name: String, arguments: Int32)] = [
    ("median", 1), ("percentile", 2), ("stddev", 1), ("variance", 1), ("corr", 2),
  ]
  static let dateParts = ["year", "quarter", "month", "day", "hour", "minute"]

  /// Registers the functions. Returns SQLite's code of the first failure.
  static func register(on db: OpaquePointer) -> Int32 {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    for (number, aggregate) in aggregates.enumerated() {
      // Sound: the pointer itself encodes the function number and is never dereferenced.
      let raw = unsafe UnsafeMutableRawPointer(bitPattern: number + 1)
      let code = unsafe sqlite3_create_function_v2(
        db, aggregate.name, aggregate.arguments, flags, raw, nil, step, finish, nil)
      guard code == SQLITE_OK else { return code }
    }
    for (number, name) in dateParts.enumerated() {
      let raw = unsafe UnsafeMutableRawPointer(bitPattern: number + 1)
      let code = unsafe sqlite3_create_function_v2(db, name, 1, flags, raw, part, nil, nil, nil)
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  private static func number(_ context: OpaquePointer?) -> Int {
    // Sound: the registered pointer encodes the function number.
    unsafe Int(bitPattern: sqlite3_user_data(context)) - 1
  }

  // MARK: Aggregates

  /// The values of one group for an aggregate.
  private final class Group {
    var first: [Double] = []
    var second: [Double] = []
  }

  private static let step: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, count, arguments in
    // Sound: SQLite provides `count` values, and eight bytes for each group, initially zero, until `finish`.
    let slot = unsafe sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))
    guard let slot = unsafe slot, let first = unsafe real(arguments?[0]) else { return }
    let second = count > 1 ? unsafe real(arguments?[1]) : 0
    guard let second else { return }
    let pointer = unsafe slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    let group: Group
    if let held = unsafe pointer.pointee {
      group = unsafe Unmanaged<Group>.fromOpaque(held).takeUnretainedValue()
    } else {
      group = Group()
      unsafe pointer.pointee = Unmanaged.passRetained(group).toOpaque()
    }
    group.first.append(first)
    if count > 1 { group.second.append(second) }
  }

  private static let finish: @convention(c) (OpaquePointer?) -> Void = { context in
    // Sound: like above. A group without numbers has no context. Called once for each group, even if the statement
    // ends early.
    guard let slot = unsafe sqlite3_aggregate_context(context, 0),
      let held = unsafe slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee
    else { return unsafe sqlite3_result_null(context) }
    unsafe slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee = nil
    let group = unsafe Unmanaged<Group>.fromOpaque(held).takeRetainedValue()
    let value: Double? =
      switch unsafe number(context) {
      case 0: percentile(group.first, 0.5)
      case 1: percentile(group.first, group.second.first ?? 0.5)
      case 2: variance(group.first).map { $0.squareRoot() }
      case 3: variance(group.first)
      default: correlation(group.first, group.second)
      }
    guard let value, value.isFinite else { return unsafe sqlite3_result_null(context) }
    unsafe sqlite3_result_double(context, value)
  }

  /// Returns a percentile. Nil if the fraction is not from 0 to 1.
  static func percentile(_ values: [Double], _ fraction: Double) -> Double? {
    guard !values.isEmpty, fraction >= 0, fraction <= 1 else { return nil }
    let sorted = values.sorted()
    let place = fraction * Double(sorted.count - 1)
    let below = Int(clamping: place)
    guard below + 1 < sorted.count else { return sorted[below] }
    return sorted[below] + (sorted[below + 1] - sorted[below]) * (place - Double(below))
  }

  static func variance(_ values: [Double]) -> Double? {
    guard values.count > 1 else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)
  }

  static func correlation(_ a: [Double], _ b: [Double]) -> Double? {
    guard a.count > 1, a.count == b.count else { return nil }
    let (meanA, meanB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
    var (both, onlyA, onlyB) = (0.0, 0.0, 0.0)
    for (x, y) in zip(a, b) {
      both += (x - meanA) * (y - meanB)
      onlyA += (x - meanA) * (x - meanA)
      onlyB += (y - meanB) * (y - meanB)
    }
    return onlyA > 0 && onlyB > 0 ? both / (onlyA.squareRoot() * onlyB.squareRoot()) : nil
  }

  /// Returns a number, or the number in a string. Nil for other values.
  private static func real(_ value: OpaquePointer?) -> Double? {
    // Sound: values are valid while the function is called.
    switch unsafe sqlite3_value_numeric_type(value) {
    case SQLITE_INTEGER, SQLITE_FLOAT: return unsafe sqlite3_value_double(value)
    default: return nil
    }
  }

  // MARK: Dates

  private static let part: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, _, arguments in
    // Sound: there is one value, and SQLite reports the number of bytes of its text.
    guard let value = unsafe arguments?[0], let start = unsafe sqlite3_value_text(value) else {
      return unsafe sqlite3_result_null(context)
    }
    let text = unsafe Span(_unsafeStart: start, count: Int(sqlite3_value_bytes(value)))
    guard let part = part(unsafe number(context), of: text) else { return unsafe sqlite3_result_null(context) }
    unsafe sqlite3_result_int64(context, part)
  }

  private static func part(_ number: Int, of text: borrowing Span<UInt8>) -> Int64? {
    let moment: Timestamp
    if let date = TemporalText.date(text) {
      moment = Timestamp(date)
    } else if let found = TemporalText.moment(text) {
      moment = found.timestamp
    } else {
      return nil
    }
    guard moment.isFinite else { return nil }
    let civil = moment.date.components
    switch number {
    case 0: return Int64(civil.year)
    case 1: return Int64((civil.month + 2) / 3)
    case 2: return Int64(civil.month)
    case 3: return Int64(civil.day)
    case 4: return Int64(moment.hour)
    default: return Int64(moment.minute)
    }
  }
}
