import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics

/// The query of an address: an exploration, and options, whose names begin with `_`, as no part of an exploration does.
struct PageQuery: Sendable {
  /// What the options may say.
  struct Options: Sendable, Hashable {
    /// `_theme`: the colours.
    var theme: String?
    /// `_size=720x420`: of a picture, in points.
    var size: String?
    /// `_locale`: the language of labels.
    var locale: String?
    /// `_have=i0:1f3a,...`: the fragments that the caller has.
    var have: String?

    /// As addresses of the same page have them: without what belongs to one request.
    var address: String {
      [("_theme", theme), ("_size", size), ("_locale", locale)].compactMap { name, value in
        value.map { "\(name)=\(PercentEncoding.part($0))" }
      }.joined(separator: "&")
    }
  }

  var place: Exploration
  var options: Options

  /// Throws every mistake with its place: what `Exploration` throws, and `unknownOption` for an option that there is not.
  init(_ query: String) throws(DiagnosticError) {
    var options = Options()
    var parts: [Substring] = []
    var problems: [Diagnostic] = []
    for part in query.split(separator: "&") {
      guard part.hasPrefix("_") else {
        // Forms and some clients encode what stands bare in our addresses.
        parts.append(part.hasPrefix("%24") ? "$" + part.dropFirst(3) : part)
        continue
      }
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      let value = PercentEncoding.decoded(part[equals...].dropFirst().replacing("+", with: " "))
      switch (part[..<equals], value) {
      case ("_theme", let value?): options.theme = value
      case ("_size", let value?): options.size = value
      case ("_locale", let value?): options.locale = value
      case ("_have", let value?): options.have = value
      default:
        problems.append(
          Diagnostic(
            .unknownOption, "'\(part)' is no option",
            hint: DidYouMean.hint(
              for: String(part[..<equals]), among: ["_theme", "_size", "_locale"], listing: "options")))
      }
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
    place = try Exploration(parts.joined(separator: "&"))
    self.options = options
  }
}

extension Diagnostic.Code {
  /// An option of an address that the server does not know.
  package static let unknownOption = Self("unknownOption")
}
