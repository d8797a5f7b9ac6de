/// A sequence of byte strings: offsets and bytes, like Arrow's large binary. Slices share storage.
package struct BinaryBuffer: Sendable {
  /// `count + 1` ascending offsets into `bytes`. The first offset of a slice can be greater than 0.
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

  /// The total number of bytes of all rows.
  package var byteCount: Int { offsets[count] - offsets[0] }

  @_lifetime(borrow self)
  package func bytes(_ row: Int) -> Span<UInt8> { bytes.span.extracting(offsets[row]..<offsets[row + 1]) }

  package subscript(row: Int) -> [UInt8] { bytes[offsets[row]..<offsets[row + 1]].array }

  package subscript(range: Range<Int>) -> BinaryBuffer {
    BinaryBuffer(offsets: offsets[range.lowerBound..<range.upperBound + 1], bytes: bytes)
  }

  /// Returns the rows at `indices`. A negative index gives an empty row.
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

  /// Returns the range of a row's bytes in the storage of `bytes`.
  private func within(_ row: Int) -> Range<Int> {
    bytes.bounds.lowerBound + offsets[row]..<bytes.bounds.lowerBound + offsets[row + 1]
  }

  /// Returns true if row `a` sorts before row `b`: byte by byte, and a prefix first.
  package func precedes(_ a: Int, _ b: Int) -> Bool {
    let (from, to) = (offsets[a], offsets[b])
    let (lengthA, lengthB) = (offsets[a + 1] - from, offsets[b + 1] - to)
    let all = bytes.span
    for i in 0..<min(lengthA, lengthB) where all[from + i] != all[to + i] { return all[from + i] < all[to + i] }
    return lengthA < lengthB
  }

  /// Returns a number for each row, equal for equal bytes, from `dictionary`. Null rows have 0.
  package func codes(_ validity: Bitmap?, _ dictionary: inout StringDictionaryBuilder) -> [UInt32] {
    (0..<count).map { row in validity.map { $0[row] } ?? true ? dictionary.code(for: bytes(row)) : 0 }
  }
}
