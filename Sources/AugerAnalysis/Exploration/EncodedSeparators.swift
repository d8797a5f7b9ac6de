import AugerColumns
import AugerDiagnostics

/// Reads query strings with separators that a client percent-encoded. Many HTTP libraries do so.
///
/// The query string also encodes separators that are part of a string, so that an escape is ambiguous. A parameter is
/// first read unchanged. If it is invalid, it is read again with its separators decoded. Encoded commas of a list
/// always separate its values. Escapes in single quotes are part of the string.
enum EncodedSeparators {
  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let parameters = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    return parameters.map { decoded(parameter: Array($0)) }.joined(separator: "&")
  }

  private static func decoded(parameter bytes: [UInt8]) -> String {
    let bytes = category(bytes)
    let written = String(decoding: bytes, as: UTF8.self)
    if isRead(written) { return written }
    let plain = String(decoding: plain(bytes), as: UTF8.self)
    return isRead(plain) ? plain : written
  }

  private static func isRead(_ text: String) -> Bool {
    var reader = ExplorationReader(SourceText(name: "exploration", text: text))
    return (try? reader.read()) != nil
  }

  private static let separators = Set(";[]/,:~$".utf8)

  /// Returns the bytes with each escaped separator decoded, except in single quotes.
  private static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isQuoted = false
    var at = 0
    while at < bytes.count {
      var byte = bytes[at]
      var length = 1
      if byte == UInt8(ascii: "%"), at + 2 < bytes.count, let text = AddressText.decoded(bytes[at..<at + 3]),
        text.utf8.count == 1, let decoded = text.utf8.first
      {
        (byte, length) = (decoded, 3)
      }
      let startsScalar = result.last.map { separators.contains($0) || $0 == UInt8(ascii: "=") } ?? true
      if byte == UInt8(ascii: "'"), isQuoted || startsScalar { isQuoted.toggle() }
      if length == 3, isQuoted || !separators.contains(byte) {
        result += bytes[at..<at + 3]
      } else {
        result.append(byte)
      }
      at += length
    }
    return result
  }

  private static let comma = ["%2C", "%2c"].map { Array($0.utf8) }
  private static let quotes = ["'", "%27"].map { Array($0.utf8) }

  /// Splits a part of a list, between two unencoded commas, at encoded commas. Commas in single quotes and in dates
  /// such as `date(2011,1,1)` do not separate.
  static func values(_ part: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    guard let text = AddressText.decoded(part), text.utf8.contains(UInt8(ascii: ",")),
      case .string = ScalarLiteral.read(text)
    else { return [part] }
    func startsComma(_ bytes: ArraySlice<UInt8>) -> Bool { comma.contains { bytes.starts(with: $0) } }
    var values: [ArraySlice<UInt8>] = []
    // The rest of the part, starting at the current value, and the length of that value.
    var (rest, length) = (part, 0)
    // The opening quote in its original encoding. The closing quote must be encoded in the same way.
    var quote: [UInt8]?
    while length < rest.count {
      let ahead = rest.dropFirst(length)
      if let open = quote {
        let isClosing = ahead.starts(with: open)
        length += isClosing ? open.count : 1
        let after = rest.dropFirst(length)
        if isClosing, after.isEmpty || startsComma(after) { quote = nil }
      } else if startsComma(ahead) {
        values.append(rest.prefix(length))
        (rest, length) = (ahead.dropFirst(3), 0)
      } else if length == 0, let open = quotes.first(where: { ahead.starts(with: $0) }) {
        quote = open
        length = open.count
      } else {
        length += 1
      }
    }
    return values + [rest]
  }

  /// Decodes the brackets of a what-if change: `Sales.whatif.Amount%5BEurope%5D=5`.
  private static func category(_ bytes: [UInt8]) -> [UInt8] {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let equals = text.firstIndex(of: "="), let change = text[..<equals].firstRange(of: ".whatif.") else {
      return bytes
    }
    let column = text[change.upperBound..<equals]
    // The writer begins with an escape if the brackets are part of the column's name.
    guard !column.hasPrefix("%"), column.uppercased().hasSuffix("%5D"),
      let open = column.firstRange(of: "%5B") ?? column.firstRange(of: "%5b")
    else { return bytes }
    let inner = column[open.upperBound...].dropLast(3)
    let key = "\(text[..<open.lowerBound])[\(inner)]"
    return Array((key + text[equals...]).utf8)
  }
}
