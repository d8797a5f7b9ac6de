import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import AugerQuery
import Foundation

/// A file of the dashboard language.
package enum MetadataFile {
  /// Returns the bytes of a file. A file that exceeds the size limit of a dashboard is not read into memory.
  ///
  /// Throws `metadataPathNotSpecified`, `metadataFileNotFound`, `documentTooLarge`, `notAFile` or `pathNotAllowed` at
  /// `place`, the location of the path.
  package static func read(
    _ path: String, at place: Diagnostic.Place? = nil, _ access: FileAccess = .anywhere
  ) throws(DiagnosticError) -> [UInt8] {
    guard !path.isEmpty else {
      throw DiagnosticError(
        Diagnostic(.metadataPathNotSpecified, "no metadata file is named", at: place, hint: "Give the path of a file."))
    }
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
    if let size, size > AttributedDocument.maximumBytes {
      throw DiagnosticError(AttributedDocument.tooLarge(path, size))
    }
    guard let bytes = try access.contents(of: path, at: place) else {
      throw DiagnosticError(
        Diagnostic(
          .metadataFileNotFound, "file '\(path)' does not exist or is not readable", at: place,
          details: [.init(.general, path)]))
    }
    return bytes
  }
}
