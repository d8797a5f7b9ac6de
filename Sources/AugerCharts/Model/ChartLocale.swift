/// The language, conventions and time zone of a chart's texts. They never depend on system settings.
package struct ChartLocale: Sendable, Hashable {
  /// The Unicode identifier: `en_US`, `de_CH`.
  package var identifier: String
  /// The IANA name: `UTC`, `Europe/Berlin`. Only instants (timestamps with a zone) are converted to it.
  package var timeZone: String
  /// Texts from a file. Nil for the built-in texts of the language.
  package var ownTexts: PageTexts?

  /// Creates a locale. The defaults are American English and UTC.
  package init(_ identifier: String = "en_US", timeZone: String = "UTC") {
    self.identifier = identifier
    self.timeZone = timeZone
  }
}

extension ChartLocale {
  /// The language without the region: `de` for `de_CH`.
  package var language: String { Self.language(of: identifier) }

  package static func language(of identifier: String) -> String {
    identifier.prefix { $0 != "_" && $0 != "-" }.lowercased()
  }

  /// The texts of pages and pictures in this language.
  package var texts: PageTexts { ownTexts ?? PageTexts(language: language) }
}
