import AugerColumns
import AugerDiagnostics

/// The position of a record batch or of a dictionary block: the number of rows, and the ranges of buffers.
struct BatchPlace: Sendable {
  var rows: Int
  /// The numbers of rows and nulls of each column, including nested columns.
  var nodes: [(rows: Int, nulls: Int)]
  /// The ranges of buffers in the input.
  var buffers: [Range<Int>]
  /// The number of additional buffers of each column of views.
  var furtherBuffers: [Int]
  var isVersion5: Bool

  /// Throws `damagedArrow`, or `unsupportedArrow` for a compressed body.
  init(_ batch: FlatTable, body: Range<Int>, isVersion5: Bool, byteCount: Int) throws(AugerError) {
    if let compression = try batch.table(3) {
      let codec = try compression.integer(0, or: Int8(0)) == 0 ? "lz4" : "zstd"
      throw AugerError(
        .unsupportedArrow, operation: "read Arrow data", "its columns are compressed by \(codec)",
        hint: "Write the file without compression: compression=\"uncompressed\".")
    }
    let rows = try batch.integer(0, or: Int64(0))
    // A batch cannot have more rows than bits, except for nulls, which have a separate limit.
    let most = Int64(ArrowLimits.rows(byteCount))
    guard rows >= 0, rows <= most else { throw .damagedArrow("a batch of \(rows) rows is declared") }
    self.rows = Int(rows)
    let counts = try batch.longs(1, each: 2)
    nodes = []
    for index in stride(from: 0, to: counts.count, by: 2) {
      guard counts[index] >= 0, counts[index] <= most else {
        throw .damagedArrow("a column of \(counts[index]) rows is declared")
      }
      nodes.append((Int(counts[index]), Int(counts[index + 1])))
    }
    let places = try batch.longs(2, each: 2)
    buffers = []
    for index in stride(from: 0, to: places.count, by: 2) {
      let (offset, size) = (places[index], places[index + 1])
      guard offset >= 0, size >= 0, offset <= body.count, size <= Int64(body.count) - offset else {
        throw .damagedArrow("a buffer lies outside of its message")
      }
      buffers.append(body.lowerBound + Int(offset)..<body.lowerBound + Int(offset + size))
    }
    furtherBuffers = []
    for count in try batch.longs(4) {
      guard count >= 0, count <= places.count else { throw .damagedArrow("a column has \(count) buffers") }
      furtherBuffers.append(Int(count))
    }
    self.isVersion5 = isVersion5
  }

  /// The part of a batch that belongs to a column.
  struct ColumnPlace {
    var rows: Int
    var nulls: Int
    var buffers: [Range<Int>]
    /// The parts of nested columns.
    var children: [ColumnPlace] = []
  }

  /// Returns the parts of columns with these fields, in order.
  func columns(_ fields: [ArrowField]) throws(AugerError) -> [ColumnPlace] {
    var walk = Walk(batch: self)
    var columns: [ColumnPlace] = []
    for field in fields { columns.append(try walk.place(of: field)) }
    return columns
  }

  /// Iterates over the nodes and buffers in the order of the fields.
  private struct Walk {
    let batch: BatchPlace
    var node = 0
    var buffer = 0
    var further = 0

    mutating func place(of field: ArrowField) throws(AugerError) -> ColumnPlace {
      guard node < batch.nodes.count else { throw .damagedArrow("column '\(field.name)' is missing in a batch") }
      let (rows, nulls) = batch.nodes[node]
      node += 1
      let own = try ownBuffers(field)
      guard own <= batch.buffers.count - buffer else {
        throw .damagedArrow("buffers of column '\(field.name)' are missing in a batch")
      }
      var place = ColumnPlace(rows: rows, nulls: nulls, buffers: Array(batch.buffers[buffer..<buffer + own]))
      buffer += own
      // The nested columns of dictionary values are in the dictionary's batch.
      if field.encoding == nil { for child in field.children { place.children.append(try self.place(of: child)) } }
      return place
    }

    private mutating func ownBuffers(_ field: ArrowField) throws(AugerError) -> Int {
      if field.encoding != nil { return 2 }
      switch field.type {
      case .null, .runEndEncoded: return 0
      case .int, .float, .bool, .decimal, .fixedBinary, .date, .time, .timestamp, .duration, .interval: return 2
      case .utf8(.view), .binary(.view):
        guard further < batch.furtherBuffers.count else {
          throw .damagedArrow("the buffers of column '\(field.name)' are not declared in a batch")
        }
        further += 1
        return 2 + batch.furtherBuffers[further - 1]
      case .utf8, .binary, .listView: return 3
      case .list, .map: return 2
      case .fixedList, .structure: return 1
      // Before version 5, unions had a validity buffer too.
      case .union(let isDense): return (isDense ? 2 : 1) + (batch.isVersion5 ? 0 : 1)
      }
    }
  }
}
