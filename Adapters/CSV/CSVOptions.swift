import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The options of a CSV source, read and checked.
package struct CSVOptions: Sendable {
  /// What happens to a value that does not fit the type of its column.
  package enum MisfitPolicy: String, Sendable, CaseIterable {
    /// The scan ends with an error that tells the place.
    case fail
    /// The value becomes null, counted.
    case null
    /// The column becomes wider, text at the last, and the scan starts again.
    case text
    /// The row is left out, counted.
    case skip
  }

  package enum Header: String, Sendable, CaseIterable { case auto, `true`, `false` }

  /// Nil: found by looking at the file.
  package var delimiter: UInt8?
  package var quote: UInt8 = UInt8(ascii: "\"")
  package var header = Header.auto
  /// Nil: `fail` for columns whose type was written down, `text` for the others.
  package var onError: MisfitPolicy?
  /// Words that stand for null, beside the empty field.
  package var nullWords: [String] = []
  /// Every field is text as it stands; an empty one is an empty string.
  package var isAllText = false
  package var isStrict = false
  /// Types that were written down, by column name; they are law.
  package var columns: [(name: String, type: DataType)] = []

  package init() {}

  static let names = ["delimiter", "header", "quote", "onError", "nullWords", "asText", "strict", "columns"]

  /// Throws `DiagnosticError` with `unknownOption` or `wrongOptionValue`.
  init(_ configuration: SourceConfiguration) throws(DiagnosticError) {
    try configuration.checkOptions(known: Self.names)
    if let option = configuration.option("delimiter") { delimiter = try Self.delimiter(option) }
    if let option = configuration.option("quote") {
      guard option.values.count == 1, option.text.utf8.count == 1, let byte = option.text.utf8.first,
        byte != delimiter, byte > 0x20
      else { throw option.wrongValue(hint: "one ASCII character other than the delimiter") }
      quote = byte
    }
    if let option = configuration.option("header") {
      header = option.text == "auto" ? .auto : try option.bool() ? .true : .false
    }
    onError = try configuration.option("onError")?.choice(of: MisfitPolicy.self)
    nullWords = configuration.option("nullWords")?.values ?? []
    isAllText = try configuration.option("asText")?.bool() ?? false
    isStrict = try configuration.option("strict")?.bool() ?? false
    if let option = configuration.option("columns") {
      for text in option.values {
        guard let colon = text.lastIndex(of: ":"),
          let type = DataType(name: text[text.index(after: colon)...].trimmingBlanks)
        else {
          throw option.wrongValue(
            hint: "entries are 'Name: type' with bool, int, float, decimal(p,s), string, date, timestamp")
        }
        columns.append((text[..<colon].trimmingBlanks, type))
      }
    }
  }

  private static func delimiter(_ option: SourceOption) throws(DiagnosticError) -> UInt8? {
    // A comma is what separates the values of a list, so that it may arrive as two empty ones.
    switch option.text {
    case "auto": return nil
    case "tab", "\\t": return 0x09
    case "comma": return UInt8(ascii: ",")
    case "semicolon": return UInt8(ascii: ";")
    case "pipe": return UInt8(ascii: "|")
    default:
      guard option.text.utf8.count == 1, let byte = option.text.utf8.first, byte != 0x0A, byte != 0x0D, byte != 0x22
      else { throw option.wrongValue(hint: "one ASCII character, or tab, comma, semicolon, pipe, auto") }
      return byte
    }
  }
}

extension StringProtocol {
  /// Without blanks and tabs at both ends.
  var trimmingBlanks: String {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
