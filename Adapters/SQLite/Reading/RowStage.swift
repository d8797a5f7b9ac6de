import AugerColumns

/// SQLite's storage classes with SQLite's numbers, as used in `RowStage.tags`.
enum StorageClass {
  static let integer: UInt8 = 1
  static let real: UInt8 = 2
  static let text: UInt8 = 3
  static let blob: UInt8 = 4
  static let null: UInt8 = 5
  /// Text that is not UTF-8. This number is not SQLite's.
  static let invalidText: UInt8 = 6

  static func name(_ tag: UInt8) -> String {
    switch tag {
    case integer: "integer"
    case real: "real"
    case text, invalidText: "text"
    case blob: "blob"
    default: "null"
    }
  }
}

/// A few thousand rows from SQLite: the storage class and 64 bits of each value.
///
/// The reader only fills it row by row. Types are determined later for whole batches.
struct RowStage {
  static let standardCapacity = 4096

  let columnCount: Int
  let capacity: Int
  /// Column-major: row `r` of column `c` is at `c × capacity + r`.
  var tags: [UInt8]
  /// An integer, the bits of a double, or the dictionary code of a string or of a blob's hexadecimal digits.
  var bits: [UInt64]
  var dictionaries: [GrowingDictionary]
  var rowCount = 0

  init(columnCount: Int, capacity: Int = RowStage.standardCapacity) {
    self.columnCount = columnCount
    self.capacity = capacity
    tags = [UInt8](repeating: StorageClass.null, count: columnCount * capacity)
    bits = [UInt64](repeating: 0, count: columnCount * capacity)
    dictionaries = [GrowingDictionary](repeating: GrowingDictionary(), count: columnCount)
  }
}

/// A growing dictionary with its latest snapshot, which is shared until the dictionary grows.
struct GrowingDictionary {
  var builder = StringDictionaryBuilder()
  private var last: StringDictionary?

  mutating func snapshot() -> StringDictionary {
    if let last, last.count == builder.count { return last }
    let snapshot = builder.snapshot()
    last = snapshot
    return snapshot
  }

  /// Returns a snapshot that is not stored, so that the builder need not copy its data to grow.
  func passingSnapshot() -> StringDictionary { last?.count == builder.count ? last ?? .empty : builder.snapshot() }

  /// Starts a new dictionary if snapshots might cost more than the next `chunkRows` rows. A large or fast-growing
  /// dictionary is copied for every chunk.
  mutating func resetIfLarge(grewBy growth: Int, chunkRows: Int) {
    if builder.count > 1 << 15 || growth * 4 > chunkRows { self = GrowingDictionary() }
  }
}
