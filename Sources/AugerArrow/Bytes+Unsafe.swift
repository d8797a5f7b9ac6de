import AugerColumns

/// Bulk conversion between column values and bytes.
///
/// Unsafe because Arrow's layout equals that of columns. The standard library can safely copy a span of numbers to
/// bytes only one by one, which would take most of the time of writing a table.
extension [UInt8] {
  /// Creates the bytes of values in native byte order, which is little-endian on all platforms of Swift.
  init<Value: BitwiseCopyable>(of values: borrowing Span<Value>) {
    let size = values.count * MemoryLayout<Value>.stride
    // Sound: the number of bytes in the values is initialized, from memory that the span borrows for the call.
    unsafe self = values.withUnsafeBytes { source in
      unsafe [UInt8](count: size) { target in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<size]))
      }
    }
  }
}

extension Array where Element: FixedWidthInteger & BitwiseCopyable {
  /// Creates `count` values from the first bytes. There must be enough bytes.
  init(littleEndian bytes: [UInt8], count: Int) {
    let size = count * MemoryLayout<Element>.stride
    precondition(bytes.count >= size, "too few bytes for the values")
    // Sound: `size` bytes exist, as checked above, and the whole array is initialized. Any bytes are a valid integer.
    unsafe self = bytes.withUnsafeBytes { source in
      unsafe [Element](count: count) { target in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<size]))
      }
    }
  }
}

extension [Double] {
  /// Creates `count` values from the first bytes. There must be enough bytes.
  init(littleEndian bytes: [UInt8], count: Int) {
    let size = count * 8
    precondition(bytes.count >= size, "too few bytes for the values")
    // Sound: like above. Any bytes are a valid double.
    unsafe self = bytes.withUnsafeBytes { source in
      unsafe [Double](count: count) { target in
        unsafe UnsafeMutableRawBufferPointer(target).copyMemory(from: UnsafeRawBufferPointer(rebasing: source[..<size]))
      }
    }
  }
}
