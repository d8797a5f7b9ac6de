import AugerDiagnostics
import AugerQuery

/// AugerCSV: files of delimited text as tables. The engine knows only `SourceAdapter`; the command line and other
/// programs import this module. `Parsing` turns bytes into fields without I/O. `Values` turns fields into values.
/// `Inference` examines the start of a file, `Scanning` reads all of it, and `Files` finds and reads files.

/// The adapter for CSV files: a file, all files of a directory, a pattern such as `Data/*.csv`, or `-` for standard
/// input. Files can be compressed with gzip.
///
/// Tables are named after their files. With `union`, all files form one table with an additional column `file`.
/// Settings that are not given are inferred from the first 10 000 rows. A schema file `NAME.schema.yaml` next to
/// `NAME.csv` takes precedence over inference.
///
/// Dates such as `01/02/2024` are read if a value in their file proves that the day or the month comes first.
/// Otherwise, they are strings, and `auger inspect` adds a note. Options:
/// - `delimiter` (one or more characters), `quote`, `escape` (a character before quotes in quoted fields), `header`
///   (true, false, auto), `encoding`, `skipLines`, `comment` (a character, or none);
/// - `columns` (`Name: type`), `nullWords`, `asText`, `strict`, `schema` (one file for all tables);
/// - `onError` (fail, null, text, skip), `rejects` (a file that lists rejected values), `rejectsLimit`.
public struct CSVAdapter: SourceAdapter {
  /// Creates an adapter for delimited text files, including compressed ones.
  public init() {}

  public var name: String { "csv" }

  public var pathExtensions: [String] { ["csv", "tsv", "tab", "txt", "gz"] }

  /// Opens the files of a location without reading them. Throws `fileNotFound`, `notAFile`, `unknownOption`,
  /// `wrongOptionValue` or `pathNotAllowed`.
  public func open(_ configuration: SourceConfiguration) throws -> any Source {
    let options = try CSVOptions(configuration)
    if let path = options.rejectsPath { try options.access.checkWriting(path) }
    return try CSVSource(name: configuration.name, configuration.location, options)
  }
}

extension CSVAdapter: RecognizedAdapter {
  package var recognition: Recognition { .text }
}
