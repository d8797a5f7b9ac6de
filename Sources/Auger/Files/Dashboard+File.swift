import AugerDiagnostics
import AugerMetadata
import Foundation

extension Dashboard {
  /// Creates a dashboard from a file in the dashboard language: XML, YAML, JSON or a property list. Its extension
  /// determines the format, and its name without the extension is the name of the dashboard.
  ///
  /// ```swift
  /// let sales = try Dashboard(contentsOf: URL(filePath: "Dashboards/sales.xml"))
  /// ```
  ///
  /// - Throws: `AugerError` with all problems and their positions, for example with the codes `metadataFileNotFound`
  ///   and `metadataObjectUndefined`. Warnings are omitted: `auger check` prints them.
  public init(contentsOf file: URL) throws(AugerError) {
    let bytes: [UInt8]
    do throws(DiagnosticError) {
      bytes = try MetadataFile.read(file.path)
    } catch {
      throw AugerError(error)
    }
    try self.init(bytes: bytes, form: nil, file: file.path, name: file.deletingPathExtension().lastPathComponent)
    var problems: [Diagnostic] = []
    readContents(beside: file.path) { problems.append($0) }
    if !problems.isEmpty { throw AugerError(DiagnosticError(problems)) }
  }
}
