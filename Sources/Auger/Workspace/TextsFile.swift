import AugerCharts
import AugerDiagnostics
import AugerDocuments
import AugerQuery

/// Files with the texts of pages in one language, as YAML or JSON: a text for each key (`PageText`).
///
/// ```yaml
/// apply: Appliquer
/// chartCount: "{count} graphique|{count} graphiques"
/// ```
enum TextsFile {
  /// Reads `fr: texts.fr.yaml`. Returns nil after reporting an error.
  static func read(
    _ entry: DocumentEntry, directory: String, _ access: FileAccess, _ collector: DiagnosticCollector
  ) -> PageTexts? {
    let language = entry.key.text
    let own = DiagnosticCollector()
    if !ChartLocale.isLanguage(language) {
      own.report(
        Diagnostic(
          .wrongValue, "'\(language)' is not a language", at: entry.key.place,
          hint: "Use a language code in lower case, such as fr."))
    }
    var texts: [PageText: String] = [:]
    if let path = entry.value.text {
      do throws(DiagnosticError) {
        let file = try ThemeFile.text(
          SourceDefinition.resolved(path, in: directory), "text file", at: entry.value.place, access)
        texts = Self.texts(in: try YAMLDocument.parse(file), own)
      } catch {
        own.report(contentsOf: error)
      }
    } else {
      own.report(
        Diagnostic(
          .wrongKind, "the texts of a language are the path of a file, not \(entry.value.kindName)",
          at: entry.value.isNull ? entry.key.place : entry.value.place))
    }
    for diagnostic in own.inOrder { collector.report(diagnostic) }
    return own.diagnostics.contains { $0.level == .error } ? nil : PageTexts(language: language, own: texts)
  }

  /// Reads all valid texts and reports the others.
  static func texts(in document: DocumentNode, _ collector: DiagnosticCollector) -> [PageText: String] {
    let reader = DocumentReader(document, as: "the text file", reporting: collector)
    var texts: [PageText: String] = [:]
    for entry in reader.entries {
      let name = entry.key.text
      guard let key = PageText(rawValue: name) else {
        let hint = DidYouMean.hint(for: name, among: PageText.allCases.map(\.rawValue), listing: "texts")
        collector.report(
          Diagnostic(.unknownKey, "text '\(name)' does not exist", at: entry.key.place, hint: hint))
        continue
      }
      guard let text = entry.value.text else {
        reader.reject(entry.value, "text '\(name)' must be text, not \(entry.value.kindName)")
        continue
      }
      check(text, of: key, at: entry.value.place, collector)
      texts[key] = text
    }
    return texts
  }

  /// Reports missing and unknown placeholders.
  private static func check(
    _ text: String, of key: PageText, at place: Diagnostic.Place, _ collector: DiagnosticCollector
  ) {
    let (found, expected) = (PageTexts.placeholders(of: text), key.placeholders)
    for name in expected where !found.contains(name: name) {
      collector.report(
        Diagnostic(
          .wrongValue, "text '\(key.rawValue)' does not contain {\(name)}", at: place,
          hint: "Add {\(name)}. The English text is \"\(key.english)\"."))
    }
    let list = expected.map { "{\($0)}" }.joined(separator: ", ")
    for name in found where !expected.contains(name: name) {
      collector.report(
        Diagnostic(
          .wrongValue, "text '\(key.rawValue)' has no placeholder {\(name)}", at: place,
          hint: expected.isEmpty ? "Remove it. This text has no placeholders." : "Use only \(list)."))
    }
  }
}

extension Workspace {
  /// Returns a locale with the texts of the workspace for its language.
  package func locale(_ identifier: String) -> ChartLocale {
    var locale = ChartLocale(identifier, timeZone: locale.timeZone)
    locale.ownTexts = texts.first { Name($0.language) == Name(locale.language) }
    return locale
  }

  /// Returns the locale of an option, or the locale of the workspace. Throws `unknownLocale`.
  package func locale(parsing identifier: String?) throws(DiagnosticError) -> ChartLocale {
    guard let identifier else { return locale }
    return locale(try ChartLocale.parse(identifier).identifier)
  }

  /// Sets the texts and the locale, after reading both from the file. Reports an invalid locale.
  mutating func read(
    _ texts: [PageTexts], locale: (text: String, node: DocumentNode)?, _ collector: DiagnosticCollector
  ) {
    self.texts = texts
    self.locale = self.locale(self.locale.identifier)
    guard let locale else { return }
    do throws(DiagnosticError) {
      self.locale = self.locale(try ChartLocale.parse(locale.text, at: locale.node.place).identifier)
    } catch {
      collector.report(contentsOf: error)
    }
  }
}
