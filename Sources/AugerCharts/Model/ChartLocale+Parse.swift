import AugerDiagnostics
import Foundation

extension ChartLocale {
  /// Parses the name of a locale, `de_DE` or `de-DE`, and an IANA time zone.
  ///
  /// The defaults are accepted without loading locale data.
  ///
  /// - Throws: `unknownLocale`, `unknownTimeZone`.
  package static func parse(
    _ identifier: String, timeZone: String = "UTC", at place: Diagnostic.Place? = nil
  ) throws(DiagnosticError) -> ChartLocale {
    let name = String(identifier.map { $0 == "-" ? "_" : $0 })
    if name != "en_US" {
      let language = Locale(identifier: name).language
      guard let code = language.languageCode, code.isISOLanguage, language.region?.isISORegion ?? true else {
        throw DiagnosticError(
          Diagnostic(
            .unknownLocale, "locale '\(identifier)' does not exist", at: place,
            hint: "Use a language and a region, such as en_US or de_CH."))
      }
    }
    if timeZone != "UTC", TimeZone(identifier: timeZone) == nil {
      throw DiagnosticError(
        Diagnostic(
          .unknownTimeZone, "time zone '\(timeZone)' does not exist", at: place,
          hint: DidYouMean.nearest(to: timeZone, among: TimeZone.knownTimeZoneIdentifiers.sorted())
            .map { "Did you mean '\($0)'?" } ?? "Use an IANA name, such as UTC or Europe/Berlin."))
    }
    return ChartLocale(name, timeZone: timeZone)
  }

  /// Returns true for the code of a language without a region: `fr`.
  package static func isLanguage(_ text: String) -> Bool {
    Name(language(of: text)) == Name(text)
      && Locale(identifier: text).language.languageCode?.isISOLanguage == true
  }
}

extension Diagnostic.Code {
  package static let unknownLocale = Self("unknownLocale")
  package static let unknownTimeZone = Self("unknownTimeZone")
}
