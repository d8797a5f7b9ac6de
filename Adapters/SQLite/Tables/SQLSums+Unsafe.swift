import AugerColumns
import CSQLite

/// Replacements for SQLite's `sum`, `avg` and `total`, whose results show that SQLite stores decimals as floats. They
/// are otherwise equivalent, also as window functions.
enum SQLSums {
  static let names = ["sum", "avg", "total"]

  /// Registers the functions. Returns SQLite's code of the first failure.
  static func register(on db: OpaquePointer) -> Int32 {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    for (number, name) in names.enumerated() {
      // Sound: the pointer itself encodes the function number and is never dereferenced.
      let raw = unsafe UnsafeMutableRawPointer(bitPattern: number + 1)
      let code = unsafe sqlite3_create_window_function(db, name, 1, flags, raw, step, finish, current, inverse, nil)
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  // MARK: Rows

  private static let step: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, _, arguments in
    unsafe take(context, arguments?[0], isRemoved: false)
  }

  private static let inverse: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context, _, arguments in
    unsafe take(context, arguments?[0], isRemoved: true)
  }

  private static func take(_ context: OpaquePointer?, _ value: OpaquePointer?, isRemoved: Bool) {
    // Sound: the value is valid during the call, and SQLite reports the number of bytes of its text.
    let type = unsafe sqlite3_value_type(value)
    guard type != SQLITE_NULL, let sum = unsafe sum(of: context) else { return }
    var text: Decimal128?
    if type == SQLITE_TEXT, let start = unsafe sqlite3_value_text(value) {
      let bytes = unsafe UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
      text = unsafe Decimal128(String(decoding: bytes, as: UTF8.self))
    }
    if unsafe sqlite3_value_numeric_type(value) == SQLITE_INTEGER {
      unsafe sum.add(sqlite3_value_int64(value), isRemoved: isRemoved)
    } else if let text {
      sum.add(text, isRemoved: isRemoved)
    } else {
      unsafe sum.add(sqlite3_value_double(value), isRemoved: isRemoved)
    }
  }

  /// Returns the sum of the group. Creates it for the first value.
  private static func sum(of context: OpaquePointer?) -> DecimalSum? {
    // Sound: SQLite provides these bytes for each group, initially zero, until `finish`, which releases the sum.
    let slot = unsafe sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))
    guard let slot = unsafe slot else { return nil }
    let pointer = unsafe slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    if let held = unsafe pointer.pointee {
      return unsafe Unmanaged<DecimalSum>.fromOpaque(held).takeUnretainedValue()
    }
    let sum = DecimalSum()
    unsafe pointer.pointee = Unmanaged.passRetained(sum).toOpaque()
    return sum
  }

  // MARK: Results

  private static let current: @convention(c) (OpaquePointer?) -> Void = { context in
    unsafe give(held(by: context)?.takeUnretainedValue(), to: context)
  }

  private static let finish: @convention(c) (OpaquePointer?) -> Void = { context in
    // Sound: called once for each group, even if the statement ends early. The slot is empty afterwards.
    let sum = unsafe held(by: context)?.takeRetainedValue()
    if sum != nil, let slot = unsafe sqlite3_aggregate_context(context, 0) {
      unsafe slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee = nil
    }
    unsafe give(sum, to: context)
  }

  private static func held(by context: OpaquePointer?) -> Unmanaged<DecimalSum>? {
    // Sound: like in `sum(of:)`. Without a value, the group has no context.
    guard let slot = unsafe sqlite3_aggregate_context(context, 0),
      let held = unsafe slot.assumingMemoryBound(to: UnsafeMutableRawPointer?.self).pointee
    else { return nil }
    return unsafe Unmanaged<DecimalSum>.fromOpaque(held)
  }

  private static func give(_ sum: DecimalSum?, to context: OpaquePointer?) {
    // Sound: the registered pointer encodes the function number.
    let number = unsafe Int(bitPattern: sqlite3_user_data(context)) - 1
    guard let sum, sum.count > 0 else {
      // SQLite's `total` of an empty group is 0.
      if number == 2 { unsafe sqlite3_result_double(context, 0) } else { unsafe sqlite3_result_null(context) }
      return
    }
    switch number {
    case 0 where sum.isInteger:
      if let integer = sum.integer {
        unsafe sqlite3_result_int64(context, integer)
      } else {
        unsafe sqlite3_result_error(context, "integer overflow", -1)
      }
    case 1: unsafe sqlite3_result_double(context, sum.real / Double(sum.count))
    default: unsafe sqlite3_result_double(context, sum.real)
    }
  }
}
