import AugerColumns
import AugerDiagnostics

/// A message of Arrow's format: its header, and the position of its body.
struct ArrowMessage {
  var header: ArrowFormat.Header
  var table: FlatTable
  /// The size of the header. The names in a schema cannot be longer.
  var size: Int
  var isVersion5: Bool
  var body: Range<Int>
}

/// Finds the messages of a file or stream. The bytes may have any content.
struct MessageReader {
  let input: any ArrowInput

  /// The position of a message according to a file's footer.
  struct Block {
    var offset: Int
    var headSize: Int
    var bodySize: Int
  }

  func message(_ block: Block) throws -> ArrowMessage {
    guard block.offset >= 0, block.headSize >= 8, block.bodySize >= 0, block.offset <= input.byteCount,
      block.headSize <= input.byteCount - block.offset,
      block.bodySize <= input.byteCount - block.offset - block.headSize
    else { throw AugerError.damagedArrow("the footer refers to a message outside of the file") }
    let head = try input.bytes(block.offset..<block.offset + block.headSize)
    // Before Arrow 0.15, the size had no marker before it.
    let hasMark = head.unsigned32(at: 0) == ArrowFormat.continuation
    let (start, size) = hasMark ? (8, Int(head.unsigned32(at: 4))) : (4, Int(head.unsigned32(at: 0)))
    guard size <= head.count - start else { throw AugerError.damagedArrow("a message is larger than its block") }
    let end = block.offset + block.headSize
    return try parsed(Array(head[start..<start + size]), body: end..<end + block.bodySize).message
  }

  /// Returns the message at a position in a stream, and the position of the next one. Nil at the end of the stream.
  func message(at place: Int) throws -> (message: ArrowMessage, end: Int)? {
    let left = input.byteCount - place
    // A stream may end between two messages without an end marker.
    if left <= 0 { return nil }
    let prefix = try input.bytes(place..<place + min(8, left))
    guard prefix.count >= 4 else { throw AugerError.damagedArrow("the last message is cut short") }
    let hasMark = prefix.unsigned32(at: 0) == ArrowFormat.continuation
    if hasMark, prefix.count < 8 { throw AugerError.damagedArrow("the last message is cut short") }
    let (start, size) =
      hasMark ? (place + 8, Int(prefix.unsigned32(at: 4))) : (place + 4, Int(prefix.unsigned32(at: 0)))
    if size == 0 { return nil }
    guard size <= input.byteCount - start else { throw AugerError.damagedArrow("the last message is cut short") }
    var found = try parsed(try input.bytes(start..<start + size), body: start + size..<input.byteCount)
    guard found.bodySize <= found.message.body.count else {
      throw AugerError.damagedArrow("the body of the last message is cut short")
    }
    found.message.body = start + size..<start + size + found.bodySize
    return (found.message, found.message.body.upperBound)
  }

  private func parsed(
    _ bytes: [UInt8], body: Range<Int>
  ) throws(AugerError) -> (message: ArrowMessage, bodySize: Int) {
    let root = try FlatTable(root: bytes)
    let version = try root.integer(0, or: Int16(0))
    guard (3...4).contains(version) else {
      throw AugerError(
        .unsupportedArrow, operation: "read Arrow data", "version \(Int(version) + 1) of its metadata is not read",
        hint: "Write the file with Arrow 0.8 or later, whose metadata has version 4 or 5.")
    }
    guard let header = ArrowFormat.Header(rawValue: try root.integer(1, or: UInt8(0))), let table = try root.table(2)
    else { throw .damagedArrow("a message is empty") }
    let bodySize = try root.integer(3, or: Int64(0))
    guard bodySize >= 0, bodySize <= Int.max else { throw .damagedArrow("a body has \(bodySize) bytes") }
    let message = ArrowMessage(
      header: header, table: table, size: bytes.count, isVersion5: version == 4, body: body)
    return (message, Int(bodySize))
  }
}

extension [UInt8] {
  /// Returns an integer. The caller has checked that the bytes exist.
  func unsigned32(at place: Int) -> UInt32 {
    UInt32(self[place]) | UInt32(self[place + 1]) << 8 | UInt32(self[place + 2]) << 16 | UInt32(self[place + 3]) << 24
  }
}
