import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// A proposed workspace for sources without any definitions: `auger init`, or a program that offers its users a start.
///
/// The proposal follows from the catalog and from the first rows of each table. The table with the most measures is
/// grouped by its own columns and by those of the tables that its foreign keys refer to. Dates become hierarchies.
/// Columns with few values become drill paths and filters.
///
/// The result is a draft to edit. The same data produces the same result.
package struct WorkspaceProposal: Sendable {
  /// A source to survey.
  package struct Origin: Sendable {
    package var source: any Source
    package var adapter: String
    /// The settings of the source in the workspace file, except `adapter`: `path: sales.csv`.
    package var settings: [String]
    package var table: String?
    /// The name of the file or database for readers. Default: the name of the source.
    package var place: String?

    package init(
      _ source: any Source, adapter: String, settings: [String], table: String? = nil, place: String? = nil
    ) {
      self.source = source
      self.adapter = adapter
      self.settings = settings
      self.table = table
      self.place = place
    }
  }

  /// The workspace file, `auger.yaml`, and one file for each dashboard, with relative paths.
  package var files: [(path: String, text: String)] = []
  /// Notes for the user about the result.
  package var notes: [String] = []

  private static let mostTables = 40
  private static let mostDashboards = 3

  /// Reads the catalogs of the sources and some rows of each table.
  package init(_ origins: [Origin], workers: Int? = nil, _ control: RunControl = RunControl()) throws {
    var sources: [String] = []
    var queries: [String] = []
    var dashboards: [(name: String, xml: String)] = []
    var prefixes: [String] = []
    var usesCurrency = false
    for origin in origins {
      let name = origin.source.name
      sources.append(
        "  \(Self.key(name)):\n    adapter: \(origin.adapter)\n" + origin.settings.map { "    \($0)\n" }.joined())
      let tables = try survey(origin, workers, control)
      let database = origin.source.sql
      for (number, found) in Self.stars(tables, joining: database != nil).enumerated() {
        var star = found
        if !star.unnamed.isEmpty {
          notes.append(
            "\(name).\(star.factTable.name): left out \(star.unnamed.map { "'\($0)'" }.joined(separator: ", ")): a "
              + "dashboard names no column with brackets, quotes, '\\', '$', ':' or control characters")
        }
        if let database { try star.count(in: database, control) }
        let isFirst = number == 0
        let title = isFirst ? name : Wording.identifier(star.factTable.name)
        // The name of a file or database is its subject, unless a database has one table only.
        let isNamed = isFirst && (database == nil || tables.count > 1)
        let shown = isNamed ? ProposedTitle.source(name) : ProposedTitle.column(star.factTable.name)
        var prefix = isFirst && origins.count == 1 ? "" : Wording.identifier(title)
        while prefixes.contains(name: prefix) { prefix += "2" }
        prefixes.append(prefix)
        let dashboard = ProposedDashboard(
          star, source: name, title: shown, place: origin.place ?? name, prefix: prefix)
        if dashboard.isEmpty { continue }
        notes += dashboard.notes.map { "\(name).\(star.factTable.name): \($0)" }
        queries += dashboard.queries.texts
        usesCurrency = usesCurrency || dashboard.usesCurrency
        var unique = title
        while dashboards.contains(where: { $0.name == unique }) { unique += "2" }
        dashboards.append((unique, dashboard.xml))
      }
      if tables.isEmpty { notes.append("\(name) has no tables with rows") }
    }
    var text =
      "# A first workspace, written by `auger init`. Paths begin at this file.\n\n"
      // The currency of amounts is not in the data.
      + (usesCurrency ? "# The number formats and the currency of the pages.\nlocale: en_US\n\n" : "")
      + "sources:\n" + sources.joined()
    if !queries.isEmpty {
      text +=
        "\nqueries:\n  # A condition in [[ ]] applies if its argument has a value, such as a selected bar.\n"
        + queries.joined(separator: "\n")
    }
    if !dashboards.isEmpty {
      text +=
        "\ndashboards:\n"
        + dashboards.map { "  \(Self.key($0.name)): Dashboards/\(FileName.safe($0.name)).xml\n" }.joined()
    } else {
      notes.append("no chart was proposed, because the tables have no rows or no columns to group by")
    }
    files = [("auger.yaml", text)] + dashboards.map { ("Dashboards/\(FileName.safe($0.name)).xml", $0.xml) }
  }

  private mutating func survey(
    _ origin: Origin, _ workers: Int?, _ control: RunControl
  ) throws -> [SurveyedTable] {
    let source = origin.source
    // Estimated row counts are enough for comparisons. Without estimates, the survey counts.
    var described = try source.describe(IntrospectionRequest(), control)
    if let table = origin.table { described = described.filter { Name($0.name) == Name(table) } }
    // A view repeats the contents of tables.
    let tables = described.filter { $0.kind != .view }
    var wanted = tables.isEmpty ? described : tables
    if wanted.count > Self.mostTables {
      notes.append("\(source.name) has \(wanted.count) tables: the first \(Self.mostTables) were looked at")
      wanted = Array(wanted.prefix(Self.mostTables))
    }
    var surveyed: [SurveyedTable] = []
    for description in wanted {
      do {
        let table = try source.table(description.name, control)
        let found = try SurveyedTable(table, description, workers: workers, control)
        if found.rows > 0 { surveyed.append(found) }
      } catch let error as AugerError where error.code != .cancelled && wanted.count > 1 {
        notes.append("\(source.name).\(description.name) was left out: \(error.message)")
      }
    }
    return surveyed
  }

  // MARK: Choice of fact tables

  /// Returns the star schemas, best first. Skips tables that an earlier dashboard includes.
  private static func stars(_ tables: [SurveyedTable], joining: Bool) -> [ProposedStar] {
    let all = tables.indices.map { ProposedStar($0, of: tables, joining: joining) }
    let ranked = all.map { ($0, score($0)) }.filter { $0.1 > 0 }.enumerated().sorted {
      ($1.element.1, $0.offset) < ($0.element.1, $1.offset)
    }.map(\.element.0)
    var chosen: [ProposedStar] = []
    for star in ranked where chosen.count < mostDashboards {
      let isHeld = chosen.contains { $0.joins.contains { $0.table == star.fact } }
      // A table that only refers to others, without its own measures, adds no information.
      let isOwn = ProposedMeasure.proposed(for: star.factTable, hasTime: star.moment != nil).count > 1 || chosen.isEmpty
      if !isHeld, isOwn { chosen.append(star) }
    }
    return chosen
  }

  private static func score(_ star: ProposedStar) -> Double {
    let table = star.factTable
    let hasAxis = !star.dimensions.isEmpty || star.moment != nil || star.years != nil
    guard table.rows > 1, hasAxis || star.spread != nil else { return 0 }
    let measures = ProposedMeasure.proposed(for: table, hasTime: star.moment != nil)
    var score = measures.count < 2 ? 0 : measures[0].kind == .sum ? 3 : 1.5
    if measures.first?.name == "Amount" { score += 1 }
    if let moment = star.moment { score += moment.alias == ProposedStar.factAlias ? 2 : 1.5 }
    score += min(5, Double(star.joins.count) * 0.8)
    var magnitude = table.rows
    while magnitude >= 10 {
      score += 0.5
      magnitude /= 10
    }
    return score + (star.dimensions.contains { $0.depth == 0 } ? 1 : 0)
  }

  // MARK: Names in files

  private static func key(_ name: String) -> String { DiagnosticRenderer.quoted(name) }
}
