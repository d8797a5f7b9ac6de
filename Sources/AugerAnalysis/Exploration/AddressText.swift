import AugerDiagnostics

/// Percent-encoding for the query string of an exploration.
enum AddressText {
  /// Encodes a name in a key, or a column before its colon: everything except letters, digits, `-`, `_` and `'`.
  static func name(_ text: String) -> String { PercentEncoding.encoded(text, keeping: "-_'") }

  /// Encodes the name of an item. The key `filter` is reserved for filters.
  static func item(_ text: String) -> String { text == "filter" ? "%66ilter" : name(text) }

  /// Encodes the column of a what-if change. If the name ends like a category, it begins with an escape, which marks
  /// the brackets as part of the name.
  static func changedColumn(_ text: String) -> String {
    let written = name(text)
    guard text.contains("["), text.hasSuffix("]"), let first = text.utf8.first, written.first != "%" else {
      return written
    }
    return PercentEncoding.escape(first) + written.dropFirst()
  }

  /// Encodes a value. The colons of a time and single dots are not encoded.
  static func value(_ text: String) -> String {
    let dots = text.contains("..") || text.hasPrefix(".") || text.hasSuffix(".")
    return PercentEncoding.encoded(text, keeping: dots ? "-_':" : "-_':.")
  }

  /// Encodes a string in single quotes. Quotes in the string itself are encoded.
  static func quoted(_ text: String) -> String { "'" + value(text).replacingBytes("'", with: "%27") + "'" }

  /// Decodes bytes. `+` is a space, as in form data. A percent sign at the very end is literal. Nil if an escape does
  /// not consist of two hexadecimal digits or if the result is not UTF-8.
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
