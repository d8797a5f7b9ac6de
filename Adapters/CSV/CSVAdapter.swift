import AugerDiagnostics
import AugerQuery

/// AugerCSV: files of delimited text as tables. Only the command line and a user's own program name it; the engine sees
/// `SourceAdapter`. `Parsing` turns bytes into fields and does no I/O, `Values` turns fields into values, `Inference`
/// looks at the beginning of a file, `Scanning` reads all of it, `Files` finds and reads files.

/// The adapter for CSV files: a file, all files of a directory, or a pattern such as `Data/*.csv`.
///
/// Tables are named after their files. Options: `delimiter`, `header` (true, false, auto), `quote`, `onError` (fail,
/// null, text, skip), `nullWords`, `asText`, `strict`, `columns` (`Name: type`, law). What was not said is found by
/// looking at the first 10 000 rows; see `CSVTable` for what happens when later rows disagree.
public struct CSVAdapter: SourceAdapter {
  public init() {}

  public var name: String { "csv" }

  public var pathExtensions: [String] { ["csv", "tsv", "tab", "txt"] }

  /// Throws `fileNotFound`, `notAFile`, `unknownOption`, `wrongOptionValue`. Files are not read yet.
  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    let options = try CSVOptions(configuration)
    return CSVSource(name: configuration.name, try FilePaths.entries(configuration.location), options)
  }
}
