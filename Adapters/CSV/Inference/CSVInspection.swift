import AugerColumns
import AugerDiagnostics
import AugerQuery

/// What a look at a CSV file finds: for `auger inspect`.
package struct CSVInspection: Sendable {
  package var name: String
  package var path: String
  package var dialect: CSVDialect
  package var hasByteOrderMark: Bool
  package var hasHeader: Bool
  package var schema: Schema
  /// Data rows that were looked at.
  package var sampledRows: Int
  /// Whether that was the whole file.
  package var isWholeFile: Bool
  package var byteCount: Int

  /// Looks at one file. Throws as the first scan of it would; `notAFile` for a directory.
  package init(path: String, options: [SourceOption] = [], _ control: RunControl = RunControl()) throws {
    let configuration = SourceConfiguration(name: "csv", location: path, options: options)
    let options = try CSVOptions(configuration)
    self.init(
      name: FilePaths.stem(FilePaths.fileName(path)), path: path,
      try CSVSampler(path: path, options: options).layout(control), options)
  }

  init(name: String, path: String, _ layout: CSVLayout, _ options: CSVOptions) {
    self.name = name
    self.path = path
    dialect = layout.dialect
    hasByteOrderMark = layout.hasByteOrderMark
    hasHeader = layout.hasHeader
    schema = layout.schema(options)
    sampledRows = layout.sampledRows
    isWholeFile = layout.isWhole
    byteCount = layout.byteCount
  }
}
