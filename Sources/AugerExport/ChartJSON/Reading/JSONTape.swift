import AugerColumns
import AugerDiagnostics

/// A JSON text (RFC 8259) as a list of its values in the order written: 16 bytes for each, texts and numbers left
/// where they stand until a reader asks for them. An error names a value by its index, from which the value's path and
/// line are found when they are needed.
///
/// Reading takes time in proportion to the text. AugerDocuments has a reader of JSON too, for what people write by
/// hand: its tree holds a text and a place for each value, which a chart of a million numbers cannot afford.
final class JSONTape: Sendable {
  struct Token: Sendable {
    enum Kind: UInt8, Sendable { case null, `true`, `false`, integer, number, text, escapedText, array, object }

    var kind: Kind
    /// The bytes of a scalar, those of a text without its quotes; of an array or object the opening bracket.
    var start: Int32
    var end: Int32
    /// Index of the token behind this one and all that is inside of it. Keys of an object are texts before its values.
    var next: Int32
  }

  let bytes: [UInt8]
  let tokens: [Token]

  /// Arrays and objects inside of one another.
  static let mostDepth = 128
  /// Bytes of a text.
  static let mostBytes = 1 << 30

  /// - Throws: `chartJSONInvalid` at the first byte that is not JSON.
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

  /// `line:column`, both from 1, columns in characters of Unicode as all places count them.
  private static func place(of offset: Int, in bytes: [UInt8]) -> String {
    var (line, lineStart) = (1, 0)
    for at in 0..<min(offset, bytes.count) where bytes[at] == UInt8(ascii: "\n") {
      (line, lineStart) = (line + 1, at + 1)
    }
    let column = bytes[lineStart..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
    return "\(line):\(column + 1)"
  }

  /// What is wrong with a value: its path, `categories[0].labels[2]`, and its place in the text.
  func failure(at index: Int, _ message: String, hint: String? = nil) -> AugerError {
    let path = path(of: index)
    let token = tokens[index]
    // A text is where its opening quote is.
    let isText = token.kind == .text || token.kind == .escapedText
    return AugerError(
      .chartJSONInvalid, operation: "read chart JSON", path.isEmpty ? message : "\(path): \(message)",
      place: Self.place(of: Int(token.start) - (isText ? 1 : 0), in: bytes), hint: hint)
  }

  /// The way from the root. Takes time in proportion to what stands before the value.
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
          // A key is at the place of its value.
          if index < value { return path }
          parent = value
          break
        }
        (child, number) = (Int(tokens[value].next), number + 1)
      }
    }
    return path
  }

  /// The text of a text or key.
  func text(_ index: Int) -> String {
    let token = tokens[index]
    let range = Int(token.start)..<Int(token.end)
    if token.kind == .text { return String(decoding: bytes[range], as: UTF8.self) }
    return String(decoding: unescaped(range), as: UTF8.self)
  }

  /// The characters of a number, or the bytes of a text as they are written.
  func written(_ index: Int) -> String {
    String(decoding: bytes[Int(tokens[index].start)..<Int(tokens[index].end)], as: UTF8.self)
  }

  /// Whether a key is written as these bytes.
  func isText(_ index: Int, _ key: String) -> Bool {
    let token = tokens[index]
    if token.kind == .escapedText { return Name(text(index)) == Name(key) }
    return bytes[Int(token.start)..<Int(token.end)].elementsEqual(key.utf8)
  }

  /// The scanner has found every escape to be whole.
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
  /// A text that is no chart JSON, or chart JSON of another version.
  package static let chartJSONInvalid = Self("chartJSONInvalid")
}
