import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import AugerQuery
import Foundation

/// Theme files: colors of pictures, as YAML (`ThemeReader`).
package enum ThemeFile {
  /// Reads a file. Warnings report colors with low contrast. The name of the theme is the file name unless the file
  /// specifies one.
  ///
  /// Throws all errors with their locations, or `fileNotFound` at `place`, the location of the path.
  package static func read(
    _ path: String, at place: Diagnostic.Place? = nil
  ) throws(DiagnosticError) -> (theme: Theme, warnings: [Diagnostic]) {
    let collector = DiagnosticCollector()
    let name = URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent
    let theme = try ThemeReader.read(
      try text(path, "theme file", at: place, .anywhere), name: name, reporting: collector)
    try collector.throwIfErrors()
    return (theme, collector.inOrder)
  }

  /// Reads `corporate: themes/corporate.yaml`, or an inline theme. Returns nil after reporting an error.
  static func read(
    _ entry: DocumentEntry, directory: String, _ access: FileAccess, _ collector: DiagnosticCollector
  ) -> Theme? {
    let name = entry.key.text
    guard Theme.named(name) == nil else {
      collector.report(
        Diagnostic(
          .duplicateName, "'\(name)' is the name of a built-in theme", at: entry.key.place,
          hint: "Give it another name."))
      return nil
    }
    let own = DiagnosticCollector()
    var theme: Theme?
    if let path = entry.value.text {
      do throws(DiagnosticError) {
        let file = try text(
          SourceDefinition.resolved(path, in: directory), "theme file", at: entry.value.place, access)
        theme = try ThemeReader.read(file, name: name, reporting: own)
      } catch {
        own.report(contentsOf: error)
      }
    } else {
      theme = ThemeReader.read(
        DocumentReader(entry, as: "theme '\(name)'", of: ThemeReader.keys, reporting: own), name: name)
    }
    theme?.name = name
    for diagnostic in own.inOrder { collector.report(diagnostic) }
    return own.diagnostics.contains { $0.level == .error } ? nil : theme
  }

  /// Returns the text of a file that is a `kind` of file in messages.
  static func text(
    _ path: String, _ kind: String, at place: Diagnostic.Place?, _ access: FileAccess
  ) throws(DiagnosticError) -> SourceText {
    guard let data = try access.contents(of: path, at: place) else {
      throw DiagnosticError(
        Diagnostic(.fileNotFound, "\(kind) '\(path)' does not exist or is not readable", at: place))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw DiagnosticError(Diagnostic(.invalidUTF8, "'\(path)' is not UTF-8 text", at: place))
    }
    return SourceText(name: path, text: text)
  }
}

extension Theme {
  /// Parses a theme: the text of a theme file, with colors, fonts and shapes.
  ///
  /// ```swift
  /// let pencils = try Theme(parsing: """
  ///   base: dark
  ///   shapes: { pencil: "M0,0 V0.8 L0.5,1 L1,0.8 V0 Z" }
  ///   columns: pencil
  ///   """)
  /// ```
  ///
  /// - Throws: The first error of the text with its position.
  public init(parsing text: String) throws(AugerError) {
    do throws(DiagnosticError) {
      let collector = DiagnosticCollector()
      self = try ThemeReader.read(SourceText(name: "theme", text: text), name: "theme", reporting: collector)
      try collector.throwIfErrors()
    } catch {
      throw AugerError(error)
    }
  }

  /// Reads a theme file: YAML with the name of a base and the colors that differ from it.
  ///
  /// ```yaml
  /// base: dark
  /// background: "#101820"
  /// ```
  ///
  /// - Throws: `fileNotFound`, and the first error of the file with its position.
  public init(contentsOf url: URL) throws(AugerError) {
    do throws(DiagnosticError) {
      self = try ThemeFile.read(url.path).theme
    } catch {
      throw AugerError(error)
    }
  }
}
