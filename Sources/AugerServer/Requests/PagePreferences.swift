import AugerCharts
import AugerColumns
import AugerDiagnostics
import HTTPTypes

/// The screen and the theme of a reader, from cookies that the page script sets and from client hints. They select how
/// a page is drawn, never what it shows.
struct PagePreferences: Sendable, Hashable {
  /// The name of the chosen theme. Nil if the reader has chosen none.
  var theme: String?
  /// True if the reader has chosen the theme of the system.
  var followsSystem = false
  /// True if the system of the reader has a dark theme. Nil if unknown.
  var prefersDark: Bool?
  /// The width of the reader's window in CSS pixels, rounded to a multiple of 40. Nil if unknown.
  var width: Int?

  /// No preferences, for responses that are equal for all readers.
  init() {}

  init(_ request: SiteRequest) {
    let cookies = Self.cookies(request.fields[.cookie] ?? "")
    let choice = cookies[Name("auger-theme")]
    theme = choice.flatMap { $0.isEmpty || $0.utf8.count > 80 ? nil : $0 }
    // The menu keeps an empty name for the system.
    followsSystem = choice?.isEmpty == true
    let scheme = request.fields[.prefersColorScheme] ?? cookies[Name("auger-scheme")] ?? ""
    prefersDark = scheme.contains("dark") ? true : scheme.contains("light") ? false : nil
    let number = (cookies[Name("auger-width")] ?? request.fields[.viewportWidth]).flatMap { Int($0) }
    width = number.flatMap { (200...8000).contains($0) ? $0 / 40 * 40 : nil }
  }

  /// Returns the preferences without a theme that does not exist. A chosen theme replaces that of the system.
  func known(_ themes: [Theme]) -> PagePreferences {
    var own = self
    if let name = theme, Theme.named(name, among: themes) == nil { own.theme = nil }
    if own.theme != nil { own.prefersDark = nil }
    return own
  }

  /// Returns the theme that the reader chose, the one that the server was started with, or the one of the system.
  func theme(among themes: [Theme], else own: Theme?) -> Theme {
    if let theme, let chosen = Theme.named(theme, among: themes) { return chosen }
    if let own, !followsSystem { return own }
    return prefersDark.map { $0 ? .dark : .light } ?? own ?? .light
  }

  /// Header fields of a page that depends on the preferences.
  static let fields: HTTPFields = [
    .acceptCH: "Sec-CH-Prefers-Color-Scheme, Sec-CH-Viewport-Width", .criticalCH: "Sec-CH-Prefers-Color-Scheme",
  ]

  /// The request fields that a page depends on, for `Vary`.
  static let vary = "Cookie, Sec-CH-Prefers-Color-Scheme, Sec-CH-Viewport-Width"

  private static func cookies(_ field: String) -> [Name: String] {
    var values: [Name: String] = [:]
    for part in field.split(separator: ";") {
      let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, let value = PercentEncoding.decodedPart(pair[1]) else { continue }
      values[Name(String(pair[0]))] = value
    }
    return values
  }
}

/// The options of a URL that links to other pages keep: the theme and the language.
struct KeptOptions: Sendable, Hashable {
  var theme: String?
  var locale: String?

  init(theme: String? = nil, locale: String? = nil) { (self.theme, self.locale) = (theme, locale) }

  /// Reads the options of a page without a state. Invalid values are ignored.
  init(_ query: String, among themes: [Theme]) {
    for part in query.split(separator: "&") {
      let pair = part.split(separator: "=", maxSplits: 1)
      let value = pair.count < 2 ? nil : PercentEncoding.decodedPart(pair[1].replacing("+", with: " "))
      guard let value else { continue }
      switch pair[0] {
      case "_theme" where Theme.named(value, among: themes) != nil: theme = value
      case "_locale" where DashboardView.isLocale(value): locale = value
      default: break
      }
    }
  }

  /// Returns the path with these options.
  func adding(to path: String) -> String {
    let parts = [("_theme", theme), ("_locale", locale)].compactMap { name, value in
      value.map { "\(name)=\(PercentEncoding.part($0))" }
    }
    return parts.isEmpty ? path : "\(path)?\(parts.joined(separator: "&"))"
  }
}
