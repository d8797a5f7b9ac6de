import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery
import Foundation

/// A schema file, which declares the layout of a CSV file. Missing keys are inferred.
///
/// ```yaml
/// encoding: utf-8
/// delimiter: ";"
/// header: true
/// skipLines: 2
/// columns:
///   - { name: Day, type: date, format: DD.MM.YYYY }
///   - { name: Amount, type: float, decimal: ",", grouping: ".", nullWords: [NA], onError: null }
/// ```
package struct CSVSchema: Sendable {
  package struct ColumnEntry: Sendable {
    package var name: String
    package var shape: ColumnShape
    /// The position of the entry: `sales.schema.yaml:6`.
    package var place: String
  }

  package var path: String
  package var encoding: TextEncoding?
  package var delimiter: [UInt8]?
  package var quote: UInt8?
  package var escape: UInt8?
  package var header: Bool?
  package var skippedLines: Int?
  /// The comment character. Empty if no line is a comment.
  package var comment: String?
  package var onError: CSVOptions.MisfitPolicy?
  package var nullWords: [String]?
  package var columns: [ColumnEntry] = []

  /// Returns the path of the schema file of a data file: `Data/sales.csv` has `Data/sales.schema.yaml`.
  package static func path(beside file: String) -> String {
    let name = CSVPaths.stem(CSVPaths.fileName(file)) + ".schema.yaml"
    let directory = CSVPaths.directory(file)
    return directory.isEmpty ? name : CSVPaths.join(directory, name)
  }

  /// Reads a schema file. Throws `fileNotFound`, `fileUnreadable`, `pathNotAllowed`, or one `DiagnosticError` with
  /// every error in it.
  package init(contentsOf path: String, _ access: FileAccess = .anywhere) throws {
    guard let data = try access.contents(of: path) else {
      throw AugerError(
        FileManager.default.fileExists(atPath: path) ? .fileUnreadable : .fileNotFound, operation: "read the schema",
        "file '\(path)' does not exist or is not readable", hint: CSVPaths.suggestion(for: path))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw AugerError(.invalidUTF8, operation: "read the schema", "'\(path)' is not UTF-8 text", place: path)
    }
    try self.init(parsing: SourceText(name: path, text: text))
  }

  package init(parsing source: SourceText) throws(DiagnosticError) {
    path = source.name
    let collector = DiagnosticCollector()
    var reader = DocumentReader(
      try YAMLDocument.parse(source), as: "the schema", of: CSVKeys.schema,
      reporting: collector)
    encoding = reader.parsed("encoding", hint: TextEncoding.allCases.map(\.rawValue).joined(separator: ", ")) {
      TextEncoding(name: $0)
    }
    delimiter = reader.parsed("delimiter", hint: CSVOptions.delimiterHint) { CSVOptions.delimiter(named: $0) }
    quote = reader.parsed("quote", hint: CSVOptions.quoteHint) { CSVOptions.quote(named: $0) }
    escape = reader.parsed("escape", hint: "Use one ASCII character.") { CSVOptions.quote(named: $0) }
    header = reader.bool("header")
    skippedLines = reader.int("skipLines")
    comment = reader.parsed("comment", hint: "Use one ASCII character, or an empty string for none.") {
      $0.utf8.count <= 1 ? $0 : nil
    }
    onError = reader.policy()
    nullWords = reader.texts("nullWords")?.map(\.text)
    for node in reader.list("columns") ?? [] {
      var column = DocumentReader(node, as: "a column", of: CSVKeys.column, reporting: collector)
      if let entry = ColumnEntry(&column, node) { columns.append(entry) }
    }
    reader.finish()
    try collector.throwIfErrors()
  }

  /// Returns the options, with missing ones set from the schema.
  func completing(_ options: CSVOptions) -> CSVOptions {
    var result = options
    result.encoding = options.encoding ?? encoding
    if options.delimiter == nil, let delimiter {
      result.delimiter = delimiter.count == 1 ? delimiter[0] : CSVDialect.unitSeparator
      result.longDelimiter = delimiter.count == 1 ? [] : delimiter
    }
    result.escape = options.escape ?? escape
    result.quote = options.quote ?? quote
    if options.header == .auto, let header { result.header = header ? .true : .false }
    result.skippedLines = options.skippedLines ?? skippedLines
    if options.comment == nil, let comment {
      result.comment = comment.utf8.first
      result.hasNoComments = comment.isEmpty
    }
    result.onError = options.onError ?? onError
    result.nullWords = options.nullWords ?? nullWords
    result.schema = self
    return result
  }

  /// Assigns the declared shapes to the columns of a file: by name if the file has a header, otherwise by position.
  ///
  /// Throws `schemaMismatch` for a column that the file does not have.
  func apply(to layout: inout CSVLayout, _ options: CSVOptions, title: String) throws(AugerError) {
    for (position, entry) in columns.enumerated() {
      let column =
        layout.hasHeader
        ? layout.names.firstIndex(ofName: entry.name)
        : position < layout.names.count ? position : nil
      guard let column else {
        throw AugerError(
          .schemaMismatch, operation: "read '\(title)'",
          "the file has no column '\(entry.name)', which \(entry.place) describes", place: title,
          hint: layout.hasHeader
            ? DidYouMean.hint(for: entry.name, among: layout.names, listing: "columns")
            : "Correct the schema file. The data file has \(layout.names.count) columns.")
      }
      if !layout.hasHeader { layout.names[column] = entry.name }
      if !options.isAllText, layout.declared[column] == nil { layout.declared[column] = entry.shape }
    }
  }
}

extension CSVSchema.ColumnEntry {
  fileprivate init?(_ reader: inout DocumentReader, _ node: DocumentNode) {
    let name = reader.string("name")
    let type = reader.parsed("type", hint: CSVOptions.typeHint) { DataType(name: $0) }
    var shape = ColumnShape(type ?? .string)
    if reader.value("type") == nil { return nil }
    let decimal = reader.string("decimal")
    let grouping = reader.string("grouping")
    if decimal != nil || grouping != nil {
      if let style = NumberStyle(decimal: decimal ?? ".", grouping: grouping ?? "") {
        shape.number = style
      } else if let wrong = reader.value("grouping") ?? reader.value("decimal") {
        reader.reject(
          wrong, "no numbers are written with the decimal sign '\(decimal ?? ".")' and groups by '\(grouping ?? "")'",
          hint: "Use '.' or ',' for decimal, and ',', '.', ' ' or \"'\" for grouping. The two must differ.")
      }
    }
    let patterns = ([.iso] + DateStyle.others).map(\.pattern).joined(separator: ", ")
    if let style = reader.parsed("format", hint: patterns, { DateStyle(pattern: $0) }) { shape.date = style }
    shape.nullWords = reader.texts("nullWords")?.map(\.text)
    shape.onError = reader.policy()
    reader.finish()
    guard let name, type != nil else { return nil }
    self.init(name: name, shape: shape, place: "\(node.source.name):\(node.place.position?.line ?? 1)")
  }
}

extension DocumentReader {
  /// Returns the parsed string of a key. Reports an error if `parse` returns nil.
  fileprivate mutating func parsed<Value>(_ key: String, hint: String, _ parse: (String) -> Value?) -> Value? {
    guard let text = string(key), let node = value(key) else { return nil }
    if let value = parse(text) { return value }
    reject(node, "'\(key)' cannot be '\(text)'", hint: hint)
    return nil
  }

  /// Returns the policy. `onError: null` can be the null of YAML or the policy of that name.
  fileprivate mutating func policy() -> CSVOptions.MisfitPolicy? {
    if let entry = entry("onError"), entry.value.isNull { return .null }
    return choice("onError", of: CSVOptions.MisfitPolicy.allCases.map { ($0.rawValue, $0) })
  }
}
