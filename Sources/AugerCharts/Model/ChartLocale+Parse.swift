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
            .unknownLocale, "there is no locale '\(identifier)'", at: place,
            hint: "A locale is a language and a region: en_US, de_CH."))
      }
    }
    if timeZone != "UTC", TimeZone(identifier: timeZone) == nil {
      throw DiagnosticError(
        Diagnostic(
          .unknownTimeZone, "there is no time zone '\(timeZone)'", at: place,
          hint: DidYouMean.nearest(to: timeZone, among: TimeZone.knownTimeZoneIdentifiers.sorted())
            .map { "Did you mean '\($0)'?" } ?? "Time zones have IANA names: UTC, Europe/Berlin."))
    }
    return ChartLocale(name, timeZone: timeZone)
  }
}

extension Diagnostic.Code {
  package static let unknownLocale = Self("unknownLocale")
  package static let unknownTimeZone = Self("unknownTimeZone")
}
