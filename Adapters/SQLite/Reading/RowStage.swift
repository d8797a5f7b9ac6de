import AugerColumns

/// How SQLite stores a value; the numbers are SQLite's own, as they stand in `RowStage.tags`.
enum StorageClass {
  static let integer: UInt8 = 1
  static let real: UInt8 = 2
  static let text: UInt8 = 3
  static let blob: UInt8 = 4
  static let null: UInt8 = 5
  /// Text that is not UTF-8 (our own number).
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

/// A few thousand rows as SQLite gave them: for each column the storage class and 64 bits of each row.
///
/// The reader fills it row by row without deciding anything; types are decided for whole batches afterwards.
struct RowStage {
  static let standardCapacity = 4096

  let columnCount: Int
  let capacity: Int
  /// Column-major: row `r` of column `c` stands at `c × capacity + r`.
  var tags: [UInt8]
  /// An integer, the bits of a double, or the code of a text or of a blob's hexadecimal text in the column's
  /// dictionary.
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

/// A dictionary that grows, and the last picture taken of it: while it does not grow, everybody shares that.
struct GrowingDictionary {
  var builder = StringDictionaryBuilder()
  private var last: StringDictionary?

  mutating func snapshot() -> StringDictionary {
    if let last, last.count == builder.count { return last }
    let snapshot = builder.snapshot()
    last = snapshot
    return snapshot
  }

  /// A picture that is not kept, so that the builder need not copy when it grows.
  func passingSnapshot() -> StringDictionary { last?.count == builder.count ? last ?? .empty : builder.snapshot() }

  /// Starts afresh if another `chunkRows` rows may make snapshots cost more than the rows: a large or a fast-growing
  /// dictionary is copied for every chunk.
  mutating func resetIfLarge(grewBy growth: Int, chunkRows: Int) {
    if builder.count > 1 << 15 || growth * 4 > chunkRows { self = GrowingDictionary() }
  }
}
