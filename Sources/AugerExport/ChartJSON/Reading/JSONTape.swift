import AugerColumns
import AugerDiagnostics

/// A JSON text (RFC 8259) as a list of its values in input order, 16 bytes each. Strings and numbers remain in the
/// input until a reader requests them. An error identifies a value by its index, from which its path and line are
/// computed on demand.
///
/// Reading takes linear time. AugerDocuments also has a JSON reader, for files that people edit. Its tree stores a
/// string and a location for each value, which is too expensive for a chart with a million numbers.
final class JSONTape: Sendable {
  struct Token: Sendable {
    enum Kind: UInt8, Sendable { case null, `true`, `false`, integer, number, text, escapedText, array, object }

    var kind: Kind
    /// The start of a scalar, without the quote of a string. For an array or object, the opening bracket.
    var start: Int32
    var end: Int32
    /// The index of the token after this one and its contents. Keys of an object are strings before its values.
    var next: Int32
  }

  let bytes: [UInt8]
  let tokens: [Token]

  /// Maximum nesting depth of arrays and objects.
  static let mostDepth = 128
  /// Maximum number of bytes.
  static let mostBytes = 1 << 30

  /// - Throws: `chartJSONInvalid` at the first byte that is not valid JSON.
  init(_ bytes: [UInt8]) throws(AugerError) {
    guard bytes.count <= Self.mostBytes else {
      throw AugerError(
        .chartJSONInvalid, operation: "read chart JSON", "it has \(bytes.count) bytes, more than \(Self.mostBytes)")
    }
    var scanner = TapeScanner(bytes)
    do throws(TapeScanner.Failure) {
      tokens = try scanner.scan()
    } catch {
      throw AugerError(
        .chartJSONInvalid, operation: "read chart JSON", "it is not JSON: \(error.message)",
        place: Self.place(of: error.offset, in: bytes))
    }
    self.bytes = bytes
  }

  /// Returns `line:column`, both from 1. Columns count Unicode characters, as in all locations.
  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    var (line, lineStart) = (1, 0)
    for at in 0..<min(offset, bytes.count) where bytes[at] == UInt8(ascii: "\n") {
      (line, lineStart) = (line + 1, at + 1)
    }
    let column = bytes[lineStart..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
    return "\(line):\(column + 1)"
  }

  /// Returns the error for a value with its path, `categories[0].labels[2]`, and its location.
  func failure(at index: Int, _ message: String, hint: String? = nil) -> AugerError {
    let path = path(of: index)
    let token = tokens[index]
    // The location of a string is that of its opening quote.
    let isText = token.kind == .text || token.kind == .escapedText
    return AugerError(
      .chartJSONInvalid, operation: "read chart JSON", path.isEmpty ? message : "\(path): \(message)",
      place: Self.place(of: Int(token.start) - (isText ? 1 : 0), in: bytes), hint: hint)
  }

  /// Returns the path from the root. Takes linear time in the length of the preceding text.
  private func path(of index: Int) -> String {
    var path = ""
    var parent = 0
    while parent != index {
      var (child, number) = (parent + 1, 0)
      let isObject = tokens[parent].kind == .object
      while true {
        let value = isObject ? child + 1 : child
        if index < Int(tokens[value].next) {
          if isObject { path += (path.isEmpty ? "" : ".") + text(child) } else { path += "[\(number)]" }
          // The error is at a key, whose location is that of its value.
          if index < value { return path }
          parent = value
          break
        }
        (child, number) = (Int(tokens[value].next), number + 1)
      }
    }
    return path
  }

  /// Returns the decoded string of a string or key.
  func text(_ index: Int) -> String {
    let token = tokens[index]
    let range = Int(token.start)..<Int(token.end)
    if token.kind == .text { return String(decoding: bytes[range], as: UTF8.self) }
    return String(decoding: unescaped(range), as: UTF8.self)
  }

  /// Returns the characters of a number, or the undecoded bytes of a string.
  func written(_ index: Int) -> String {
    String(decoding: bytes[Int(tokens[index].start)..<Int(tokens[index].end)], as: UTF8.self)
  }

  /// Returns true if the bytes of a key equal `key`.
  func isText(_ index: Int, _ key: String) -> Bool {
    let token = tokens[index]
    if token.kind == .escapedText { return Name(text(index)) == Name(key) }
    return bytes[Int(token.start)..<Int(token.end)].elementsEqual(key.utf8)
  }

  /// Decodes escapes, which the scanner has already validated.
  private func unescaped(_ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var at = range.lowerBound
    while at < range.upperBound {
      guard bytes[at] == UInt8(ascii: "\\") else {
        result.append(bytes[at])
        at += 1
        continue
      }
      let kind = bytes[at + 1]
      at += 2
      switch kind {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        var code = TapeScanner.code(of: bytes[at..<at + 4]) ?? 0
        at += 4
        if (0xD800...0xDBFF).contains(code) {
          code = 0x10000 + (code - 0xD800) << 10 + ((TapeScanner.code(of: bytes[at + 2..<at + 6]) ?? 0xDC00) - 0xDC00)
          at += 6
        }
        result.append(contentsOf: UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
      default: result.append(kind)
      }
    }
    return result
  }
}

extension Diagnostic.Code {
  /// Text that is not chart JSON, or chart JSON of another version.
  package static let chartJSONInvalid = Self("chartJSONInvalid")
}
