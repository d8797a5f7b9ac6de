import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics

/// The query string of a URL: an exploration and options. The names of options start with `_`, which an exploration
/// never uses.
struct PageQuery: Sendable {
  struct Options: Sendable, Hashable {
    /// `_theme`: the color theme.
    var theme: String?
    /// `_size=720x420`: the size of a picture in points.
    var size: String?
    /// `_locale`: the language of labels.
    var locale: String?
    /// `_orientation=portrait`: the layout of a dashboard. Nil follows the width of the page.
    var orientation: DashboardPicture.Orientation?
    /// `_compare=start`, `_compare=%24hike%3D5`: the assumptions that charts are compared with.
    var compare: String?
    /// `_rows.Years=2`: the page of a long table, by the names of items, in URL order.
    var rows: [(item: String, part: Int)] = []
    /// `_markup.Years=arrow 0.2,0.3 0.5,0.6: Peak`: the marks of a sender, by the names of items, in URL order.
    var markup: [(item: String, mark: ChartMarkup)] = []
    /// `_find.Product=boot`: the text that the reader searched for in a picklist. `_find.Day=2024-11`: the
    /// month that a calendar shows. One for each filter, in URL order.
    var find: [(filter: String, text: String)] = []
    /// `_have=i0:1f3a,...`: the fragments that the caller has.
    var have: String?
    /// `_first=Years`: the item whose fragment is sent before the others.
    var first: String?
    /// `_step=$hike=0..18 step 3`: the values of the requested frames.
    var step: String?

    /// The options for other URLs of the same page. Options of a single request are left out.
    var address: String {
      var parts = [
        ("_theme", theme), ("_size", size), ("_locale", locale), ("_orientation", orientation?.rawValue),
        ("_compare", compare),
      ].compactMap { name, value in value.map { "\(name)=\(PercentEncoding.part($0))" } }
      parts += rows.filter { $0.part > 1 }.map { "_rows.\(PercentEncoding.part($0.item))=\($0.part)" }
      parts += markup.map { item, mark in
        "_markup.\(PercentEncoding.part(item))=\(PercentEncoding.part(mark.description))"
      }
      parts += find.map { "_find.\(PercentEncoding.part($0.filter))=\(PercentEncoding.part($0.text))" }
      return parts.joined(separator: "&")
    }

    /// Returns the marks of an item.
    func marks(of item: String) -> [ChartMarkup] {
      markup.filter { Name($0.item) == Name(item) }.map(\.mark)
    }

    static func == (a: Options, b: Options) -> Bool {
      a.address == b.address && a.have == b.have && a.first == b.first && a.step == b.step
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(address)
      hasher.combine(have)
      hasher.combine(first)
      hasher.combine(step)
    }

    /// Returns the assumptions of `_compare`, or nil without a comparison.
    func scenario() throws -> Scenario? {
      try compare.map { try $0 == "start" ? Scenario("start", "") : Scenario($0, $0) }
    }
  }

  var state: Exploration
  var options: Options

  private static let names = ["_theme", "_size", "_locale", "_orientation", "_compare", "_rows", "_markup", "_find"]

  /// Parses a query string. Throws all errors with their locations: those of `Exploration`, and `unknownOption`.
  init(_ query: String) throws(DiagnosticError) {
    var options = Options()
    var parts: [Substring] = []
    var problems: [Diagnostic] = []
    for part in query.parts(at: "&") {
      guard part.hasPrefix("_") else {
        // Forms and some clients encode characters that Auger's own URLs do not encode.
        parts.append(part.hasPrefix("%24") ? "$" + part.dropFirst(3) : part)
        continue
      }
      let (key, encoded) = part.parted(at: "=") ?? (part, "")
      let value = PercentEncoding.decodedPart(encoded.replacingBytes("+", with: " "))
      switch (key, value) {
      case ("_theme", let value?): options.theme = value
      case ("_size", let value?): options.size = value
      case ("_locale", let value?): options.locale = value
      case ("_compare", let value?): options.compare = value
      case ("_orientation", let value?):
        options.orientation = DashboardPicture.Orientation(rawValue: value)
        guard options.orientation == nil else { continue }
        problems.append(
          Diagnostic(
            .unknownOption, "'\(value)' is not an orientation", hint: "Write _orientation=landscape or portrait."))
      case ("_have", let value?): options.have = value
      case ("_first", let value?): options.first = value
      case ("_step", let value?): options.step = value
      case (_, let value?) where key.hasPrefix("_rows."):
        guard let item = PercentEncoding.decodedPart(key.dropFirst("_rows.".count)), let number = Int(value),
          number > 0,
          !options.rows.contains(where: { Name($0.item) == Name(item) })
        else {
          problems.append(
            Diagnostic(.unknownOption, "'\(part)' names no rows", hint: "Write _rows.ITEM=2, once per item."))
          continue
        }
        options.rows.append((item, number))
      case (_, let value?) where key.hasPrefix("_find."):
        guard !value.isEmpty, let filter = PercentEncoding.decodedPart(key.dropFirst("_find.".count)) else { continue }
        options.find.removeAll { Name($0.filter) == Name(filter) }
        options.find.append((filter, value))
      // A form without marks sends an empty field.
      case (_, let value?) where key.hasPrefix("_markup."):
        guard !value.isEmpty else { continue }
        do throws(DiagnosticError) {
          let item = PercentEncoding.decodedPart(key.dropFirst("_markup.".count)) ?? ""
          options.markup.append((item, try ChartMarkup(value)))
        } catch {
          problems += error.diagnostics
        }
      default:
        problems.append(
          Diagnostic(
            .unknownOption, "'\(part)' is not a valid option",
            hint: DidYouMean.hint(for: String(key), among: Self.names, listing: "options")))
      }
    }
    if !problems.isEmpty { throw DiagnosticError(problems) }
    state = try Exploration(parts.joined(separator: "&"))
    self.options = options
  }
}
