import AugerColumns
import Foundation

/// The rows of one column of the current chunk, in raw memory of fixed capacity, written by row number.
///
/// libcsv's callback writes to it for every field. A growing array takes several times as long, because it checks for
/// uniqueness and exclusive access. Writes by row number can be undone.
@safe struct ColumnSink {
  enum Outcome { case taken, misfit, notUTF8 }

  /// The type as one byte, for the switch in the callback.
  private enum Kind: UInt8 {
    case bool, int64, float64, decimal64, decimal128, string, date, localTime, instant, time, interval
    /// Bytes in the form `\x00ff`, stored as codes of their strings until the chunk is full.
    case binary
    /// A number or date in another style than the plain one. Read on a slower path.
    case styled
    /// A column that accepts only empty fields.
    case untyped
  }

  /// The number of the field in its row.
  let field: Int
  let type: DataType
  private let kind: Kind
  private let isAllText: Bool
  private let shape: ColumnShape
  /// The null words that the user declared. They take precedence over any other reading.
  private let namedNullWords: NullWords?
  private let hasUsualNullWords: Bool
  private var precision = 0
  private var scale = 0
  private var hasNulls = false
  private let capacity: Int
  /// The number of bytes per row.
  let width: Int
  // Sound: both are allocated in init for `capacity` rows, fully initialized, and freed by deallocate(), which the
  // owner calls once. Every row that reaches this type is below `capacity`, because the owner ends the chunk there.
  private let values: UnsafeMutableRawPointer
  /// A bit is set if the row is null.
  private let nulls: UnsafeMutablePointer<UInt64>
  private var strings: DictionaryGrowth
  private var months = MonthTable()

  /// - Parameter sharesEntries: True if the strings of a chunk can have the same codes in the next chunk.
  init(field: Int, _ shape: ColumnShape, capacity: Int, options: CSVOptions, sharesEntries: Bool = true) {
    self.field = field
    strings = DictionaryGrowth(isShared: sharesEntries)
    self.shape = shape
    type = shape.type
    self.capacity = capacity
    isAllText = options.isAllText
    let words = shape.nullWords ?? options.nullWords
    namedNullWords = words.flatMap { $0.isEmpty ? nil : NullWords($0) }
    hasUsualNullWords = words == nil
    var kind: Kind
    let width: Int
    switch type {
    case .bool: (kind, width) = (.bool, 1)
    case .int64: (kind, width) = (.int64, 8)
    case .float64: (kind, width) = (.float64, 8)
    case .decimal(let precision, let scale):
      (kind, width) = precision <= 18 ? (.decimal64, 8) : (.decimal128, 16)
      (self.precision, self.scale) = (precision, scale)
    case .string: (kind, width) = (.string, 4)
    case .date: (kind, width) = (.date, 4)
    case .timestamp(nil): (kind, width) = (.localTime, 8)
    case .timestamp: (kind, width) = (.instant, 8)
    case .time: (kind, width) = (.time, 8)
    case .interval: (kind, width) = (.interval, 16)
    case .binary: (kind, width) = (.binary, 4)
    }
    if type.isNumeric ? shape.number != .plain : type.isTemporal && shape.date != .iso { kind = .styled }
    if shape.isUntyped { kind = .untyped }
    (self.kind, self.width) = (kind, width)
    // Sound: malloc's alignment of 16 is enough for the widest element, and its zeros are a valid value of each type.
    // Pages that no row reaches are never touched. The process cannot continue without this memory.
    guard let zeros = unsafe calloc(max(1, capacity), width), let bits = unsafe calloc(capacity / 64 + 1, 8) else {
      preconditionFailure("out of memory")
    }
    unsafe values = zeros
    unsafe nulls = bits.assumingMemoryBound(to: UInt64.self)
  }

  /// Frees the memory. No method can be called afterwards.
  func deallocate() {
    // Sound: called once, by the owner's deinit.
    unsafe free(values)
    unsafe free(nulls)
  }

  /// The number of bytes of the strings so far.
  var textBytes: Int { strings.memoryBytes }

  /// True if values are stored as strings.
  var keepsTexts: Bool { kind == .string || kind == .binary }

  // MARK: Rows

  /// Appends a field that is not empty or is quoted.
  @inline(__always)
  mutating func take(_ field: borrowing Span<UInt8>, row: Int) -> Outcome {
    if let namedNullWords, namedNullWords.contains(field) {
      setNull(row)
      return .taken
    }
    if kind == .string { return takeString(field, row) }
    let count = field.count
    if count == 0 {
      if kind == .untyped { return .misfit }
      setNull(row)
      return .taken
    }
    if field[0] <= 0x20 || field[count - 1] <= 0x20 { return takePadded(field, row) }
    let outcome = takeTyped(field, row)
    return outcome == .misfit ? takeUsualNull(field, row) : outcome
  }

  /// Appends an empty unquoted field, or a missing one.
  mutating func takeEmpty(row: Int) {
    guard isAllText else { return setNull(row) }
    let empty: [UInt8] = []
    _ = takeString(empty.span, row)
  }

  mutating func setNull(_ row: Int) {
    hasNulls = true
    // Sound: row < capacity. The slot of a null can hold any value, but a code must exist in the dictionary.
    unsafe nulls[row >> 6] |= 1 << UInt64(row & 63)
    if kind == .string || kind == .binary || kind == .untyped { store(UInt32(0), row) }
  }

  /// Prepares a row to be written again.
  mutating func clear(_ row: Int) {
    // Sound: row < capacity.
    unsafe nulls[row >> 6] &= ~(1 << UInt64(row & 63))
  }

  /// A value that does not fit the type can be one of the usual words for null.
  @inline(never)
  private mutating func takeUsualNull(_ text: borrowing Span<UInt8>, _ row: Int) -> Outcome {
    guard hasUsualNullWords, kind != .untyped, NullWords.usual.contains(text) else { return .misfit }
    setNull(row)
    return .taken
  }

  @inline(never)
  private mutating func takePadded(_ field: borrowing Span<UInt8>, _ row: Int) -> Outcome {
    let whole = field.extracting(...)
    let text = FieldReader.trimmed(whole)
    if text.isEmpty, kind != .untyped {
      setNull(row)
      return .taken
    }
    let outcome = takeTyped(text, row)
    return outcome == .misfit ? takeUsualNull(text, row) : outcome
  }

  @inline(never)
  private func takeStyled(_ text: borrowing Span<UInt8>, _ row: Int) -> Outcome {
    if type.isTemporal {
      guard let reading = shape.date.read(text) else { return .misfit }
      if type == .date {
        if reading.hasTime { return .misfit }
        store(reading.days, row)
      } else {
        store(reading.timestamp.microseconds, row)
      }
      return .taken
    }
    guard let reading = shape.number.read(text) else { return .misfit }
    let plain = reading.plain.span
    switch type {
    case .int64:
      guard let value = FieldReader.int64(plain) else { return .misfit }
      store(value, row)
    case .decimal:
      guard let value = FieldReader.decimal(plain, precision: precision, scale: scale) else { return .misfit }
      if precision <= 18 { store(Int64(value), row) } else { store(value, row) }
    default:
      guard let value = FieldReader.float64(plain) else { return .misfit }
      store(value, row)
    }
    return .taken
  }

  @inline(__always)
  private mutating func takeTyped(_ text: borrowing Span<UInt8>, _ row: Int) -> Outcome {
    switch kind {
    case .float64:
      guard let value = FieldReader.float64(text) else { return .misfit }
      store(value, row)
    case .int64:
      guard let value = FieldReader.int64(text) else { return .misfit }
      store(value, row)
    case .date:
      guard let value = months.date(text) else { return .misfit }
      store(value.days, row)
    case .localTime:
      guard let moment = months.moment(text), !moment.hasOffset else { return .misfit }
      store(moment.timestamp.microseconds, row)
    case .instant:
      guard let moment = months.moment(text), moment.hasOffset else { return .misfit }
      store(moment.timestamp.microseconds, row)
    case .bool:
      guard let value = FieldReader.bool(text) else { return .misfit }
      store(UInt8(value ? 1 : 0), row)
    case .decimal64:
      guard let value = FieldReader.decimal(text, precision: precision, scale: scale) else { return .misfit }
      store(Int64(value), row)
    case .decimal128:
      guard let value = FieldReader.decimal(text, precision: precision, scale: scale) else { return .misfit }
      store(value, row)
    case .time:
      guard let value = TemporalText.time(text) else { return .misfit }
      store(value.microseconds, row)
    case .interval, .binary: return takeRare(text, row)
    case .styled: return takeStyled(text, row)
    case .string: return takeString(text, row)
    case .untyped: return .misfit
    }
    return .taken
  }

  /// Types that are never inferred. They occur only in schema files.
  @inline(never)
  private mutating func takeRare(_ text: borrowing Span<UInt8>, _ row: Int) -> Outcome {
    var bytes: [UInt8] = []
    for at in text.indices { bytes.append(text[at]) }
    let string = String(decoding: bytes, as: UTF8.self)
    if kind == .interval {
      guard let value = Interval(string) else { return .misfit }
      store(value, row)
      return .taken
    }
    return BinaryText.bytes(string) == nil ? .misfit : takeString(text, row)
  }

  @inline(__always)
  private mutating func takeString(_ field: borrowing Span<UInt8>, _ row: Int) -> Outcome {
    guard let code = strings.code(for: field) else { return .notUTF8 }
    store(code, row)
    return .taken
  }

  @inline(__always)
  private func store<T: BitwiseCopyable>(_ value: T, _ row: Int) {
    // Sound: row < capacity, and T has the width that `kind` was given in init.
    unsafe values.storeBytes(of: value, toByteOffset: row &* MemoryLayout<T>.stride, as: T.self)
  }

  // MARK: Chunks

  /// Returns the first `count` rows as a column and empties the sink.
  mutating func finish(_ count: Int) -> Column {
    var present: Bitmap?
    if hasNulls {
      // Sound: as in init.
      let wordCount = capacity / 64 + 1
      present = unsafe Bitmap(words: copy(nulls, (count + 63) / 64).map { ~$0 }, count: count)
      unsafe nulls.update(repeating: 0, count: wordCount)
      hasNulls = false
    }
    let layout: Column.Values =
      switch type {
      case .bool: .bool(Bitmap(rows(UInt8.self, count).map { $0 != 0 }))
      case .int64: .int64(Buffer(rows(Int64.self, count)))
      case .float64: .float64(Buffer(rows(Double.self, count)))
      case .decimal:
        precision <= 18 ? .decimal64(Buffer(rows(Int64.self, count))) : .decimal128(Buffer(rows(Int128.self, count)))
      case .date: .date(Buffer(rows(Int32.self, count)))
      case .timestamp: .timestamp(Buffer(rows(Int64.self, count)))
      case .time: .time(Buffer(rows(Int64.self, count)))
      case .interval: .interval(Buffer(rows(Interval.self, count)))
      case .binary: binaryLayout(count, present)
      case .string: stringLayout(count)
      }
    return Column(type, layout, validity: present)
  }

  private mutating func stringLayout(_ count: Int) -> Column.Values {
    let codes = rows(UInt32.self, count)
    let dictionary = strings.snapshot(rows: count)
    return .string(Codes(codes, dictionaryCount: dictionary.count), dictionary)
  }

  private mutating func binaryLayout(_ count: Int, _ present: Bitmap?) -> Column.Values {
    let codes = rows(UInt32.self, count)
    let entries = strings.snapshot(rows: count)
    let values = (0..<count).map { row in
      present.map { $0[row] } ?? true ? BinaryText.bytes(entries[Int(codes[row])]) ?? [] : []
    }
    return .binary(BinaryBuffer(values))
  }

  private func rows<T: BitwiseCopyable>(_ type: T.Type, _ count: Int) -> [T] {
    // Sound: `values` holds `capacity` initialized elements of this width, and any bits are a value of these types.
    unsafe copy(values.assumingMemoryBound(to: T.self), count)
  }

  private func copy<T: BitwiseCopyable>(_ from: UnsafePointer<T>, _ count: Int) -> [T] {
    // Sound: the caller guarantees `count` initialized elements.
    unsafe Array(UnsafeBufferPointer(start: from, count: count))
  }

  private func copy<T: BitwiseCopyable>(_ from: UnsafeMutablePointer<T>, _ count: Int) -> [T] {
    // Sound: as above.
    unsafe copy(UnsafePointer(from), count)
  }
}
