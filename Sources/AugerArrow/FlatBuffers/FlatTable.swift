import AugerColumns
import AugerDiagnostics

/// A table in a FlatBuffer with untrusted content. Reading never exceeds its bytes.
///
/// Invalid data throws `damagedArrow`. The time to read a field is at most proportional to its size.
struct FlatTable {
  private let bytes: [UInt8]
  private let start: Int
  /// The start and size of the table's field directory.
  private let directory: Int
  private let directorySize: Int

  init(root bytes: [UInt8]) throws(AugerError) {
    guard bytes.count >= 8 else { throw .damagedArrow("a message is cut short") }
    try self.init(bytes, at: Int(Self.load(UInt32.self, bytes, 0)))
  }

  private init(_ bytes: [UInt8], at start: Int) throws(AugerError) {
    guard start >= 0, start <= bytes.count - 4 else { throw .damagedArrow("a table lies outside of its message") }
    let directory = start - Int(Self.load(Int32.self, bytes, start))
    guard directory >= 0, directory <= bytes.count - 4 else {
      throw .damagedArrow("a table's directory lies outside of its message")
    }
    let size = Int(Self.load(UInt16.self, bytes, directory))
    guard size >= 4, size <= bytes.count - directory else {
      throw .damagedArrow("a table's directory exceeds its message")
    }
    (self.bytes, self.start, self.directory, directorySize) = (bytes, start, directory, size)
  }

  /// Returns the position of a field with a size. Nil if it has its default.
  private func place(_ number: Int, size: Int) throws(AugerError) -> Int? {
    let entry = 4 + 2 * number
    guard entry + 2 <= directorySize else { return nil }
    let offset = Int(Self.load(UInt16.self, bytes, directory + entry))
    if offset == 0 { return nil }
    guard start + offset <= bytes.count - size else { throw .damagedArrow("a field lies outside of its message") }
    return start + offset
  }

  func integer<Number: FixedWidthInteger>(_ number: Int, or fallback: Number) throws(AugerError) -> Number {
    guard let place = try place(number, size: Number.bitWidth / 8) else { return fallback }
    return Self.load(Number.self, bytes, place)
  }

  func bool(_ number: Int) throws(AugerError) -> Bool { try integer(number, or: UInt8(0)) != 0 }

  func table(_ number: Int) throws(AugerError) -> FlatTable? {
    guard let target = try target(number) else { return nil }
    return try FlatTable(bytes, at: target)
  }

  func tables(_ number: Int) throws(AugerError) -> [FlatTable] {
    guard let (first, count) = try vector(number, elementSize: 4) else { return [] }
    var tables: [FlatTable] = []
    for index in 0..<count {
      let place = first + 4 * index
      tables.append(try FlatTable(bytes, at: place + Int(Self.load(UInt32.self, bytes, place))))
    }
    return tables
  }

  /// Returns the number of bytes of a string without reading it.
  func textSize(_ number: Int) throws(AugerError) -> Int { try vector(number, elementSize: 1)?.count ?? 0 }

  func text(_ number: Int) throws(AugerError) -> String? {
    guard let (first, count) = try vector(number, elementSize: 1) else { return nil }
    guard let text = String(validating: bytes[first..<first + count], as: UTF8.self) else {
      throw .damagedArrow("a name is not UTF-8")
    }
    return text
  }

  /// Returns the 64-bit integers of a vector, or those of its structs.
  func longs(_ number: Int, each longs: Int = 1) throws(AugerError) -> [Int64] {
    guard let (first, count) = try vector(number, elementSize: 8 * longs) else { return [] }
    return (0..<count * longs).map { Self.load(Int64.self, bytes, first + 8 * $0) }
  }

  /// Returns the start of a vector's elements and their number.
  private func vector(_ number: Int, elementSize: Int) throws(AugerError) -> (first: Int, count: Int)? {
    guard let target = try target(number) else { return nil }
    guard target <= bytes.count - 4 else { throw .damagedArrow("a vector lies outside of its message") }
    let count = Int(Self.load(UInt32.self, bytes, target))
    guard count <= (bytes.count - target - 4) / elementSize else {
      throw .damagedArrow("a vector exceeds its message")
    }
    return (target + 4, count)
  }

  private func target(_ number: Int) throws(AugerError) -> Int? {
    guard let place = try place(number, size: 4) else { return nil }
    return place + Int(Self.load(UInt32.self, bytes, place))
  }

  /// Reads a number. The caller has checked that all of its bytes exist.
  private static func load<Number: FixedWidthInteger>(_ type: Number.Type, _ bytes: [UInt8], _ place: Int) -> Number {
    var value: Number = 0
    for index in 0..<Number.bitWidth / 8 {
      value |= Number(truncatingIfNeeded: bytes[place + index]) << Number(truncatingIfNeeded: 8 * index)
    }
    return value
  }
}
