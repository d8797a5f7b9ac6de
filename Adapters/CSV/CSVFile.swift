import AugerDiagnostics
import AugerQuery
import Foundation

/// A CSV file as a source of rows, also compressed with gzip.
///
/// ```swift
/// let sales = CSVFile(URL(filePath: "sales.csv"))
/// let chart = try await sales.chart(.line, category: "month(Date)", values: "sum(Amount)")
/// ```
///
/// Delimiter, encoding, header and types are inferred from the first 10 000 rows. A schema file `sales.schema.yaml`
/// next to the file takes precedence. The file is opened when it is first read.
public struct CSVFile: TableSource {
  private let table: AdaptedTable

  /// Creates a source of the rows of a file.
  ///
  /// - Parameters:
  ///   - url: The location of the file.
  ///   - delimiter: The character between fields. Nil for the inferred character.
  ///   - schema: A schema file with the types of the columns. Nil for the file next to the CSV file, if one exists.
  public init(_ url: URL, delimiter: Character? = nil, schema: URL? = nil) {
    var options: [SourceOption] = []
    if let delimiter { options.append(SourceOption("delimiter", String(delimiter))) }
    if let schema { options.append(SourceOption("schema", schema.path(percentEncoded: false))) }
    let path = url.path(percentEncoded: false)
    table = AdaptedTable(CSVAdapter(), SourceConfiguration(name: path, location: path, options: options))
  }

  public func scannable(_ control: RunControl) throws -> any ScannableTable { try table.scannable(control) }
}
