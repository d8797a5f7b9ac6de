/// Byte strings one after another: offsets and bytes, as Arrow's large binary. Slices share storage.
package struct BinaryBuffer: Sendable {
  /// `count + 1` offsets into `bytes`, ascending; a slice's first need not be 0.
  package let offsets: Buffer<Int>
  package let bytes: Buffer<UInt8>

  package init(offsets: Buffer<Int>, bytes: Buffer<UInt8>) {
    precondition(offsets.count > 0, "there is one offset more than there are rows")
    self.offsets = offsets
    self.bytes = bytes
  }

  package init(_ values: some Sequence<[UInt8]>) {
    var offsets = [0]
    var bytes: [UInt8] = []
    for value in values {
      bytes += value
      offsets.append(bytes.count)
    }
    self.init(offsets: Buffer(offsets), bytes: Buffer(bytes))
  }

  package var count: Int { offsets.count - 1 }

  /// Bytes of all rows together.
  package var byteCount: Int { offsets[count] - offsets[0] }

  @_lifetime(borrow self)
  package func bytes(_ row: Int) -> Span<UInt8> { bytes.span.extracting(offsets[row]..<offsets[row + 1]) }

  package subscript(row: Int) -> [UInt8] { bytes[offsets[row]..<offsets[row + 1]].array }

  package subscript(range: Range<Int>) -> BinaryBuffer {
    BinaryBuffer(offsets: offsets[range.lowerBound..<range.upperBound + 1], bytes: bytes)
  }

  /// The rows at `indices`; empty for a negative one.
  func gathered(_ indices: [Int32]) -> BinaryBuffer {
    var newOffsets = [0]
    newOffsets.reserveCapacity(indices.count + 1)
    var newBytes: [UInt8] = []
    for index in indices {
      if index >= 0 {
        let row = Int(index)
        newBytes.append(contentsOf: bytes.storage[bytes.bounds][within(row)])
      }
      newOffsets.append(newBytes.count)
    }
    return BinaryBuffer(offsets: Buffer(newOffsets), bytes: Buffer(newBytes))
  }

  /// Where a row's bytes stand in the storage of `bytes`.
  private func within(_ row: Int) -> Range<Int> {
    bytes.bounds.lowerBound + offsets[row]..<bytes.bounds.lowerBound + offsets[row + 1]
  }

  /// Whether row `a` sorts before row `b`: byte by byte, the shorter of two that agree first.
  package func precedes(_ a: Int, _ b: Int) -> Bool {
    let (from, to) = (offsets[a], offsets[b])
    let (lengthA, lengthB) = (offsets[a + 1] - from, offsets[b + 1] - to)
    let all = bytes.span
    for i in 0..<min(lengthA, lengthB) where all[from + i] != all[to + i] { return all[from + i] < all[to + i] }
    return lengthA < lengthB
  }

  /// A number for each row that is equal where the bytes are, by way of `dictionary`; 0 for rows that are null.
  package func codes(_ validity: Bitmap?, _ dictionary: inout StringDictionaryBuilder) -> [UInt32] {
    (0..<count).map { row in validity.map { $0[row] } ?? true ? dictionary.code(for: bytes(row)) : 0 }
  }
}
