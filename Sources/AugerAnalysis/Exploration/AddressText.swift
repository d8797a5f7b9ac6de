import AugerDiagnostics

/// Percent-encoding for the address form of an exploration.
enum AddressText {
  /// A name in a key, or a column before its colon: everything but letters, digits, `-`, `_` and `'` is encoded.
  static func name(_ text: String) -> String { PercentEncoding.encoded(text, keeping: "-_'") }

  /// The name of an item: `filter` alone means the filters.
  static func item(_ text: String) -> String { text == "filter" ? "%66ilter" : name(text) }

  /// The column of a what-if change. A name that ends as a category does begins with an escape, which says that its
  /// brackets are its own.
  static func changedColumn(_ text: String) -> String {
    let written = name(text)
    guard text.contains("["), text.hasSuffix("]"), let first = text.utf8.first, written.first != "%" else {
      return written
    }
    return PercentEncoding.escape(first) + written.dropFirst()
  }

  /// A value: may show the colons of a time and single dots as they are.
  static func value(_ text: String) -> String {
    let dots = text.contains("..") || text.hasPrefix(".") || text.hasSuffix(".")
    return PercentEncoding.encoded(text, keeping: dots ? "-_':" : "-_':.")
  }

  /// A text in single quotes. Those of the text itself are encoded.
  static func quoted(_ text: String) -> String { "'" + value(text).replacingBytes("'", with: "%27") + "'" }

  /// Decodes bytes; `+` is a blank, as forms send it. A percent sign at the very end stands for itself. Nil where an
  /// escape is not two hexadecimal digits or the result is not UTF-8.
  static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
    var result: [UInt8] = []
    var at = bytes.startIndex
    while at < bytes.endIndex {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
      case UInt8(ascii: "%") where at < bytes.endIndex:
        guard at + 1 < bytes.endIndex, let high = PercentEncoding.digit(bytes[at]),
          let low = PercentEncoding.digit(bytes[at + 1])
        else { return nil }
        result.append(high << 4 | low)
        at += 2
      default: result.append(byte)
      }
    }
    return String(validating: result, as: UTF8.self)
  }
}
