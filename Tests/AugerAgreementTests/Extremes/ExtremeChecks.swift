import AugerArrow
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExport
import Foundation

/// The invariants of outputs. Each check returns what is wrong, or nil.
enum ExtremeChecks {
  /// Chart JSON is JSON, and reads back as an equal model.
  static func chartJSON(_ model: ChartModel, includesTexts: Bool) throws -> String? {
    let bytes = ChartJSON(includesTexts: includesTexts).data(for: model)
    if let finding = json(bytes) { return finding }
    do {
      let read = try ChartJSON().model(from: bytes)
      return read == model ? nil : "the chart JSON reads back as another model"
    } catch {
      return "the chart JSON is not read back: \(error)"
    }
  }

  static func json(_ bytes: [UInt8]) -> String? {
    if let finding = size(bytes) { return finding }
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
      return nil
    } catch {
      return "not valid JSON: \(error)"
    }
  }

  /// Arrow reads back with the same number of rows and columns.
  static func arrow(_ bytes: [UInt8], _ table: Table) throws -> String? {
    if let finding = size(bytes) { return finding }
    let read = try ArrowIPC.table(from: bytes)
    return read.rowCount == table.rowCount && read.columns.count == table.columns.count
      ? nil : "Arrow reads back with \(read.rowCount) rows and \(read.columns.count) columns"
  }

  /// A text ends with a line end and is valid UTF-8.
  static func text(_ bytes: [UInt8]) -> String? {
    if let finding = size(bytes) { return finding }
    if String(validating: bytes, as: UTF8.self) == nil { return "not valid UTF-8" }
    return bytes.last == UInt8(ascii: "\n") ? nil : "the last line has no end"
  }

  /// A picture is well-formed, its numbers are finite and near its page, and its size is in proportion to its marks.
  static func picture(_ bytes: [UInt8], _ model: ChartModel) -> String? {
    if let finding = size(bytes) { return finding }
    do throws(DiagnosticError) {
      let root = try XMLDocument.parse(bytes: bytes, name: "picture.svg")
      var count = 0
      if let finding = element(root, &count) { return finding }
      return count <= mostElements ? nil : "\(count) elements"
    } catch {
      return "not well-formed: \(error.description.prefix(300))"
    }
  }

  /// The pictures in a page are well-formed, and the page ends.
  static func page(_ bytes: [UInt8]) -> String? {
    if let finding = size(bytes) { return finding }
    let (open, close) = (Array("<svg ".utf8), Array("</svg>".utf8))
    var at = 0
    while let start = range(of: open, in: bytes, from: at) {
      guard let end = range(of: close, in: bytes, from: start) else { return "a picture of the page does not end" }
      at = end + close.count
      if let finding = picturePart(Array(bytes[start..<at])) { return finding }
    }
    return range(of: Array("</html>".utf8), in: bytes, from: max(0, bytes.count - 40)) == nil
      ? "the page does not end with </html>" : nil
  }

  private static func picturePart(_ bytes: [UInt8]) -> String? {
    do throws(DiagnosticError) {
      var count = 0
      return element(try XMLDocument.parse(bytes: bytes, name: "part.svg"), &count)
    } catch {
      return "a picture of the page is not well-formed: \(error.description.prefix(300))"
    }
  }

  // MARK: Elements

  private static let geometry: Set<String> = [
    "viewBox", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "width", "height", "d",
    "points",
    "transform", "offset", "stroke-dasharray", "stroke-width", "font-size", "opacity", "fill-opacity", "textLength",
  ]

  private static func element(_ node: AttributedNode, _ count: inout Int) -> String? {
    count += 1
    for attribute in node.attributes where geometry.contains(attribute.name) {
      if !hasPlainNumbers(attribute.value) {
        return "<\(node.name) \(attribute.name)=\"\(attribute.value.prefix(80))\">"
      }
    }
    for child in node.children {
      if let finding = element(child, &count) { return finding }
    }
    return nil
  }

  /// False if a text has `nan`, `inf`, an exponent or a number of more than seven digits before its point: coordinates
  /// beyond the page are held at 4 000 000.
  private static func hasPlainNumbers(_ text: String) -> Bool {
    var digits = 0
    var isFraction = false
    var previous: UInt8 = 0
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39:
        digits += isFraction ? 0 : 1
        if digits > 7 { return false }
      case UInt8(ascii: "."): isFraction = true
      default:
        // Letters of functions and path commands may touch a number, except these.
        let isDigit = (0x30...0x39).contains(previous)
        if isDigit, byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") { return false }
        (digits, isFraction) = (0, false)
      }
      previous = byte
    }
    let lower = text.lowercased()
    return !lower.contains("nan") && !lower.contains("inf")
  }

  // MARK: Sizes

  /// Pictures may have 50 000 marks, and some marks have several elements.
  private static let mostElements = 200_000
  private static let mostBytes = 64 << 20

  private static func size(_ bytes: [UInt8]) -> String? {
    bytes.count <= mostBytes ? nil : "\(bytes.count) bytes"
  }

  /// The start of a sequence of bytes.
  private static func range(of wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count >= wanted.count, start <= bytes.count - wanted.count else { return nil }
    var at = start
    while at <= bytes.count - wanted.count {
      if bytes[at] == wanted[0], bytes[at..<(at + wanted.count)].elementsEqual(wanted) { return at }
      at += 1
    }
    return nil
  }
}
