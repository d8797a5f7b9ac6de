import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The parsed options of a CSV source. Most are nil if their value is inferred from the file.
package struct CSVOptions: Sendable {
  /// The treatment of a value that does not fit the type of its column.
  package enum MisfitPolicy: String, Sendable, CaseIterable {
    /// The scan ends with an error that contains the position.
    case fail
    /// The value becomes null and is counted.
    case null
    /// The column gets a wider type, finally string, and the scan starts again.
    case text
    /// The row is skipped and counted.
    case skip
  }

  package enum Header: String, Sendable, CaseIterable { case auto, `true`, `false` }

  package var encoding: TextEncoding?
  package var delimiter: UInt8?
  /// A delimiter of several characters. It replaces `delimiter`.
  package var longDelimiter: [UInt8] = []
  package var escape: UInt8?
  package var quote: UInt8?
  package var header = Header.auto
  /// The number of lines to skip at the start of a file.
  package var skippedLines: Int?
  package var comment: UInt8?
  /// True if no line is a comment.
  package var hasNoComments = false
  /// The policy for values that do not fit. Nil means `fail` for declared columns and `text` for others.
  package var onError: MisfitPolicy?
  /// Words that mean null in every column, in addition to the empty field. Nil means the usual words, in columns that
  /// are not strings.
  package var nullWords: [String]?
  /// True if every field is an unchanged string, and an empty field is an empty string. Only blank lines are skipped
  /// by default.
  package var isAllText = false
  package var isStrict = false
  /// The declared types by column name. They take precedence over inference.
  package var columns: [(name: String, shape: ColumnShape)] = []
  /// The path of a schema file for every file. Nil means the schema file next to each file, if one exists.
  package var schemaPath: String?
  /// The path of the file that lists rejected values.
  package var rejectsPath: String?
  /// Maximum number of rejected values to list. All of them are counted.
  package var rejectsLimit = 1000
  /// True if the files of a directory or pattern form one table.
  package var isUnion = false
  /// The files that the source can read and write.
  package var access = FileAccess.anywhere
  /// The content of the schema file.
  package var schema: CSVSchema?

  package init() {}

  static let delimiterHint = "Use one to eight ASCII characters, or tab, comma, semicolon, pipe or auto."
  static let quoteHint = "Use one ASCII character other than the delimiter."
  static let typeHint = "Use bool, int, float, decimal(p,s), string, date, timestamp, time, interval or binary."

  /// Parses the options of a source. Throws `DiagnosticError` with `unknownOption` or `wrongOptionValue`.
  package init(_ configuration: SourceConfiguration) throws(DiagnosticError) {
    try configuration.checkOptions(CSVAdapter.options)
    if let option = configuration.option("delimiter"), option.text != "auto" {
      guard let bytes = Self.delimiter(named: option.text) else { throw option.wrongValue(hint: Self.delimiterHint) }
      delimiter = bytes.count == 1 ? bytes[0] : CSVDialect.unitSeparator
      longDelimiter = bytes.count == 1 ? [] : bytes
    }
    if let option = configuration.option("escape") {
      guard let byte = Self.quote(named: option.text), byte != delimiter else {
        throw option.wrongValue(hint: "Use one ASCII character other than the delimiter.")
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
        throw option.wrongValue(hint: "Values: auto, " + TextEncoding.allCases.map(\.rawValue).joined(separator: ", "))
      }
      encoding = found
    }
    if let option = configuration.option("comment") {
      guard option.text.utf8.count <= 1 || option.text == "none" else {
        throw option.wrongValue(hint: "Use one ASCII character, or an empty string for none.")
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
        else { throw option.wrongValue(hint: "Write entries as 'Name: type'. " + Self.typeHint) }
        columns.append((text[..<colon].trimmingBlanks, ColumnShape(type)))
      }
    }
  }

  /// True if libcsv must read the file from start to end in one thread. Set by tests.
  package var readsInOneThread = false
  /// The number of rows that type inference reads. Tests use a small number, so that short files exceed it.
  package var sampleRows = 10_000
  /// Number of bytes that a thread reads at once from an uncompressed file. Tests use a small number, so that rows
  /// cross the boundaries.
  package var readSize = FileReader.bufferSize
  /// Maximum number of bytes of a compressed file's chunk that a thread holds.
  package var longestHeldText = 32 << 20

  /// Returns true if rows can be skipped, so that all fields must be read.
  func maySkip(_ shapes: [ColumnShape]) -> Bool { onError == .skip || shapes.contains { $0.onError == .skip } }

  static func delimiter(named text: String) -> [UInt8]? {
    switch text {
    case "tab", "\\t": return [0x09]
    // A comma separates the values of a list, so a comma value can arrive as two empty values.
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
  /// Returns the option as a number. It accepts only digits.
  fileprivate func wholeNumber() throws(DiagnosticError) -> Int {
    guard let number = Int(text), number >= 0 else { throw wrongValue(hint: "Use a whole number, 0 or more.") }
    return number
  }
}

extension StringProtocol {
  /// The string without spaces and tabs at both ends.
  var trimmingBlanks: String {
    var text = self[...]
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }
}
