import AugerColumns
import AugerDiagnostics

extension ColumnReader {
  func strings(_ layout: ArrowType.Layout, _ validity: Bitmap?) throws -> Column {
    var dictionary = StringDictionaryBuilder()
    var codes = [UInt32](repeating: 0, count: count)
    try texts(layout, validity) { row, text in
      let known = dictionary.count
      codes[row] = dictionary.code(for: text)
      // A string that equals an entry has been validated already.
      if dictionary.count > known, UTF8Check.firstInvalid(text) != nil {
        throw damaged("a text is not UTF-8", row: row)
      }
    }
    let entries = dictionary.snapshot()
    return Column(.string, .string(Codes(codes, dictionaryCount: entries.count), entries), validity: validity)
  }

  func byteStrings(_ layout: ArrowType.Layout, _ validity: Bitmap?) throws -> Column {
    if layout != .view {
      let (offsets, bytes) = try runs(layout)
      return Column(.binary, .binary(BinaryBuffer(offsets: Buffer(offsets), bytes: Buffer(bytes))), validity: validity)
    }
    var offsets = [0]
    offsets.reserveCapacity(count + 1)
    var all: [UInt8] = []
    try texts(layout, validity) { row, text in
      while offsets.count <= row { offsets.append(all.count) }
      for index in text.indices { all.append(text[index]) }
      offsets.append(all.count)
    }
    while offsets.count <= count { offsets.append(all.count) }
    return Column(.binary, .binary(BinaryBuffer(offsets: Buffer(offsets), bytes: Buffer(all))), validity: validity)
  }

  func fixedByteStrings(_ width: Int, _ validity: Bitmap?) throws -> Column {
    let all = try bytes(1, width: width)
    let offsets = (0...count).map { $0 * width }
    return Column(.binary, .binary(BinaryBuffer(offsets: Buffer(offsets), bytes: Buffer(all))), validity: validity)
  }

  /// Calls `body` with the bytes of every row that is not null, in order.
  private func texts(
    _ layout: ArrowType.Layout, _ validity: Bitmap?, _ body: (Int, borrowing Span<UInt8>) throws -> Void
  ) throws {
    if layout == .view { return try views(validity, body) }
    let (offsets, bytes) = try runs(layout)
    let all = bytes.span
    for row in 0..<count where validity?[row] != false {
      try body(row, all.extracting(offsets[row]..<offsets[row + 1]))
    }
  }

  /// Returns the start of each row's bytes, from 0, and all bytes.
  private func runs(_ layout: ArrowType.Layout) throws -> (offsets: [Int], bytes: [UInt8]) {
    guard place.buffers.count == 3 else { throw damaged("a buffer is missing in a batch") }
    let data = place.buffers[2]
    let offsets = try offsets(layout, most: data.count)
    let (first, last) = (offsets[0], offsets[count])
    return (offsets.map { $0 - first }, try bytes(data.lowerBound + first..<data.lowerBound + last))
  }

  /// Returns the start offset of each row and the end of the last row. Throws if the offsets decrease or exceed
  /// `most`.
  func offsets(_ layout: ArrowType.Layout, most: Int) throws -> [Int] {
    // Offsets are optional if there are zero rows.
    if count == 0 { return [0] }
    guard place.buffers.count > 1 else { throw damaged("a buffer is missing in a batch") }
    let (buffer, width) = (place.buffers[1], layout == .large ? 8 : 4)
    guard (place.rows + 1) * width <= buffer.count else { throw damaged("the offsets are cut short") }
    let raw = try bytes(
      buffer.lowerBound + rows.lowerBound * width..<buffer.lowerBound + (rows.upperBound + 1) * width)
    let offsets: [Int] =
      width == 8
      ? [Int](littleEndian: raw, count: count + 1)
      : [Int32](littleEndian: raw, count: count + 1).map { Int($0) }
    guard offsets[0] >= 0, offsets[count] <= most else { throw damaged("an offset exceeds its buffer") }
    var last = 0
    for row in offsets.indices {
      guard offsets[row] >= last else { throw damaged("the offsets descend", row: max(0, row - 1)) }
      last = offsets[row]
    }
    return offsets
  }

  // MARK: Views

  /// Calls `body` with the bytes of each row. A view contains a length, and either the bytes of a short string or the
  /// position in a buffer.
  private func views(_ validity: Bitmap?, _ body: (Int, borrowing Span<UInt8>) throws -> Void) throws {
    let raw = try bytes(1, width: 16)
    let words = [Int32](littleEndian: raw, count: 4 * count)
    let further = place.buffers.dropFirst(2)
    // The used range of each buffer.
    var parts = further.map { _ in (first: Int.max, end: 0) }
    var sum = 0
    for row in 0..<count where validity?[row] != false {
      let (length, index, offset) = (Int(words[4 * row]), Int(words[4 * row + 2]), Int(words[4 * row + 3]))
      guard length >= 0 else { throw damaged("a text of \(length) bytes is declared", row: row) }
      if length <= 12 { continue }
      guard parts.indices.contains(index), offset >= 0, offset + length <= further[2 + index].count else {
        throw damaged("a text lies outside of its buffer", row: row)
      }
      parts[index] = (min(parts[index].first, offset), max(parts[index].end, offset + length))
      sum += length
    }
    guard sum <= max(ArrowLimits.mostViewedBytes, input.byteCount) else {
      throw AugerError(
        .unsupportedArrow, operation: "read Arrow data", "\(count) rows have \(sum) bytes of text between them",
        place: damaged("").place, hint: "Write the column as a dictionary.")
    }
    let buffers = try parts.indices.map { index in
      let (part, buffer) = (parts[index], further[2 + index])
      return part.end == 0 ? [] : try bytes(buffer.lowerBound + part.first..<buffer.lowerBound + part.end)
    }
    let inline = raw.span
    for row in 0..<count where validity?[row] != false {
      let length = Int(words[4 * row])
      if length <= 12 {
        try body(row, inline.extracting(16 * row + 4..<16 * row + 4 + length))
      } else {
        let index = Int(words[4 * row + 2])
        let start = Int(words[4 * row + 3]) - parts[index].first
        let part = buffers[index]
        let text = part.span
        try body(row, text.extracting(start..<start + length))
      }
    }
  }
}
