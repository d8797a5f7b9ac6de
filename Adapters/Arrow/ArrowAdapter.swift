import AugerAdapterKit
import AugerArrow
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery

/// AugerArrowFiles: Arrow files and streams as tables. Programs and the command line use `ArrowAdapter`. All other
/// code depends only on AugerQuery's protocols. AugerArrow decodes the bytes, and this module opens and scans files.

/// Opens files in Arrow's interprocess format, with a footer (Feather version 2) or as a stream, which the first
/// bytes determine.
///
/// A file is a single table with the name of the file. Only the needed columns are read, one chunk of rows at a time.
/// `ArrowIPC.table(from:)` describes the types. The adapter has no options.
public struct ArrowAdapter: SourceAdapter {
  /// Creates an adapter for Arrow files and streams.
  public init() {}

  public var name: String { "arrow" }

  public var pathExtensions: [String] { ["arrow", "arrows", "feather", "ipc"] }

  /// The options of a source, which are empty.
  package static let options = MappingDescription(
    "arrow", "A file or stream in the Arrow IPC format, which is one table. It has no options.", keys: [],
    example: """
      sources:
        flights: { adapter: arrow, path: flights.arrow }
      """)

  /// Checks that the file exists. It is read with its table.
  ///
  /// Throws `fileNotFound`, `notAFile`, `fileUnreadable`, `emptyInput` and `unknownOption`.
  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    try configuration.checkOptions(Self.options)
    _ = try ArrowInputFile(configuration.location, configuration.access)
    return ArrowSource(name: configuration.name, path: configuration.location, configuration.access)
  }
}

extension ArrowAdapter: RecognizedAdapter {
  package var recognition: Recognition { .signature("ARROW1") }
}

/// An Arrow file with its single table.
final class ArrowSource: Source {
  let name: String
  private let path: String
  private let access: FileAccess
  private let known: Locked<ArrowFileTable>

  init(name: String, path: String, _ access: FileAccess) {
    self.name = name
    self.path = path
    self.access = access
    known = Locked(ArrowFileTable(path, access))
  }

  /// The table of the current file. Created again after the file has changed.
  private var table: ArrowFileTable {
    known.withLock { known in
      if !known.isCurrent { known = ArrowFileTable(path, access) }
      return known
    }
  }

  func tables(_ control: RunControl) throws -> [TableDescription] {
    let table = table
    let contents = try table.contents(control)
    return [
      TableDescription(
        name: table.name, kind: .file,
        columns: contents.schema.fields.map {
          ColumnDescription(name: $0.name, declaredType: $0.declaredType ?? $0.type.description, isNullable: true)
        }, rows: .exact(contents.rowCount))
    ]
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    let table = table
    guard Name(table.name) == Name(name) else {
      throw AugerError.tableNotFound(name, of: self.name, among: [table.name])
    }
    return table
  }

  func close() {}
}
