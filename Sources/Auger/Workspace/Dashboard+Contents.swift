import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import AugerQuery
import Foundation

extension Dashboard {
  /// Reads the files of custom items and the pictures of annotations. Their paths are relative to the file of the
  /// dashboard.
  ///
  /// Reports `metadataFileNotFound`, `documentTooLarge`, `notAFile`, `pathNotAllowed`, `invalidUTF8` and
  /// `metadataAttributeWrongValue` at the paths.
  package mutating func readContents(
    beside path: String, _ access: FileAccess = .anywhere, report: (Diagnostic) -> Void
  ) {
    let folder = (path as NSString).deletingLastPathComponent
    let files = ContentFiles(folder: folder.isEmpty ? "." : folder, access: access)
    for index in items.indices {
      do throws(DiagnosticError) {
        if case .custom(var custom) = items[index] {
          guard let file = custom.file, custom.text == nil else { continue }
          custom.text = try files.content(of: file, of: "custom item '\(custom.name)'", at: custom.filePlace)
          items[index] = .custom(custom)
          continue
        }
      } catch {
        for diagnostic in error.diagnostics { report(diagnostic) }
      }
      guard items[index].hasImageFiles else { continue }
      items[index].changeAnnotations { annotation in
        guard let file = annotation.imageFile, annotation.image == nil else { return }
        do throws(DiagnosticError) {
          annotation.image = try files.image(of: file, at: annotation.imagePlace)
        } catch {
          for diagnostic in error.diagnostics { report(diagnostic) }
        }
      }
    }
  }
}

/// The files of contents in the folder of a dashboard.
private struct ContentFiles {
  let folder: String
  let access: FileAccess

  /// Returns the content of a file: its text, or the data URL of a PNG or JPEG picture.
  func content(of file: String, of owner: String, at place: Diagnostic.Place?) throws(DiagnosticError) -> String {
    let bytes = try MetadataFile.read(SourceDefinition.resolved(file, in: folder), at: place, access)
    let signatures: [(kind: ChartContent.Kind, bytes: [UInt8])] = [
      (.png, [0x89, 0x50, 0x4E, 0x47]), (.jpeg, [0xFF, 0xD8, 0xFF]),
    ]
    for (kind, signature) in signatures where bytes.starts(with: signature) {
      return ChartContent.head(of: kind) + Data(bytes).base64EncodedString()
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    throw DiagnosticError(
      Diagnostic(
        .invalidUTF8, "file '\(file)' of \(owner) is not a PNG, a JPEG or UTF-8 text", at: place,
        hint: "Use a text, SVG, PNG or JPEG file."))
  }

  /// Returns the data URL of the picture of an annotation.
  func image(of file: String, at place: Diagnostic.Place?) throws(DiagnosticError) -> String {
    let text = try content(of: file, of: "an annotation", at: place)
    let image: String
    switch ChartContent(text).kind {
    case .png, .jpeg: image = text
    case .svg: image = "data:image/svg+xml;base64," + Data(text.utf8).base64EncodedString()
    case .text:
      throw DiagnosticError(
        Diagnostic(
          .metadataAttributeWrongValue, "file '\(file)' of an annotation is not a picture", at: place,
          hint: "Use an SVG, PNG or JPEG file."))
    }
    guard ChartModel.Annotation.isImage(image) else {
      throw DiagnosticError(
        Diagnostic(
          .documentTooLarge,
          "picture '\(file)' has \(image.utf8.count) bytes as a data: URL, at most "
            + "\(ChartModel.Annotation.mostImageBytes) are allowed", at: place, hint: "Use a smaller picture."))
    }
    return image
  }
}
