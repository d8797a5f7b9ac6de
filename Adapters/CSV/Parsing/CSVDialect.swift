/// The punctuation of delimited text.
package struct CSVDialect: Sendable, Hashable {
  package var delimiter: UInt8
  package var quote: UInt8
  /// True if bare and misplaced quotes are errors. Otherwise, they are accepted like in spreadsheets.
  package var isStrict: Bool
  /// The byte that begins a comment line.
  package var comment: UInt8?
  /// A byte that makes a following quote, or itself, a character of its field.
  package var escape: UInt8?
  /// A delimiter of several bytes, such as `||`. The parser then sees `unitSeparator`. Empty if `delimiter` is the
  /// delimiter.
  package var longDelimiter: [UInt8] = [] {
    didSet { if !longDelimiter.isEmpty { delimiter = Self.unitSeparator } }
  }

  /// The byte that replaces delimiters of several bytes.
  package static let unitSeparator: UInt8 = 0x1F

  /// True if the text must be converted before libcsv can read it.
  var needsFilter: Bool { comment != nil || escape != nil || !longDelimiter.isEmpty }

  /// The delimiter in the notation of options and messages.
  package var delimiterText: String {
    let text = longDelimiter.isEmpty ? [delimiter] : longDelimiter
    return text == [0x09] ? "tab" : String(decoding: text, as: UTF8.self)
  }

  package init(
    delimiter: UInt8 = UInt8(ascii: ","), quote: UInt8 = UInt8(ascii: "\""), isStrict: Bool = false,
    comment: UInt8? = nil
  ) {
    self.comment = comment
    self.delimiter = delimiter
    self.quote = quote
    self.isStrict = isStrict
  }

  /// The maximum length of a field in bytes (16 MiB). A longer field means that a closing quote is missing.
  package static let longestField = 16 << 20

  /// The maximum number of columns, equal to spreadsheets. More columns mean a wrong delimiter or another kind of
  /// file.
  package static let mostColumns = 16_384
}
