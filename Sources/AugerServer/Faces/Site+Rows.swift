import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import HTTPTypes

/// A request for the rows behind an item: `/dashboards/NAME/ITEM/rows.csv?STATE&_mark=categories:Europe`.
struct RowsQuery: Sendable {
  /// The marks whose rows are requested. Nil for the whole item.
  let mark: Selection?
  /// The option `_mark` in query string form. Empty without a mark.
  let address: String
  /// The query string without the option.
  let rest: String

  /// The formats of rows. JSON is the rows themselves.
  static let faces: [Face] = [.html, .csv, .tsv, .json, .rows, .arrow]

  /// Throws `explorationSyntax` for an invalid mark, and `unknownOption` for several.
  init(_ query: String) throws(DiagnosticError) {
    let parts = query.split(separator: "&")
    let marks = parts.filter { $0.hasPrefix("_mark=") }
    guard marks.count < 2 else {
      throw DiagnosticError(Diagnostic(.unknownOption, "_mark occurs twice", hint: "Write all marks in one option."))
    }
    rest = parts.filter { !$0.hasPrefix("_mark=") }.joined(separator: "&")
    // A mark has the syntax of a selection.
    let selection = try marks.first.map { mark throws(DiagnosticError) in
      try Exploration("mark.select=\(mark.dropFirst("_mark=".count))")[item: "mark"].selection
    }
    mark = selection.flatMap { $0.isEmpty ? nil : $0 }
    address = mark.map { "_mark=\($0.address)" } ?? ""
  }
}

extension DashboardView {
  /// Returns the page with the rows behind the item.
  func rowsPage(_ rows: RowsQuery, behind item: String) throws -> (bytes: [UInt8], styles: PageStyles) {
    let answer = try rowsAnswer()
    let options = query.options
    let title = (dashboard.item(named: item)?.title ?? dashboard.chart(named: item)?.title) ?? ""
    let board = dashboard.title.isEmpty ? dashboard.name : dashboard.title
    let root = visit.embedding == nil ? "/" : "../../../"
    let own = "\(root)dashboards/\(PercentEncoding.part(dashboard.name))"
    let path = "\(own)/\(PercentEncoding.part(item))/rows"
    let kept = options.address.split(separator: "&").filter { !$0.hasPrefix("_rows.") }.map(String.init)
    func address(_ path: String, _ more: [String]) -> String {
      let query = ([state.description] + kept + more).filter { !$0.isEmpty }.joined(separator: "&")
      return path + (query.isEmpty ? "" : "?\(query)")
    }
    let faces: [Face] = [.csv, .tsv, .json, .arrow]
    let page = ServedRows(
      title: title.isEmpty ? item : title, conditions: ChartContext(answer.context).text, table: answer.table,
      count: answer.count,
      part: min(Self.part(of: item, options), max(1, (answer.count - 1) / ServedRows.mostRows + 1)),
      back: (board, address(own, [])),
      downloads: faces.map { ($0.rawValue.uppercased(), address("\(path).\($0.rawValue)", [rows.address])) })
    let styles = DashboardHTML.servedStyles(theme)
    let bytes = page.data(pipeline.locale.texts, styles: styles) { number in
      let part = number > 1 ? ["_rows.\(PercentEncoding.part(item))=\(number)"] : []
      return address(path, [rows.address] + part)
    }
    return (bytes, styles)
  }

  /// Returns the number of the requested page of rows, from 1.
  static func part(of item: String, _ options: PageQuery.Options) -> Int {
    options.rows.first { Name($0.item) == Name(item) }?.part ?? 1
  }
}
