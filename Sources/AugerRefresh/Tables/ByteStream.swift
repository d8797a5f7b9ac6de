import AugerColumns
import AugerDiagnostics

/// A writer of numbers in little-endian order.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ text: [UInt8]) { bytes += text }

  mutating func append<T: FixedWidthInteger>(_ values: [T]) {
    bytes.reserveCapacity(bytes.count + values.count * (T.bitWidth / 8))
    for value in values {
      for shift in stride(from: 0, to: T.bitWidth, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
  }

  mutating func append(_ value: UInt64) { append([value]) }
}

/// A reader of the output of a `ByteWriter`. It throws if a read exceeds the end.
struct ByteReader {
  private let bytes: [UInt8]
  private var position: Int

  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func take(_ count: Int) throws(AugerError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.count - position else { throw Self.tooShort }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func take<T: FixedWidthInteger>(_ type: T.Type, _ count: Int) throws(AugerError) -> [T] {
    let width = T.bitWidth / 8
    let (size, overflow) = count.multipliedReportingOverflow(by: width)
    guard !overflow, count >= 0 else { throw Self.tooShort }
    let part = try take(size)
    var values = [T](repeating: 0, count: count)
    let start = part.startIndex
    for index in values.indices {
      var value: T = 0
      let first = start + index * width
      for byte in 0..<width { value |= T(truncatingIfNeeded: part[first + byte]) << (byte * 8) }
      values[index] = value
    }
    return values
  }

  mutating func number() throws(AugerError) -> Int {
    guard let value = Int(exactly: try take(UInt64.self, 1)[0]) else { throw Self.tooShort }
    return value
  }

  static let tooShort = AugerError(.tableDamaged, operation: "read a table", "its file ends too early")
}

extension Diagnostic.Code {
  /// The file of a stored table is damaged.
  package static let tableDamaged = Self("tableDamaged")
}
