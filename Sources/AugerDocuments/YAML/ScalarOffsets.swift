/// Converts positions that count Unicode scalars, like in libyaml, to UTF-8 byte offsets. O(1) for ASCII text,
/// otherwise O(stride).
///
/// A byte order mark is not passed to libyaml, which would treat it as indentation. Positions start after it.
struct ScalarOffsets: Sendable {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let stride = 128
  private let text: String
  /// The byte offset of every 128th scalar. Nil if all scalars have one byte.
  private let marks: [Int]?
  private let byteCount: Int
  private let hasByteOrderMark: Bool

  init(_ text: String) {
    self.text = text
    byteCount = text.utf8.count
    hasByteOrderMark = text.utf8.starts(with: Self.byteOrderMark)
    guard text.utf8.contains(where: { $0 >= 0x80 }) else {
      marks = nil
      return
    }
    var marks: [Int] = []
    var scalars = 0
    for (offset, byte) in text.utf8.enumerated() where byte & 0xC0 != 0x80 {
      if scalars % Self.stride == 0 { marks.append(offset) }
      scalars += 1
    }
    self.marks = marks
  }

  func byteOffset(ofByte offset: Int) -> Int {
    min(offset + (hasByteOrderMark ? Self.byteOrderMark.count : 0), byteCount)
  }

  /// Returns the byte offset of the scalar with this number, or the end of the text.
  func byteOffset(ofScalar number: Int) -> Int {
    let index = hasByteOrderMark ? number + 1 : number
    guard let marks else { return min(index, byteCount) }
    guard index / Self.stride < marks.count else { return byteCount }
    var offset = marks[index / Self.stride]
    var remaining = index % Self.stride
    let utf8 = text.utf8
    var position = utf8.index(utf8.startIndex, offsetBy: offset)
    while offset < byteCount {
      if utf8[position] & 0xC0 != 0x80 {
        if remaining == 0 { return offset }
        remaining -= 1
      }
      offset += 1
      utf8.formIndex(after: &position)
    }
    return byteCount
  }
}
