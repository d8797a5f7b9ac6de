/// Builds a dictionary-encoded column of strings.
package struct StringColumnBuilder: Sendable {
  private var dictionary: StringDictionaryBuilder
  private var codes = CodesBuilder()
  private var validity = ValidityBuilder()
  /// The last appended dictionary and its mapped codes. Batches of one scan usually share a dictionary.
  private var lastAppended: (dictionary: StringDictionary, codes: [UInt32])?

  package init() { dictionary = StringDictionaryBuilder() }

  package var count: Int { codes.count }

  /// The size of the distinct strings in bytes.
  package var dictionaryByteCount: Int { dictionary.byteCount }

  /// The memory of the codes and the dictionary while they grow.
  var memoryBytes: Int { codes.byteCount + dictionary.memoryBytes + (lastAppended?.codes.count ?? 0) * 4 }

  package mutating func append(_ value: String) {
    codes.append(dictionary.code(for: value))
    validity.appendPresent()
  }

  /// Appends valid UTF-8.
  package mutating func append(utf8 text: borrowing Span<UInt8>) {
    codes.append(dictionary.code(for: text))
    validity.appendPresent()
  }

  package mutating func appendNull() {
    codes.append(0)
    validity.appendNull()
  }

  package mutating func append(contentsOf other: Codes, _ entries: StringDictionary, validity otherValidity: Bitmap?) {
    var mapping: [UInt32]
    if let last = lastAppended, last.dictionary.isSame(as: entries) {
      mapping = last.codes
    } else {
      mapping = [UInt32](repeating: .max, count: entries.count)
    }
    // Moved out, so that the first change does not copy the mapped codes.
    lastAppended = nil
    switch other {
    case .uint8(let codes): append(codes, entries, otherValidity, &mapping)
    case .uint16(let codes): append(codes, entries, otherValidity, &mapping)
    case .uint32(let codes): append(codes, entries, otherValidity, &mapping)
    }
    lastAppended = (entries, mapping)
    validity.append(contentsOf: otherValidity, count: other.count)
  }

  private mutating func append<Code: FixedWidthInteger & BitwiseCopyable & Sendable>(
    _ other: Buffer<Code>, _ entries: StringDictionary, _ otherValidity: Bitmap?, _ mapping: inout [UInt32]
  ) {
    let others = other.span
    var added: [UInt32] = []
    var start = 0
    while start < others.count {
      // In blocks that fit the processor's cache.
      let end = min(start + 4096, others.count)
      var most: UInt32 = 0
      added.removeAll(keepingCapacity: true)
      for row in start..<end {
        if let otherValidity, !otherValidity[row] {
          added.append(0)
          continue
        }
        let code = Int(others[row])
        if mapping[code] == .max { mapping[code] = dictionary.code(for: entries.utf8(code)) }
        most = max(most, mapping[code])
        added.append(mapping[code])
      }
      codes.append(contentsOf: added, most: most)
      start = end
    }
  }

  /// Returns the column and empties the builder.
  package mutating func finish() -> Column {
    let entries = dictionary.snapshot()
    let column = Column(
      .string, .string(codes.finish(dictionaryCount: entries.count), entries), validity: validity.finish())
    self = StringColumnBuilder()
    return column
  }
}
