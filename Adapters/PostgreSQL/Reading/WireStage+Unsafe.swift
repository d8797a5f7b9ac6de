import AugerColumns
import AugerDiagnostics

/// Some hundred rows in transmission format, with the position of each field. They are read by row and decoded by
/// column.
///
/// Unsafe for speed: fields are found and decoded by address, without bounds checks for each byte.
@safe final class WireStage {
  static let capacity = 1024
  private static let fullBytes = 1 << 20

  let columnCount: Int
  private(set) var rowCount = 0
  private let rowLimit: RowLimit
  private var isAtHeader = true
  private var rowBytes = 0

  // Sound: `bytes` has `bytesCapacity` bytes, of which `used` are written. The other two have a column-major element
  // for each column and row. All are freed in deinit. A field is in 0 ..< used, as checked when it is written.
  private var bytes: UnsafeMutableRawPointer
  private var bytesCapacity = 1 << 16
  private var used = 0
  private let offsets: UnsafeMutablePointer<Int>
  private let lengths: UnsafeMutablePointer<Int32>

  init(columnCount: Int, _ rowLimit: RowLimit) {
    self.columnCount = columnCount
    self.rowLimit = rowLimit
    unsafe bytes = .allocate(byteCount: bytesCapacity, alignment: 16)
    unsafe offsets = .allocate(capacity: max(1, columnCount * Self.capacity))
    unsafe lengths = .allocate(capacity: max(1, columnCount * Self.capacity))
  }

  deinit {
    unsafe bytes.deallocate()
    unsafe offsets.deallocate()
    unsafe lengths.deallocate()
  }

  /// Returns true if another row can be appended within `limit`.
  func hasRoom(_ limit: Int) -> Bool { rowCount < min(limit, Self.capacity) && used < Self.fullBytes }

  /// The memory of a batch. libpq has the arriving row in a buffer of twice its size.
  var memoryBytes: Int { max(bytesCapacity, 2 * Self.fullBytes) + columnCount * Self.capacity * 12 }

  /// Removes the rows. Memory of a single large row is released.
  func clear() {
    rowCount = 0
    used = 0
    if bytesCapacity > 4 * Self.fullBytes {
      // Sound: no pointers into the old memory remain.
      unsafe bytes.deallocate()
      bytesCapacity = Self.fullBytes
      unsafe bytes = .allocate(byteCount: bytesCapacity, alignment: 16)
    }
  }

  /// Prepares for the start of another COPY.
  func restart() {
    clear()
    isAtHeader = true
  }

  // MARK: Writing

  private func reserve(_ count: Int) {
    guard used + count > bytesCapacity else { return }
    let capacity = max(bytesCapacity * 2, used + count)
    // Sound: the first `used` bytes are copied, and no addresses into the old memory are stored.
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
    unsafe larger.copyMemory(from: bytes, byteCount: used)
    unsafe bytes.deallocate()
    unsafe bytes = larger
    bytesCapacity = capacity
  }

  /// Appends the content of a message of a binary COPY: optionally the header, rows, or the end marker.
  func appendCopied(_ message: UnsafeRawBufferPointer) throws {
    let count = message.count
    guard count - 19 <= rowLimit.bytes else { throw rowLimit.refusal }
    var at = 0
    if isAtHeader {
      // A signature with 11 bytes, flags, and the length of an extension.
      guard count >= 19 else { throw Self.malformed() }
      // Sound: 15 + 4 <= count.
      at = unsafe 19 + Int(Int32(bigEndian: message.loadUnaligned(fromByteOffset: 15, as: Int32.self)))
      isAtHeader = false
    }
    guard at >= 0, at <= count, let source = message.baseAddress else { throw Self.malformed() }
    reserve(count - at)
    while at < count {
      guard at + 2 <= count else { throw Self.malformed() }
      // Sound: at + 2 <= count.
      let fields = unsafe Int16(bigEndian: message.loadUnaligned(fromByteOffset: at, as: Int16.self))
      at += 2
      if fields == -1 { return }
      guard fields == columnCount, rowCount < Self.capacity else { throw Self.malformed() }
      let start = at
      var place = rowCount
      for _ in 0..<columnCount {
        guard at + 4 <= count else { throw Self.malformed() }
        // Sound: at + 4 <= count, and the index is below columnCount × capacity.
        let length = unsafe Int32(bigEndian: message.loadUnaligned(fromByteOffset: at, as: Int32.self))
        at += 4
        guard length >= -1 else { throw Self.malformed() }
        unsafe offsets[place] = used + at - start
        unsafe lengths[place] = length
        if length > 0 { at += Int(length) }
        guard at <= count else { throw Self.malformed() }
        place += Self.capacity
      }
      // Sound: start ..< at is in the message, and that number of bytes was reserved.
      unsafe (bytes + used).copyMemory(from: source + start, byteCount: at - start)
      used += at - start
      rowCount += 1
    }
  }

  /// Appends the next row's field of a column.
  func append(_ field: UnsafeRawBufferPointer, _ column: Int) throws {
    let count = field.count
    rowBytes += count
    guard rowBytes <= rowLimit.bytes else { throw rowLimit.refusal }
    reserve(count)
    // Sound: column < columnCount and rowCount < capacity, which was reserved.
    let place = column * Self.capacity + rowCount
    unsafe offsets[place] = used
    unsafe lengths[place] = Int32(count)
    if let source = field.baseAddress { unsafe (bytes + used).copyMemory(from: source, byteCount: count) }
    used += count
  }

  func appendNull(_ column: Int) {
    // Sound: like above.
    unsafe lengths[column * Self.capacity + rowCount] = -1
  }

  func endRow() {
    rowBytes = 0
    rowCount += 1
  }

  static func malformed() -> AugerError {
    AugerError(
      .unexpectedData, operation: "read the result", "the server sent rows of another form than it announced")
  }

  // MARK: Reading

  /// Calls `present` or `null` for the fields of a column, row by row.
  @inline(__always)
  func forEach(
    _ column: Int, _ present: (UnsafeRawBufferPointer) throws -> Void, null: () throws -> Void
  ) rethrows {
    let start = column * Self.capacity
    for place in start..<start + rowCount {
      // Sound: the index belongs to a written row, and its field is in the memory of the stage.
      let length = unsafe lengths[place]
      if length < 0 {
        try null()
      } else {
        try unsafe present(UnsafeRawBufferPointer(start: bytes + offsets[place], count: Int(length)))
      }
    }
  }

  /// Appends the validity of a column with `nulls` null fields.
  func appendValidity(_ column: Int, nulls: Int, to validity: inout ValidityBuilder) {
    if nulls == 0 { return validity.append(contentsOf: nil, count: rowCount) }
    for place in column * Self.capacity..<column * Self.capacity + rowCount {
      // Sound: the index belongs to a written row.
      if unsafe lengths[place] < 0 { validity.appendNull() } else { validity.appendPresent() }
    }
  }
}
