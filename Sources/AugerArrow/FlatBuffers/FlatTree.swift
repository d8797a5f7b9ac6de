import AugerColumns

/// A FlatBuffers table to be encoded. Arrow's messages consist of such tables.
///
/// Only the features of those messages are supported: tables, strings, vectors of tables, and vectors of structs and
/// 64-bit integers.
package struct FlatTree {
  package indirect enum Value {
    case byte(UInt8)
    case short(Int16)
    case int(Int32)
    case long(Int64)
    case text(String)
    case table(FlatTree)
    case tables([FlatTree])
    /// A vector of structs. The size of each is a multiple of 8 bytes.
    case structs([UInt8], count: Int)
  }

  /// The fields by number in the table's declaration. A missing field has its default.
  package var fields: [(number: Int, value: Value)]

  package init(_ fields: [(number: Int, value: Value)] = []) { self.fields = fields }

  /// The encoded buffer with this root table. Its first byte must be aligned to 8.
  package var buffer: [UInt8] {
    var writer = FlatWriter()
    writer.bytes = [0, 0, 0, 0]
    let root = writer.append(self)
    writer.refer(from: 0, to: root)
    return writer.bytes
  }
}

extension FlatTree.Value {
  /// The size of the value within the table.
  fileprivate var size: Int {
    switch self {
    case .byte: 1
    case .short: 2
    case .int, .text, .table, .tables, .structs: 4
    case .long: 8
    }
  }
}

/// Encodes tables before the objects they refer to, because references point forward.
private struct FlatWriter {
  var bytes: [UInt8] = []

  mutating func append(_ tree: FlatTree) -> Int {
    // Larger fields come first, so that all are aligned if the first is.
    let fields = tree.fields.sorted { ($0.value.size, $1.number) > ($1.value.size, $0.number) }
    var offsets = [Int](repeating: 0, count: (tree.fields.map(\.number).max() ?? -1) + 1)
    var size = 4
    for (number, value) in fields {
      offsets[number] = size
      size += value.size
    }
    // The directory with the position of each field.
    align(2)
    let directory = bytes.count
    appendInteger(UInt16(truncatingIfNeeded: 4 + 2 * offsets.count))
    appendInteger(UInt16(truncatingIfNeeded: size))
    for offset in offsets { appendInteger(UInt16(truncatingIfNeeded: offset)) }
    align(4)
    if fields.first?.value.size == 8, bytes.count % 8 == 0 { appendInteger(UInt32(0)) }
    let start = bytes.count
    appendInteger(Int32(truncatingIfNeeded: start - directory))
    for (_, value) in fields {
      switch value {
      case .byte(let value): bytes.append(value)
      case .short(let value): appendInteger(value)
      case .int(let value): appendInteger(value)
      case .long(let value): appendInteger(value)
      case .text, .table, .tables, .structs: appendInteger(UInt32(0))
      }
    }
    for (number, value) in fields { appendTarget(of: value, at: start + offsets[number]) }
    return start
  }

  /// Appends the object that a field refers to, if any.
  private mutating func appendTarget(of value: FlatTree.Value, at place: Int) {
    switch value {
    case .byte, .short, .int, .long: break
    case .table(let tree): refer(from: place, to: append(tree))
    case .text(let text):
      align(4)
      refer(from: place, to: bytes.count)
      appendInteger(UInt32(truncatingIfNeeded: text.utf8.count))
      bytes += text.utf8
      bytes.append(0)
    case .tables(let trees):
      align(4)
      let start = bytes.count
      refer(from: place, to: start)
      appendInteger(UInt32(truncatingIfNeeded: trees.count))
      for _ in trees { appendInteger(UInt32(0)) }
      for (index, tree) in trees.enumerated() { refer(from: start + 4 + 4 * index, to: append(tree)) }
    case .structs(let structs, let count):
      align(4)
      // The structs after the count are aligned to 8.
      if bytes.count % 8 == 0 { appendInteger(UInt32(0)) }
      refer(from: place, to: bytes.count)
      appendInteger(UInt32(truncatingIfNeeded: count))
      bytes += structs
    }
  }

  mutating func refer(from place: Int, to target: Int) {
    let distance = UInt32(truncatingIfNeeded: target - place)
    for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: distance >> UInt32(8 * index)) }
  }

  private mutating func align(_ size: Int) { while bytes.count % size != 0 { bytes.append(0) } }

  private mutating func appendInteger(_ value: some FixedWidthInteger) { bytes.append(littleEndian: value) }
}

extension [UInt8] {
  mutating func append<Number: FixedWidthInteger>(littleEndian value: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: value >> Number(shift)))
    }
  }

  /// Appends zeros up to a multiple of 8.
  mutating func padTo8() { while count & 7 != 0 { append(0) } }
}
