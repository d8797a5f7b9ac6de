import AugerColumns
import AugerDiagnostics

/// A table in Arrow's interprocess format, which other programs can map into memory without parsing.
///
/// | column | Arrow |
/// |---|---|
/// | bool, int, float | `bool`, `int64`, `double` |
/// | decimal(p,s) | `decimal128(p, s)` |
/// | string | a dictionary of `string` (`large_string` from 2 GB), indices of 8, 16 or 32 bits |
/// | date, time | `date32`, `time64[us]` |
/// | timestamp | `timestamp[us]`, with the column's zone if it has one |
/// | interval | `month_day_nano_interval` |
/// | binary | `binary` (`large_binary` from 2 GB) |
/// | untyped nulls | `null` |
///
/// Null is null. The source's name of a type is in the field's metadata, as `auger.type`. Infinite dates and
/// timestamps are the minimum and maximum of their integers. A record batch has 65,536 rows.
package struct ArrowIPC: Sendable {
  package enum Container: Sendable {
    /// A file with a footer that locates every batch: Feather version 2, read by `pyarrow.ipc.open_file`.
    case file
    /// A sequence of messages for pipes: `pyarrow.ipc.open_stream`.
    case stream
  }

  package var container: Container

  package init(_ container: Container) { self.container = container }

  /// Returns the bytes of a table. Throws `unwritableValue`.
  package func data(for table: Table) throws -> [UInt8] {
    var all: [UInt8] = []
    try write(table) { all += $0 }
    return all
  }

  /// Writes the same bytes in parts. Memory is that of one column with 65,536 rows.
  ///
  /// Throws errors of `emit`. Throws `unwritableValue` for values that Arrow cannot represent: a time of 24:00:00,
  /// and an interval whose time part exceeds ±292 years.
  package func write(_ table: Table, to emit: ([UInt8]) throws -> Void) throws {
    try withoutActuallyEscaping(emit) { emit in
      var writer = MessageWriter(emit: emit)
      try writer.write(table, in: container)
    }
  }
}

private struct MessageWriter {
  private let emit: ([UInt8]) throws -> Void
  /// Small pieces that are not written yet.
  private var pending: [UInt8] = []
  private var byteCount = 0

  /// The size up to which pieces are combined.
  private static let pieceSize = 1 << 16

  init(emit: @escaping ([UInt8]) throws -> Void) { self.emit = emit }

  mutating func write(_ table: Table, in container: ArrowIPC.Container) throws {
    // A slice of a large table must not include unused strings of its dictionaries.
    let table = table.compacted
    let columns = zip(table.schema.fields, table.columns).enumerated().map { index, pair in
      ColumnWriter(pair.0, pair.1, dictionary: Int64(index))
    }
    let schema = FlatTree([(1, .tables(columns.map(\.field.tree)))])
    if container == .file { try append(ArrowFormat.magic + [0, 0]) }
    _ = try append(message: .schema, schema, bodySize: 0)
    var dictionaries: [Block] = []
    for column in columns {
      guard let id = column.field.encoding?.id, let values = column.dictionaryBuffers else { continue }
      let batch = recordBatch(rows: values.count, nodes: [(values.count, 0)], sizes: values.sizes)
      let header = FlatTree([(0, .long(id)), (1, .table(batch))])
      dictionaries.append(try append(message: .dictionaryBatch, header, bodySize: Self.bodySize(values.sizes)))
      try append(values)
    }
    var batches: [Block] = []
    var first = 0
    while first < table.rowCount {
      let rows = first..<min(table.rowCount, first + Batch.standardRowCount)
      batches.append(try append(columns, rows))
      first = rows.upperBound
    }
    // The end of a stream, also required in a file.
    try append([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
    if container == .file { try append(footer: schema, dictionaries, batches) }
    try flush()
  }

  private mutating func append(_ columns: [ColumnWriter], _ rows: Range<Int>) throws -> Block {
    let parts = columns.map { $0.buffers(rows) }
    let sizes = parts.flatMap(\.sizes)
    let nodes = parts.map { (rows.count, $0.nullCount) }
    let block = try append(
      message: .recordBatch, recordBatch(rows: rows.count, nodes: nodes, sizes: sizes), bodySize: Self.bodySize(sizes))
    for part in parts { try append(part) }
    return block
  }

  /// Appends buffers, each padded to a multiple of 8 bytes.
  private mutating func append(_ buffers: ColumnWriter.Buffers) throws {
    for index in buffers.sizes.indices {
      try buffers.write(index) { try append($0) }
      try append([UInt8](repeating: 0, count: Self.padded(buffers.sizes[index]) - buffers.sizes[index]))
    }
  }

  private func recordBatch(rows: Int, nodes: [(rows: Int, nulls: Int)], sizes: [Int]) -> FlatTree {
    var nodeBytes: [UInt8] = []
    for node in nodes {
      nodeBytes.append(littleEndian: Int64(node.rows))
      nodeBytes.append(littleEndian: Int64(node.nulls))
    }
    var bufferBytes: [UInt8] = []
    var offset = 0
    for size in sizes {
      bufferBytes.append(littleEndian: Int64(offset))
      bufferBytes.append(littleEndian: Int64(size))
      offset += Self.padded(size)
    }
    return FlatTree([
      (0, .long(Int64(rows))), (1, .structs(nodeBytes, count: nodes.count)),
      (2, .structs(bufferBytes, count: sizes.count)),
    ])
  }

  /// The position of a message in a file.
  private struct Block {
    var offset: Int
    var headSize: Int
    var bodySize: Int
  }

  private mutating func append(
    message header: ArrowFormat.Header, _ tree: FlatTree, bodySize: Int
  ) throws -> Block {
    var message = FlatTree([
      (0, .short(ArrowFormat.version)), (1, .byte(header.rawValue)), (2, .table(tree)), (3, .long(Int64(bodySize))),
    ]).buffer
    message.padTo8()
    let block = Block(offset: byteCount, headSize: 8 + message.count, bodySize: bodySize)
    var head: [UInt8] = []
    head.append(littleEndian: ArrowFormat.continuation)
    head.append(littleEndian: Int32(truncatingIfNeeded: message.count))
    try append(head + message)
    return block
  }

  private mutating func append(footer schema: FlatTree, _ dictionaries: [Block], _ batches: [Block]) throws {
    func structs(_ blocks: [Block]) -> FlatTree.Value {
      var bytes: [UInt8] = []
      for block in blocks {
        bytes.append(littleEndian: Int64(block.offset))
        bytes.append(littleEndian: Int64(block.headSize))
        bytes.append(littleEndian: Int64(block.bodySize))
      }
      return .structs(bytes, count: blocks.count)
    }
    var footer = FlatTree([
      (0, .short(ArrowFormat.version)), (1, .table(schema)), (2, structs(dictionaries)), (3, structs(batches)),
    ]).buffer
    let size = footer.count
    footer.append(littleEndian: Int32(truncatingIfNeeded: size))
    try append(footer + ArrowFormat.magic)
  }

  private static func padded(_ size: Int) -> Int { (size + 7) & ~7 }

  private static func bodySize(_ sizes: [Int]) -> Int { sizes.reduce(0) { $0 + padded($1) } }

  private mutating func append(_ bytes: [UInt8]) throws {
    byteCount += bytes.count
    if bytes.count < Self.pieceSize {
      pending += bytes
      if pending.count >= Self.pieceSize { try flush() }
    } else {
      try flush()
      try emit(bytes)
    }
  }

  private mutating func flush() throws {
    if !pending.isEmpty { try emit(pending) }
    pending.removeAll(keepingCapacity: true)
  }
}
