/// Builds a dictionary-encoded column of strings.
public struct StringColumnBuilder: Sendable {
  private var dictionary: StringDictionaryBuilder
  private var codes: [UInt32] = []
  private var validity = ValidityBuilder()
  /// The dictionary appended last and what its codes became: batches of one scan mostly share a dictionary.
  private var lastAppended: (dictionary: StringDictionary, codes: [UInt32])?

  public init() { dictionary = StringDictionaryBuilder() }

  public var count: Int { codes.count }

  /// Bytes of the distinct strings so far.
  public var dictionaryByteCount: Int { dictionary.byteCount }

  public mutating func append(_ value: String) {
    codes.append(dictionary.code(for: value))
    validity.appendPresent()
  }

  /// Appends valid UTF-8.
  public mutating func append(utf8 text: borrowing Span<UInt8>) {
    codes.append(dictionary.code(for: text))
    validity.appendPresent()
  }

  public mutating func appendNull() {
    codes.append(0)
    validity.appendNull()
  }

  public mutating func append(contentsOf other: Codes, _ entries: StringDictionary, validity otherValidity: Bitmap?) {
    var mapping: [UInt32]
    if let last = lastAppended, last.dictionary.isSame(as: entries) {
      mapping = last.codes
    } else {
      mapping = [UInt32](repeating: .max, count: entries.count)
    }
    for row in 0..<other.count {
      if let otherValidity, !otherValidity[row] {
        codes.append(0)
        continue
      }
      let code = other[row]
      if mapping[code] == .max { mapping[code] = dictionary.code(for: entries.utf8(code)) }
      codes.append(mapping[code])
    }
    lastAppended = (entries, mapping)
    validity.append(contentsOf: otherValidity, count: other.count)
  }

  /// The column so far; the builder is empty afterwards.
  public mutating func finish() -> Column {
    let entries = dictionary.snapshot()
    let column = Column(
      .string, .string(Codes(codes, dictionaryCount: entries.count), entries), validity: validity.finish())
    self = StringColumnBuilder()
    return column
  }
}
