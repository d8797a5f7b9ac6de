import AugerColumns
import AugerDiagnostics

/// The structure of an Arrow file or stream: its fields, record batches and dictionaries, with their positions. It is
/// read from the message headers. Requested columns are read later.
struct ArrowContents: Sendable {
  struct RecordBatch: Sendable {
    var place: BatchPlace
    var firstRow: Int
    /// The valid blocks of each dictionary at this batch, in the order of `dictionaryIDs`.
    var versions: [Range<Int>]
  }

  let input: any ArrowInput
  private(set) var fields: [ArrowField] = []
  private(set) var batches: [RecordBatch] = []
  private(set) var rowCount = 0
  /// The distinct dictionaries of the fields.
  private(set) var dictionaryIDs: [Int64] = []
  /// All blocks of each dictionary, in stream order.
  private(set) var dictionaryBlocks: [[BatchPlace]] = []

  /// Throws `notArrow`, `damagedArrow` or `unsupportedArrow`, and errors of the input.
  ///
  /// - Parameter checkpoint: Called between messages. An error that it throws ends reading.
  init(_ input: any ArrowInput, checkpoint: () throws -> Void) throws {
    self.input = input
    let reader = MessageReader(input: input)
    let head = try input.bytes(0..<min(8, input.byteCount))
    if head.starts(with: ArrowFormat.magic) {
      try readFile(reader, checkpoint)
    } else {
      try Self.requireStream(head)
      try readStream(reader, checkpoint)
    }
  }

  private static func requireStream(_ head: [UInt8]) throws(AugerError) {
    if head.count >= 8, head.unsigned32(at: 0) == ArrowFormat.continuation { return }
    // A message from before the marker was introduced: at most 16 MB of schema.
    if head.count >= 8, (8...(1 << 24)).contains(head.unsigned32(at: 0)) { return }
    let isFeather1 = head.starts(with: Array("FEA1".utf8))
    throw AugerError(
      .notArrow, operation: "read Arrow data",
      isFeather1 ? "it is of version 1 of Feather" : "it is neither a file nor a stream of Arrow",
      hint: isFeather1 ? "Write the file as Feather version 2." : nil)
  }

  // MARK: Files

  private mutating func readFile(_ reader: MessageReader, _ checkpoint: () throws -> Void) throws {
    let count = input.byteCount
    guard count >= 24 else { throw AugerError.damagedArrow("the file ends before its footer") }
    let tail = try input.bytes(count - 10..<count)
    guard Array(tail[4...]) == ArrowFormat.magic else {
      throw AugerError.damagedArrow("the file ends before its footer")
    }
    let size = Int(tail.unsigned32(at: 0))
    guard size <= count - 18 else { throw AugerError.damagedArrow("the footer is larger than the file") }
    let footer = try FlatTable(root: try input.bytes(count - 10 - size..<count - 10))
    guard let schema = try footer.table(1) else { throw AugerError.damagedArrow("the footer has no schema") }
    try setFields(schema, size: size)
    for block in Self.blocks(try footer.longs(2, each: 3)) {
      try checkpoint()
      let message = try reader.message(block)
      guard message.header == .dictionaryBatch else {
        throw AugerError.damagedArrow("the footer lists another message as a dictionary")
      }
      try addDictionary(message)
    }
    // In a file, every batch uses all blocks of each dictionary.
    let versions = currentVersions()
    for block in Self.blocks(try footer.longs(3, each: 3)) {
      try checkpoint()
      let message = try reader.message(block)
      guard message.header == .recordBatch else {
        throw AugerError.damagedArrow("the footer lists another message as a record batch")
      }
      try addBatch(message, versions)
    }
  }

  private static func blocks(_ longs: [Int64]) -> [MessageReader.Block] {
    stride(from: 0, to: longs.count, by: 3).map { index in
      // The second number has 32 bits, followed by 32 bits of padding.
      MessageReader.Block(
        offset: Int(longs[index]), headSize: Int(Int32(truncatingIfNeeded: longs[index + 1])),
        bodySize: Int(longs[index + 2]))
    }
  }

  // MARK: Streams

  private mutating func readStream(_ reader: MessageReader, _ checkpoint: () throws -> Void) throws {
    guard let (first, end) = try reader.message(at: 0), first.header == .schema else {
      throw AugerError.damagedArrow("the stream does not begin with its schema")
    }
    try setFields(first.table, size: first.size)
    var place = end
    var versions: [Range<Int>]?
    while let (message, end) = try reader.message(at: place) {
      try checkpoint()
      place = end
      switch message.header {
      case .dictionaryBatch:
        try addDictionary(message)
        versions = nil
      case .recordBatch:
        let current = versions ?? currentVersions()
        versions = current
        try addBatch(message, current)
      case .schema, .tensor, .sparseTensor: throw AugerError.damagedArrow("a stream of rows has other messages")
      }
    }
  }

  // MARK: Parts

  private mutating func setFields(_ schema: FlatTable, size: Int) throws(AugerError) {
    fields = try ArrowField.fields(ofSchema: schema, size: size)
    for field in fields { number(dictionariesOf: field) }
    dictionaryBlocks = dictionaryIDs.map { _ in [] }
    starts = dictionaryIDs.map { _ in 0 }
  }

  private mutating func number(dictionariesOf field: ArrowField) {
    if let id = field.encoding?.id, numbers[id] == nil {
      numbers[id] = dictionaryIDs.count
      dictionaryIDs.append(id)
    }
    for child in field.children { number(dictionariesOf: child) }
  }

  /// The block of each dictionary that replaced the previous ones.
  private var starts: [Int] = []
  private var numbers: [Int64: Int] = [:]

  private func currentVersions() -> [Range<Int>] {
    dictionaryIDs.indices.map { starts[$0]..<dictionaryBlocks[$0].count }
  }

  func number(ofDictionary id: Int64) -> Int? { numbers[id] }

  private mutating func addDictionary(_ message: ArrowMessage) throws(AugerError) {
    guard let data = try message.table.table(1) else { throw .damagedArrow("a dictionary has no values") }
    // A dictionary that no field uses is not read.
    guard let number = numbers[try message.table.integer(0, or: Int64(0))] else { return }
    if try !message.table.bool(2) { starts[number] = dictionaryBlocks[number].count }
    dictionaryBlocks[number].append(
      try BatchPlace(data, body: message.body, isVersion5: message.isVersion5, byteCount: input.byteCount))
  }

  private mutating func addBatch(_ message: ArrowMessage, _ versions: [Range<Int>]) throws(AugerError) {
    let place = try BatchPlace(
      message.table, body: message.body, isVersion5: message.isVersion5, byteCount: input.byteCount)
    guard place.nodes.count >= max(fields.count, dictionaryIDs.count) else {
      throw .damagedArrow("a batch has missing columns")
    }
    // Columns without bytes, such as nulls, may have any number of rows. This limit is far above real data.
    guard place.rows <= ArrowLimits.rows(input.byteCount) - rowCount else {
      throw .damagedArrow("over \(rowCount + place.rows) rows are declared in \(input.byteCount) bytes")
    }
    batches.append(RecordBatch(place: place, firstRow: rowCount, versions: versions))
    rowCount += place.rows
  }
}
