import AugerAdapterKit
import AugerArrow
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery

/// AugerArrowFiles: files and streams of Arrow as tables. A program or the command line names `ArrowAdapter`;
/// everything else sees AugerQuery's protocols. What bytes mean is AugerArrow's; here files are opened and scanned.

/// Opens files of Arrow's interprocess format, with a footer (Feather version 2) or streams: the first bytes decide.
///
/// A file is one table, named after it. Of its columns only those that a query needs are read, of its rows a chunk at a
/// time. `ArrowIPC.table(from:)` says what types become. No options.
public struct ArrowAdapter: SourceAdapter {
  /// An adapter for files and streams of Arrow.
  public init() {}

  public var name: String { "arrow" }

  public var pathExtensions: [String] { ["arrow", "arrows", "feather", "ipc"] }

  /// A source has no options.
  package static let options = MappingDescription(
    "arrow", "A file or stream of Arrow's interprocess format, which is one table. It has no options.", keys: [],
    example: """
      sources:
        flights: { adapter: arrow, path: flights.arrow }
      """)

  /// Checks that the file is there; it is read when its table is.
  ///
  /// Throws `fileNotFound`, `notAFile`, `fileUnreadable`, `emptyInput` and `unknownOption`.
  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    try configuration.checkOptions(Self.options)
    _ = try ArrowFile(configuration.location, configuration.access)
    return ArrowSource(name: configuration.name, path: configuration.location, configuration.access)
  }
}

extension ArrowAdapter: RecognizedAdapter {
  package var recognition: Recognition { .signature("ARROW1") }
}

/// A file of Arrow, which is one table.
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

  /// The table of the file as it is now: made anew when the file was written to.
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
