/// The rows of fields that a parser found, in packed form. Used for samples and tests, not for tables.
package struct CSVRecords: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// True for each field that is empty and unquoted.
  private var areNull: [Bool] = []
  private var rowEnds: [Int] = []
  /// The physical line on which each row begins, from 1.
  package private(set) var lines: [Int] = []

  package init() {}

  package var rowCount: Int { rowEnds.count }

  /// The maximum number of bytes and fields of a sample. They limit the time for tables with hundreds of columns.
  private static let (mostBytes, mostFields) = (32 << 20, 1 << 20)

  var isLarge: Bool { bytes.count > Self.mostBytes || ends.count > Self.mostFields }

  package func fieldCount(_ row: Int) -> Int { rowEnds[row] - start(row) }

  /// Returns the bytes of a field without its quotes.
  @_lifetime(borrow self)
  package func utf8(_ row: Int, _ field: Int) -> Span<UInt8> {
    let index = start(row) + field
    return bytes.span.extracting((index == 0 ? 0 : ends[index - 1])..<ends[index])
  }

  /// Returns true if the field is empty and unquoted.
  package func isNull(_ row: Int, _ field: Int) -> Bool { areNull[start(row) + field] }

  /// Returns the field as a string. Invalid UTF-8 is replaced.
  package func text(_ row: Int, _ field: Int) -> String {
    let index = start(row) + field
    return String(decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
  }

  package func texts(_ row: Int) -> [String] { (0..<fieldCount(row)).map { text(row, $0) } }

  private func start(_ row: Int) -> Int { row == 0 ? 0 : rowEnds[row - 1] }

  mutating func appendField(_ text: borrowing Span<UInt8>) {
    for index in text.indices { bytes.append(text[index]) }
    ends.append(bytes.count)
    areNull.append(false)
  }

  mutating func appendNull() {
    ends.append(bytes.count)
    areNull.append(true)
  }

  mutating func endRow(line: Int) {
    rowEnds.append(ends.count)
    lines.append(line)
  }
}
