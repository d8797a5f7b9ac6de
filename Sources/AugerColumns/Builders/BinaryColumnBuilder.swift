/// Builds a column of byte strings.
package struct BinaryColumnBuilder: Sendable {
  private var offsets = [0]
  private var bytes: [UInt8] = []
  private var validity = ValidityBuilder()

  package init() {}

  package var count: Int { offsets.count - 1 }

  package var byteCount: Int { bytes.count }

  package mutating func append(_ value: some Sequence<UInt8>) {
    bytes.append(contentsOf: value)
    offsets.append(bytes.count)
    validity.appendPresent()
  }

  package mutating func append(bytes value: borrowing Span<UInt8>) {
    for i in value.indices { bytes.append(value[i]) }
    offsets.append(bytes.count)
    validity.appendPresent()
  }

  package mutating func appendNull() {
    offsets.append(bytes.count)
    validity.appendNull()
  }

  package mutating func append(contentsOf other: BinaryBuffer, validity otherValidity: Bitmap?) {
    let shift = bytes.count - other.offsets[0]
    bytes.append(contentsOf: other.bytes[other.offsets[0]..<other.offsets[other.count]].array)
    for row in 0..<other.count { offsets.append(other.offsets[row + 1] + shift) }
    validity.append(contentsOf: otherValidity, count: other.count)
  }

  /// Returns the column and empties the builder.
  package mutating func finish() -> Column {
    let values = BinaryBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))
    let column = Column(.binary, .binary(values), validity: validity.finish())
    self = BinaryColumnBuilder()
    return column
  }
}
