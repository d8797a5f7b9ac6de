import AugerColumns

/// The stored rows of a column before its type is determined. It has the narrowest possible form and is widened in
/// place.
struct RawColumn {
  enum Store {
    /// Only nulls so far.
    case empty
    case integers([Int64])
    case reals([Double])
    /// Only strings, as codes.
    case codes([UInt32])
    /// Several storage classes: `StorageClass` tags, including null, and bits like in `RowStage`.
    case mixed(tags: [UInt8], bits: [UInt64])
  }

  private(set) var store = Store.empty
  private(set) var count = 0
  private var validity = ValidityBuilder()
  /// One bit for each storage class in the column.
  private(set) var classes: UInt8 = 0
  /// The storage class of the first value that is not null.
  private(set) var firstClass: UInt8?

  /// The size of the values so far in bytes.
  var byteCount: Int {
    switch store {
    case .empty: count / 8
    case .codes: count * 4
    case .integers, .reals: count * 8
    case .mixed: count * 9
    }
  }

  mutating func append(tags: borrowing Span<UInt8>, bits: borrowing Span<UInt64>) {
    let rows = tags.count
    var seen: UInt8 = 0
    for row in 0..<rows { seen |= 1 << tags[row] }
    classes |= seen & ~(1 << StorageClass.null)
    if firstClass == nil, let row = (0..<rows).first(where: { tags[$0] != StorageClass.null }) {
      firstClass = tags[row]
    }
    widen()
    let hasNulls = seen & 1 << StorageClass.null != 0
    switch store {
    case .empty: break
    case .integers(var values):
      store = .empty
      for row in 0..<rows { values.append(tags[row] == StorageClass.null ? 0 : Int64(bitPattern: bits[row])) }
      store = .integers(values)
    case .reals(var values):
      store = .empty
      for row in 0..<rows { values.append(tags[row] == StorageClass.null ? 0 : Double(bitPattern: bits[row])) }
      store = .reals(values)
    case .codes(var values):
      store = .empty
      for row in 0..<rows {
        values.append(tags[row] == StorageClass.null ? 0 : UInt32(truncatingIfNeeded: bits[row]))
      }
      store = .codes(values)
    case .mixed(var oldTags, var oldBits):
      store = .empty
      for row in 0..<rows {
        oldTags.append(tags[row])
        oldBits.append(bits[row])
      }
      store = .mixed(tags: oldTags, bits: oldBits)
    }
    if hasNulls {
      for row in 0..<rows {
        if tags[row] == StorageClass.null { validity.appendNull() } else { validity.appendPresent() }
      }
    } else {
      validity.append(contentsOf: nil, count: rows)
    }
    count += rows
  }

  /// Converts the store to a form for all its storage classes.
  private mutating func widen() {
    switch (store, classes) {
    case (_, 0): return
    case (.empty, 1 << StorageClass.integer): store = .integers([Int64](repeating: 0, count: count))
    case (.empty, 1 << StorageClass.real): store = .reals([Double](repeating: 0, count: count))
    case (.empty, 1 << StorageClass.text): store = .codes([UInt32](repeating: 0, count: count))
    case (.integers, 1 << StorageClass.integer), (.reals, 1 << StorageClass.real), (.codes, 1 << StorageClass.text),
      (.mixed, _):
      return
    case (.empty, _):
      store = .mixed(
        tags: [UInt8](repeating: StorageClass.null, count: count), bits: [UInt64](repeating: 0, count: count))
    case (.integers(let values), _): mix(StorageClass.integer, values.map { UInt64(bitPattern: $0) })
    case (.reals(let values), _): mix(StorageClass.real, values.map(\.bitPattern))
    case (.codes(let values), _): mix(StorageClass.text, values.map { UInt64($0) })
    }
  }

  private mutating func mix(_ tag: UInt8, _ bits: [UInt64]) {
    let present = validityBitmap
    var tags = [UInt8](repeating: tag, count: count)
    if let present { for row in 0..<count where !present[row] { tags[row] = StorageClass.null } }
    store = .mixed(tags: tags, bits: bits)
  }

  /// The rows that are not null. Nil means all rows.
  var validityBitmap: Bitmap? {
    var copy = validity
    return copy.finish()
  }

  /// Calls `body` with the row, class and bits of each value that is not null, while it returns true.
  func forEachValue(_ body: (Int, UInt8, UInt64) -> Bool) {
    let present = validityBitmap
    for row in 0..<count where present.map({ $0[row] }) ?? true {
      let goesOn =
        switch store {
        case .empty: true
        case .integers(let values): body(row, StorageClass.integer, UInt64(bitPattern: values[row]))
        case .reals(let values): body(row, StorageClass.real, values[row].bitPattern)
        case .codes(let values): body(row, StorageClass.text, UInt64(values[row]))
        case .mixed(let tags, let bits): body(row, tags[row], bits[row])
        }
      if !goesOn { return }
    }
  }
}
