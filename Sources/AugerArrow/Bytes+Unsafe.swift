import AugerColumns

/// Values of columns as bytes and back, all at once.
///
/// Unsafe because Arrow's layout is that of our columns, and the standard library has no safe way to copy a span of
/// numbers as bytes but one by one: that would be most of the time of writing a table.
extension [UInt8] {
  /// The bytes of values in the order of this machine, little-endian on all that Swift runs on.
  init<Value: BitwiseCopyable>(of values: borrowing Span<Value>) {
    let size = values.count * MemoryLayout<Value>.stride
    // Sound: as many bytes as the values have are initialized, from memory that the span borrows for the call.
    unsafe self = values.withUnsafeBytes { source in
      unsafe [UInt8](count: size) { target in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<size]))
      }
    }
  }
}

extension Array where Element: FixedWidthInteger & BitwiseCopyable {
  /// So many values, from the first bytes on; there must be as many.
  init(littleEndian bytes: [UInt8], count: Int) {
    let size = count * MemoryLayout<Element>.stride
    precondition(bytes.count >= size, "too few bytes for the values")
    // Sound: `size` bytes are there, which was just seen, and all of the room is initialized. Any bytes are an integer.
    unsafe self = bytes.withUnsafeBytes { source in
      unsafe [Element](count: count) { target in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<size]))
      }
    }
  }
}

extension [Double] {
  /// So many values, from the first bytes on; there must be as many.
  init(littleEndian bytes: [UInt8], count: Int) {
    let size = count * 8
    precondition(bytes.count >= size, "too few bytes for the values")
    // Sound: as above; any bytes are a double.
    unsafe self = bytes.withUnsafeBytes { source in
      unsafe [Double](count: count) { target in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<size]))
      }
    }
  }
}
