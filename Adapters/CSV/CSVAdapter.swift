import AugerDiagnostics
import AugerQuery

/// AugerCSV: files of delimited text as tables. Only the command line and a user's own program name it; the engine sees
/// `SourceAdapter`. `Parsing` turns bytes into fields and does no I/O, `Values` turns fields into values, `Inference`
/// looks at the beginning of a file, `Scanning` reads all of it, `Files` finds and reads files.

/// The adapter for CSV files: a file, all files of a directory, a pattern such as `Data/*.csv`, or `-` for standard
/// input. Files may be compressed by gzip.
///
/// Tables are named after their files; with `union` all files are one table, with a column `file`. What is not said is
/// found by looking at the first 10 000 rows, unless a schema file `NAME.schema.yaml` beside `NAME.csv` says it: then
/// that is law. Dates such as `01/02/2024` are read where a value of their file proves that day or month stands first;
/// where none does they are text, with a note in `auger inspect`. Options:
/// - `delimiter` (one character or several), `quote`, `escape` (a character before quotes in quoted fields),
///   `header` (true, false, auto), `encoding`, `skipLines`, `comment` (a character, or none);
/// - `columns` (`Name: type`), `nullWords`, `asText`, `strict`, `schema` (a file for all);
/// - `onError` (fail, null, text, skip), `rejects` (a file that lists what did not fit), `rejectsLimit`.
public struct CSVAdapter: SourceAdapter {
  /// An adapter for delimited text files, compressed ones too.
  public init() {}

  public var name: String { "csv" }

  public var pathExtensions: [String] { ["csv", "tsv", "tab", "txt", "gz"] }

  /// Throws `fileNotFound`, `notAFile`, `unknownOption`, `wrongOptionValue`, `pathNotAllowed`. Files are not read yet.
  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    let options = try CSVOptions(configuration)
    if let path = options.rejectsPath { try options.access.checkWriting(path) }
    return try CSVSource(name: configuration.name, configuration.location, options)
  }
}

extension CSVAdapter: RecognizedAdapter {
  package var recognition: Recognition { .text }
}
