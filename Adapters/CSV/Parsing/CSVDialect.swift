/// How a delimited text is punctuated.
package struct CSVDialect: Sendable, Hashable {
  package var delimiter: UInt8
  package var quote: UInt8
  /// Refuse bare and misplaced quotes instead of reading on as spreadsheets do.
  package var isStrict: Bool
  /// Lines that begin with this byte are no rows.
  package var comment: UInt8?
  /// A byte before a quote, or before itself, that makes it a character of its field.
  package var escape: UInt8?
  /// A delimiter of several bytes, as `||`; empty where `delimiter` is all of it. Then the parser sees `unitSeparator`.
  package var longDelimiter: [UInt8] = [] {
    didSet { if !longDelimiter.isEmpty { delimiter = Self.unitSeparator } }
  }

  /// Stands for delimiters of several bytes.
  package static let unitSeparator: UInt8 = 0x1F

  /// Whether the text must be changed before libcsv can read it.
  var needsFilter: Bool { comment != nil || escape != nil || !longDelimiter.isEmpty }

  /// As it is written in options and messages.
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

  /// No field may be longer than this many bytes (16 MiB): what is longer is a forgotten quote, not a value.
  package static let longestField = 16 << 20

  /// No table may have more columns, as in spreadsheets: what has more is a wrong delimiter, or no table.
  package static let mostColumns = 16_384
}
