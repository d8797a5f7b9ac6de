import AugerDiagnostics
import AugerExport
import AugerQuery

/// The form of a URL for logs and files, which contains no usable tokens.
enum RecordedAddress {
  /// Returns path and query with tokens replaced by their digests. A token is the part after `/e/`, or any part in the
  /// format of a token.
  static func text(_ request: SiteRequest) -> String { text(path: request.path, query: request.query) }

  /// Returns the same for a URL as it was received.
  static func text(_ address: String) -> String {
    let mark = address.utf8.firstIndex(of: UInt8(ascii: "?")) ?? address.endIndex
    return text(path: String(address[..<mark]), query: String(address[mark...].dropFirst()))
  }

  private static func text(path: String, query: String) -> String {
    var isToken = false
    let path = joined(path, at: "/") { part in
      let isEmpty = part.isEmpty
      defer { isToken = isMark(part) || isToken && isEmpty }
      return isToken && !isEmpty || looksLikeToken(part)
    }
    return query.isEmpty ? path : path + "?" + joined(query, at: "&", where: looksLikeToken)
  }

  private static func joined(
    _ text: String, at separator: Unicode.Scalar, where isSecret: (Substring.UTF8View) -> Bool
  ) -> String {
    text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map { part in
      let part = Substring(part).utf8
      return isSecret(part) ? String(SHA256.text(Array(part)).prefix(12)) : String(Substring(part))
    }.joined(separator: String(separator))
  }

  /// Returns true for the part of a path that precedes a token.
  private static func isMark(_ part: Substring.UTF8View) -> Bool {
    part.count <= 3 && PercentEncoding.decodedPart(Substring(part)).map { Name($0) == Name("e") } == true
  }

  /// Returns true for a token of `auger token`, and for three base64 parts separated by points.
  private static func looksLikeToken(_ part: Substring.UTF8View) -> Bool {
    guard part.count >= 26 else { return false }
    if Substring(part).contains("auger_") { return true }
    let texts = part.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard texts.count >= 3 else { return false }
    return (1..<texts.count - 1).contains { index in
      texts[index].allSatisfy(isBase64) && min(texts[index].count, length(texts[index - 1].reversed())) >= 16
        && length(texts[index + 1]) >= 16
    }
  }

  private static func length(_ text: some Sequence<UInt8>) -> Int {
    var count = 0
    for byte in text {
      guard isBase64(byte) else { break }
      count += 1
    }
    return count
  }

  private static func isBase64(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
    default: false
    }
  }
}
