import AugerColumns
import AugerDiagnostics

/// Converts the raw rows of one column to a typed column, and counts the values that it had to change.
struct ColumnReading {
  let name: String
  let kind: ColumnKind
  let policy: SQLiteOptions.TypeConflict
  /// The operation for error messages: `query 'Sales'`.
  let operation: String

  /// Returns the column in the type of `decision`. `firstRow` is the number of the first row, from 0.
  ///
  /// Throws `typeConflict` at the first value that contradicts the type, if the policy is `fail`.
  func column(
    _ raw: RawColumn, as decision: TypeDecision, dictionary: inout GrowingDictionary, firstRow: Int,
    warnings: inout Warnings
  ) throws(AugerError) -> Column {
    if decision.isConflict { try report(raw, decision, dictionary, firstRow, &warnings) }
    if decision.type == .string, raw.classes & 1 << StorageClass.blob != 0 {
      count(raw, firstRow, &warnings, .blobAsText, "column '\(name)': blobs are read as hexadecimal text") { tag, _ in
        tag == StorageClass.blob
      }
    }
    if let plain = try stored(raw, as: decision, &dictionary) { return plain }
    let type = decision.type
    switch type {
    case .bool:
      return fixed(raw, Int64.self, type) { tag, bits in
        tag == StorageClass.integer && bits <= 1 ? Int64(bits) : nil
      } layout: { values in
        .bool(Bitmap(values.map { $0 != 0 }))
      }
    case .int64:
      return fixed(raw, Int64.self, type) { tag, bits in
        switch tag {
        case StorageClass.integer: Int64(bitPattern: bits)
        default: nil
        }
      } layout: {
        .int64(Buffer($0))
      }
    case .float64:
      return fixed(raw, Double.self, type) { tag, bits in
        switch tag {
        case StorageClass.integer: Cells.double(Int64(bitPattern: bits))
        case StorageClass.real: Double(bitPattern: bits)
        default: nil
        }
      } layout: {
        .float64(Buffer($0))
      }
    case .decimal(let precision, let scale): return decimals(raw, type, precision: precision, scale: scale)
    case .date:
      let entries = dictionary.passingSnapshot()
      let parsed = PerEntry(raw, entries) { Cells.date(entries.utf8($0))?.days }
      return fixed(raw, Int32.self, type) { tag, bits in
        tag == StorageClass.text ? parsed[bits] : nil
      } layout: {
        .date(Buffer($0))
      }
    case .timestamp:
      return timestamps(raw, type, dictionary.passingSnapshot(), firstRow, &warnings)
    case .time:
      let entries = dictionary.passingSnapshot()
      let parsed = PerEntry(raw, entries) { TemporalText.time(entries.utf8($0))?.microseconds }
      return fixed(raw, Int64.self, type) { tag, bits in
        tag == StorageClass.text ? parsed[bits] : nil
      } layout: {
        .time(Buffer($0))
      }
    case .interval: return intervals(raw, dictionary.passingSnapshot())
    case .binary: return blobs(raw, dictionary.passingSnapshot())
    case .string: return strings(raw, &dictionary)
    }
  }

  /// Returns a column whose values already have the layout of the type. Nil for other columns.
  private func stored(
    _ raw: RawColumn, as decision: TypeDecision, _ dictionary: inout GrowingDictionary
  ) throws(AugerError) -> Column? {
    let (type, validity) = (decision.type, raw.validityBitmap)
    switch (type, raw.store) {
    case (_, .empty): return try Column(type, repeating: .null, count: raw.count)
    case (.int64, .integers(let values)): return Column(type, .int64(Buffer(values)), validity: validity)
    case (.float64, .reals(let values)): return Column(type, .float64(Buffer(values)), validity: validity)
    case (.float64, .integers(let values)) where !decision.isConflict || policy == .widen:
      return Column(type, .float64(Buffer(values.map { Double($0) })), validity: validity)
    case (.string, .codes(let codes)):
      let entries = dictionary.snapshot()
      return Column(type, .string(Codes(codes, dictionaryCount: entries.count), entries), validity: validity)
    default: return nil
    }
  }

  private func decimals(_ raw: RawColumn, _ type: DataType, precision: Int, scale: Int) -> Column {
    let limit = Decimal128.powersOfTen[precision].magnitude
    let unscaled = { (tag: UInt8, bits: UInt64) -> Int128? in
      let value =
        switch tag {
        case StorageClass.integer: Cells.unscaled(Int64(bitPattern: bits), scale: scale)
        case StorageClass.real: Cells.unscaled(Double(bitPattern: bits), scale: scale)
        default: Int128?.none
        }
      return value.flatMap { $0.magnitude < limit ? $0 : nil }
    }
    if precision > 18 { return fixed(raw, Int128.self, type, unscaled) { .decimal128(Buffer($0)) } }
    return fixed(raw, Int64.self, type) {
      unscaled($0, $1).map { Int64(truncatingIfNeeded: $0) }
    } layout: {
      .decimal64(Buffer($0))
    }
  }

  /// Returns values with a fixed size. Values that cannot be converted are null and have been counted before.
  @inline(__always)
  private func fixed<Element: BitwiseCopyable & Sendable & Numeric>(
    _ raw: RawColumn, _: Element.Type, _ type: DataType, _ convert: (UInt8, UInt64) -> Element?,
    layout: ([Element]) -> Column.Values
  ) -> Column {
    var values = [Element](repeating: 0, count: raw.count)
    var present = raw.validityBitmap?.alignedWords ?? [UInt64](repeating: .max, count: (raw.count + 63) / 64)
    var misfits = 0
    func take(_ row: Int, _ tag: UInt8, _ bits: UInt64) {
      if let value = convert(tag, bits) {
        values[row] = value
      } else if tag != StorageClass.null, present[row >> 6] >> UInt64(row & 63) & 1 == 1 {
        present[row >> 6] &= ~(1 << UInt64(row & 63))
        misfits += 1
      }
    }
    switch raw.store {
    case .empty: break
    case .integers(let stored):
      for row in stored.indices { take(row, StorageClass.integer, UInt64(bitPattern: stored[row])) }
    case .reals(let stored): for row in stored.indices { take(row, StorageClass.real, stored[row].bitPattern) }
    case .codes(let stored): for row in stored.indices { take(row, StorageClass.text, UInt64(stored[row])) }
    case .mixed(let tags, let bits): for row in tags.indices { take(row, tags[row], bits[row]) }
    }
    let hasNulls = misfits > 0 || raw.validityBitmap != nil
    return Column(type, layout(values), validity: hasNulls ? Bitmap(words: present, count: raw.count) : nil)
  }

  private func intervals(_ raw: RawColumn, _ entries: StringDictionary) -> Column {
    let parsed = PerEntry(raw, entries) { Cells.interval(entries.utf8($0)) }
    var values = [Interval?](repeating: nil, count: raw.count)
    raw.forEachValue { row, tag, bits in
      values[row] = tag == StorageClass.text ? parsed[bits] : nil
      return true
    }
    var builder = IntervalColumnBuilder()
    for value in values { if let value { builder.append(value) } else { builder.appendNull() } }
    return builder.finish()
  }

  private func blobs(_ raw: RawColumn, _ entries: StringDictionary) -> Column {
    var builder = BinaryColumnBuilder()
    raw.forEachValue { row, tag, bits in
      while builder.count < row { builder.appendNull() }
      if tag == StorageClass.blob { builder.append(Cells.bytes(hexadecimal: entries.utf8(Int(bits)))) }
      return true
    }
    while builder.count < raw.count { builder.appendNull() }
    return builder.finish()
  }

  private func timestamps(
    _ raw: RawColumn, _ type: DataType, _ entries: StringDictionary, _ firstRow: Int, _ warnings: inout Warnings
  ) -> Column {
    switch kind {
    case .unixTime:
      return fixed(raw, Int64.self, type) { tag, bits in
        switch tag {
        case StorageClass.integer: Cells.timestamp(unixTime: Int64(bitPattern: bits))
        case StorageClass.real: Cells.timestamp(unixTime: Double(bitPattern: bits))
        default: nil
        }
      } layout: {
        .timestamp(Buffer($0))
      }
    case .julian:
      return fixed(raw, Int64.self, type) { tag, bits in
        switch tag {
        case StorageClass.integer: Cells.timestamp(julian: Double(Int64(bitPattern: bits)))
        case StorageClass.real: Cells.timestamp(julian: Double(bitPattern: bits))
        default: nil
        }
      } layout: {
        .timestamp(Buffer($0))
      }
    default:
      let moments = PerEntry(raw, entries) { Cells.moment(entries.utf8($0)) }
      if type == .timestamp(zone: "UTC") {
        let message = "column '\(name)': times without an offset are taken as UTC"
        count(raw, firstRow, &warnings, .zoneAssumed, message) { tag, bits in
          tag == StorageClass.text && moments[bits]?.hasOffset == false
        }
      }
      return fixed(raw, Int64.self, type) { tag, bits in
        tag == StorageClass.text ? moments[bits]?.timestamp.microseconds : nil
      } layout: {
        .timestamp(Buffer($0))
      }
    }
  }

  /// Returns strings. Numbers are formatted. Strings and blobs are already in the dictionary.
  private func strings(_ raw: RawColumn, _ dictionary: inout GrowingDictionary) -> Column {
    var codes = [UInt32](repeating: 0, count: raw.count)
    var present = BitmapBuilder()
    var values = (
      tags: [UInt8](repeating: StorageClass.null, count: raw.count), bits: [UInt64](repeating: 0, count: raw.count)
    )
    raw.forEachValue { row, tag, bits in
      values.tags[row] = tag
      values.bits[row] = bits
      return true
    }
    for row in 0..<raw.count {
      let bits = values.bits[row]
      var isPresent = true
      switch values.tags[row] {
      case StorageClass.text: codes[row] = UInt32(truncatingIfNeeded: bits)
      // With `null` and `fail`, only values of the intended type are used.
      case StorageClass.blob where policy == .widen || kind == .any || kind == .blob:
        codes[row] = UInt32(truncatingIfNeeded: bits)
      case StorageClass.integer where policy == .widen:
        codes[row] = dictionary.builder.code(for: String(Int64(bitPattern: bits)))
      case StorageClass.real where policy == .widen:
        codes[row] = dictionary.builder.code(for: NumberText.shortest(Double(bitPattern: bits)))
      default: isPresent = false
      }
      present.append(isPresent)
    }
    let entries = dictionary.snapshot()
    return Column(
      .string, .string(Codes(codes, dictionaryCount: entries.count), entries), validity: present.finish())
  }

  // MARK: Conflicts

  /// Counts the values that contradict the natural type, or throws at the first one.
  private func report(
    _ raw: RawColumn, _ decision: TypeDecision, _ dictionary: GrowingDictionary, _ firstRow: Int,
    _ warnings: inout Warnings
  ) throws(AugerError) {
    let natural = decision.natural
    let entries = dictionary.passingSnapshot()
    let contradicts = { (tag: UInt8, bits: UInt64) in !fits(tag, bits, natural, entries) }
    if policy == .fail {
      var found: (row: Int, tag: UInt8)?
      raw.forEachValue { row, tag, bits in
        if contradicts(tag, bits) { found = (row, tag) }
        return found == nil
      }
      if let found {
        throw AugerError(
          .typeConflict, operation: operation,
          "the column is \(natural), and a value stored as \(StorageClass.name(found.tag)) contradicts it",
          place: "row \(firstRow + found.row + 1), column '\(name)'",
          hint: "Set the source's option 'onTypeConflict' to widen or null.",
          details: [.init(.dataColumn, name), .init(.dataRow, String(firstRow + found.row + 1))])
      }
      return
    }
    let became = policy == .null ? "became null" : "made it \(decision.type)"
    let message = "column '\(name)' is \(natural); values that contradict this \(became)"
    count(raw, firstRow, &warnings, .typeConflict, message, where: contradicts)
  }

  private func fits(_ tag: UInt8, _ bits: UInt64, _ natural: DataType, _ entries: StringDictionary) -> Bool {
    switch (natural, tag) {
    case (.bool, StorageClass.integer): bits <= 1
    case (.int64, StorageClass.integer), (.float64, StorageClass.real), (.string, StorageClass.text): true
    case (.float64, StorageClass.integer): Cells.double(Int64(bitPattern: bits)) != nil
    case (.decimal(_, let scale), StorageClass.integer):
      Cells.unscaled(Int64(bitPattern: bits), scale: scale) != nil
    case (.decimal(_, let scale), StorageClass.real): Cells.unscaled(Double(bitPattern: bits), scale: scale) != nil
    case (.string, StorageClass.blob): kind == .any || kind == .blob
    case (.binary, StorageClass.blob): true
    case (.time, StorageClass.text): TemporalText.time(entries.utf8(Int(bits))) != nil
    case (.interval, StorageClass.text): Cells.interval(entries.utf8(Int(bits))) != nil
    case (.date, StorageClass.text): Cells.date(entries.utf8(Int(bits))) != nil
    case (.timestamp, StorageClass.text):
      kind != .unixTime && kind != .julian && Cells.moment(entries.utf8(Int(bits))) != nil
    case (.timestamp, StorageClass.integer):
      switch kind {
      case .unixTime: Cells.timestamp(unixTime: Int64(bitPattern: bits)) != nil
      case .julian: Cells.timestamp(julian: Double(Int64(bitPattern: bits))) != nil
      default: false
      }
    case (.timestamp, StorageClass.real):
      switch kind {
      case .unixTime: Cells.timestamp(unixTime: Double(bitPattern: bits)) != nil
      case .julian: Cells.timestamp(julian: Double(bitPattern: bits)) != nil
      default: false
      }
    default: false
    }
  }

  private func count(
    _ raw: RawColumn, _ firstRow: Int, _ warnings: inout Warnings, _ code: Diagnostic.Code, _ message: String,
    where isMeant: (UInt8, UInt64) -> Bool
  ) {
    var (number, first) = (0, 0)
    raw.forEachValue { row, tag, bits in
      if isMeant(tag, bits) {
        if number == 0 { first = firstRow + row + 1 }
        number += 1
      }
      return true
    }
    warnings.add(Warning(code, message, count: number, firstPlace: "row \(first)"))
  }
}

/// Values computed from the strings of a column, once for each entry of its dictionary, or for each row if there are
/// fewer rows.
private struct PerEntry<Value> {
  private let table: [Value?]
  private let compute: (Int) -> Value?

  init(_ raw: RawColumn, _ entries: StringDictionary, _ compute: @escaping (Int) -> Value?) {
    self.compute = compute
    table = entries.count <= raw.count ? (0..<entries.count).map(compute) : []
  }

  subscript(code: UInt64) -> Value? { table.isEmpty ? compute(Int(code)) : table[Int(code)] }
}
