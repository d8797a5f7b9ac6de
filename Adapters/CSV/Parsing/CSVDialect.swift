/// How a delimited text is punctuated.
package struct CSVDialect: Sendable, Hashable {
  package var delimiter: UInt8
  package var quote: UInt8
  /// Refuse bare and misplaced quotes instead of reading on as spreadsheets do.
  package var isStrict: Bool
  /// Lines that begin with this byte are no rows.
  package var comment: UInt8?

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
