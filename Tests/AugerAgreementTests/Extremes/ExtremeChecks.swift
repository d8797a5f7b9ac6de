import AugerArrow
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExport
import Foundation

/// The invariants of outputs. Each check returns what is wrong, or nil.
enum ExtremeChecks {
  /// Checks that chart JSON is valid JSON and decodes to an equal model.
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

  /// Checks that Arrow data decodes to the same number of rows and columns.
  static func arrow(_ bytes: [UInt8], _ table: Table) throws -> String? {
    if let finding = size(bytes) { return finding }
    let read = try ArrowIPC.table(from: bytes)
    return read.rowCount == table.rowCount && read.columns.count == table.columns.count
      ? nil : "Arrow reads back with \(read.rowCount) rows and \(read.columns.count) columns"
  }

  /// Checks that a text is valid UTF-8 and ends with a line break.
  static func text(_ bytes: [UInt8]) -> String? {
    if let finding = size(bytes) { return finding }
    if String(validating: bytes, as: UTF8.self) == nil { return "not valid UTF-8" }
    return bytes.last == UInt8(ascii: "\n") ? nil : "the last line has no end"
  }

  /// Checks that a picture is well-formed XML, its numbers are finite and near the page, and its size is in proportion
  /// to its marks.
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

  /// Checks that the pictures in a page are well-formed and the page is complete.
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

  /// Returns false if a text contains `nan`, `inf`, an exponent or a number with more than seven digits before the
  /// decimal point. Coordinates are clamped to ±4,000,000.
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
        // In paths and functions, a letter can follow a number directly. Only `e` is ambiguous.
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

  /// A picture can have 50,000 marks, and a mark can have several elements.
  private static let mostElements = 200_000
  private static let mostBytes = 64 << 20

  private static func size(_ bytes: [UInt8]) -> String? {
    bytes.count <= mostBytes ? nil : "\(bytes.count) bytes"
  }

  /// Returns the position of `wanted` in `bytes`.
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
