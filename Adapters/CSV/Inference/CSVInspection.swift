import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The properties of a CSV file that `auger inspect` shows.
package struct CSVInspection: Sendable {
  package var name: String
  package var path: String
  package var form: CSVForm
  package var isCompressed: Bool
  package var hasHeader: Bool
  package var schema: Schema
  package var shapes: [ColumnShape]
  /// The number of data rows that were sampled.
  package var sampledRows: Int
  package var isWholeFile: Bool
  package var byteCount: Int
  package var lineEnd: String
  /// The path of the schema file that was applied.
  package var schemaPath: String?
  /// Date columns whose order of day and month is unknown. They are string columns.
  package var undecidedDates: [String]
  /// The content of a schema file that describes these properties.
  package var schemaText: String

  package var dialect: CSVDialect { form.dialect }

  package let schemaFile: String
  package let isStandardInput: Bool

  /// Inspects one file. Throws the errors of a first scan, and `notAFile` for a directory.
  package init(path: String, options: [SourceOption] = [], _ control: RunControl = RunControl()) throws {
    let configuration = SourceConfiguration(name: "csv", location: path, options: options)
    let table = CSVTable(
      name: CSVPaths.stem(CSVPaths.fileName(path)), path: path, try CSVOptions(configuration))
    self = try table.inspection(control)
  }

  init(name: String, _ file: RereadableFile, _ known: CSVTable.Known) {
    let (layout, options) = (known.layout, known.options)
    path = file.title
    isStandardInput = file.path == RereadableFile.standardInput
    schemaFile = CSVSchema.path(beside: file.path)
    self.name = name
    form = layout.form
    isCompressed = layout.isCompressed
    hasHeader = layout.hasHeader
    schema = layout.schema(options)
    shapes = layout.shapes(options)
    sampledRows = layout.sampledRows
    isWholeFile = layout.isWhole
    byteCount = layout.byteCount
    lineEnd = layout.lineEnd.rawValue
    schemaPath = options.schema?.path
    let isInferred = zip(shapes, layout.declared).map { $0.type == .string && $1 == nil && !options.isAllText }
    undecidedDates = zip(schema.names, zip(layout.evidence, isInferred)).compactMap { name, found in
      found.1 && found.0.isUndecidedDate(layout.habits) ? name : nil
    }
    schemaText = CSVSchema.text(layout, options)
  }

  /// The names and values to display, in order.
  package var facts: [(name: String, value: String)] {
    func shown(_ byte: UInt8) -> String { byte == 0x09 ? "tab" : "'\(UnicodeScalar(byte))'" }
    let delimiter = dialect.delimiterText
    var dialectText = "delimiter \(delimiter == "tab" ? delimiter : "'\(delimiter)'"), quote \(shown(dialect.quote))"
    if let escape = dialect.escape { dialectText += ", escape \(shown(escape))" }
    dialectText += hasHeader ? ", header" : ", no header"
    if let comment = dialect.comment { dialectText += ", comments \(shown(comment))" }
    if form.skippedLines > 0 { dialectText += ", \(form.skippedLines) lines skipped" }
    var facts = [("dialect", dialectText)]
    facts.append(
      ("encoding", form.encoding.rawValue + (isCompressed ? ", gzip" : "") + ", line ends \(lineEnd)"))
    facts.append(("sampled", isWholeFile ? "\(sampledRows) rows, all" : "\(sampledRows) rows"))
    if let schemaPath { facts.append(("schema", schemaPath)) }
    let styled = zip(schema.names, shapes).filter { $1.expectation != $1.type.description }
    for (name, shape) in styled { facts.append(("format", "\(name): \(shape.expectation)")) }
    for name in undecidedDates {
      facts.append(
        (
          "note",
          "\(name) contains ambiguous dates (day or month first) and is read as strings. "
            + "To read dates, set type: date, format: DD/MM/YYYY in a schema file"
        ))
    }
    return facts
  }
}
