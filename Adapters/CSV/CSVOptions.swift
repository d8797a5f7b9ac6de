import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The options of a CSV source, read and checked. Nil, mostly: found by looking at the file.
package struct CSVOptions: Sendable {
  /// What happens to a value that does not fit the type of its column.
  package enum MisfitPolicy: String, Sendable, CaseIterable {
    /// The scan ends with an error that says the place.
    case fail
    /// The value becomes null, counted.
    case null
    /// The column becomes wider, text at the last, and the scan starts again.
    case text
    /// The row is left out, counted.
    case skip
  }

  package enum Header: String, Sendable, CaseIterable { case auto, `true`, `false` }

  package var encoding: TextEncoding?
  package var delimiter: UInt8?
  /// A delimiter of several characters, instead of `delimiter`.
  package var longDelimiter: [UInt8] = []
  package var escape: UInt8?
  package var quote: UInt8?
  package var header = Header.auto
  /// Lines at the top that are no rows.
  package var skippedLines: Int?
  package var comment: UInt8?
  /// No line is a comment, whatever it looks like.
  package var hasNoComments = false
  /// Nil: `fail` for columns whose type was written down, `text` for the others.
  package var onError: MisfitPolicy?
  /// Words that stand for null in every column, beside the empty field. Nil: the usual ones, in columns that are not
  /// text.
  package var nullWords: [String]?
  /// Every field is text as it stands; an empty one is an empty string. No line is left out unless that was asked for,
  /// but for blank ones.
  package var isAllText = false
  package var isStrict = false
  /// Types that were written down, by column name; they are law.
  package var columns: [(name: String, shape: ColumnShape)] = []
  /// A schema file to be used for every file. Nil: the one beside each file, if there is one.
  package var schemaPath: String?
  /// Where rejected values are listed.
  package var rejectsPath: String?
  /// As many are listed; all are counted.
  package var rejectsLimit = 1000
  /// The files of a directory or pattern are one table.
  package var isUnion = false
  /// The files that may be read and written.
  package var access = FileAccess.anywhere
  /// What was read from the schema file.
  package var schema: CSVSchema?

  package init() {}

  static let delimiterHint = "one ASCII character, up to eight of them, or tab, comma, semicolon, pipe, auto"
  static let quoteHint = "one ASCII character other than the delimiter"
  static let typeHint = "types: bool, int, float, decimal(p,s), string, date, timestamp, time, interval, binary"

  /// Throws `DiagnosticError` with `unknownOption` or `wrongOptionValue`.
  package init(_ configuration: SourceConfiguration) throws(DiagnosticError) {
    try configuration.checkOptions(CSVAdapter.options)
    if let option = configuration.option("delimiter"), option.text != "auto" {
      guard let bytes = Self.delimiter(named: option.text) else { throw option.wrongValue(hint: Self.delimiterHint) }
      delimiter = bytes.count == 1 ? bytes[0] : CSVDialect.unitSeparator
      longDelimiter = bytes.count == 1 ? [] : bytes
    }
    if let option = configuration.option("escape") {
      guard let byte = Self.quote(named: option.text), byte != delimiter else {
        throw option.wrongValue(hint: "one ASCII character other than the delimiter")
      }
      escape = byte
    }
    if let option = configuration.option("quote") {
      guard option.values.count == 1, let byte = Self.quote(named: option.text), byte != delimiter else {
        throw option.wrongValue(hint: Self.quoteHint)
      }
      quote = byte
    }
    if let option = configuration.option("header") {
      header = option.text == "auto" ? .auto : try option.bool() ? .true : .false
    }
    if let option = configuration.option("encoding"), option.text != "auto" {
      guard let found = TextEncoding(name: option.text) else {
        throw option.wrongValue(hint: "values: auto, " + TextEncoding.allCases.map(\.rawValue).joined(separator: ", "))
      }
      encoding = found
    }
    if let option = configuration.option("comment") {
      guard option.text.utf8.count <= 1 || option.text == "none" else {
        throw option.wrongValue(hint: "one ASCII character, or none")
      }
      comment = option.text.utf8.count == 1 ? option.text.utf8.first : nil
      hasNoComments = comment == nil
    }
    skippedLines = try configuration.option("skipLines")?.wholeNumber()
    onError = try configuration.option("onError")?.choice(of: MisfitPolicy.self)
    nullWords = configuration.option("nullWords")?.values
    isAllText = try configuration.option("asText")?.bool() ?? false
    isStrict = try configuration.option("strict")?.bool() ?? false
    isUnion = try configuration.option("union")?.bool() ?? false
    schemaPath = configuration.path("schema")
    rejectsPath = configuration.path("rejects")
    access = configuration.access
    rejectsLimit = try configuration.option("rejectsLimit")?.wholeNumber() ?? rejectsLimit
    if let option = configuration.option("columns") {
      for text in option.values {
        guard let colon = text.lastIndex(of: ":"),
          let type = DataType(name: text[text.index(after: colon)...].trimmingBlanks)
        else { throw option.wrongValue(hint: "entries are 'Name: type'; " + Self.typeHint) }
        columns.append((text[..<colon].trimmingBlanks, ColumnShape(type)))
      }
    }
  }

  /// For tests: as if the text could only be read from its beginning to its end, by libcsv.
  package var readsInOneThread = false
  /// So many rows are looked at for the types of columns. Tests take few, so that a short text goes on beyond them.
  package var sampleRows = 10_000
  /// Bytes that threads read at once from an uncompressed file. Tests take few, so that the rows of a short text lie
  /// across their borders.
  package var readSize = FileReader.bufferSize
  /// Bytes of a compressed file's chunk that a thread holds at most.
  package var longestHeldText = 32 << 20

  /// Whether a row may be left out, so that all its fields must be looked at.
  func maySkip(_ shapes: [ColumnShape]) -> Bool { onError == .skip || shapes.contains { $0.onError == .skip } }

  static func delimiter(named text: String) -> [UInt8]? {
    switch text {
    case "tab", "\\t": return [0x09]
    // A comma is what separates the values of a list, so that it may arrive as two empty ones.
    case "comma": return [UInt8(ascii: ",")]
    case "semicolon": return [UInt8(ascii: ";")]
    case "pipe": return [UInt8(ascii: "|")]
    default:
      let bytes = Array(text.utf8)
      let areUsable = bytes.allSatisfy { $0 < 0x80 && ![0x0A, 0x0D, 0x22, 0].contains($0) }
      return (1...8).contains(bytes.count) && areUsable ? bytes : nil
    }
  }

  static func quote(named text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, byte > 0x20 else { return nil }
    return byte
  }
}

extension SourceOption {
  /// Digits only.
  fileprivate func wholeNumber() throws(DiagnosticError) -> Int {
    guard let number = Int(text), number >= 0 else { throw wrongValue(hint: "a whole number, 0 or more") }
    return number
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
