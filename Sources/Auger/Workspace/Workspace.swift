import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import AugerQuery

/// Auger is the module that programs import. It contains the workspace of sources, queries and dashboards, from a file
/// or from code, and the pipeline that computes its charts.

/// A set of sources, queries and dashboards, from an `auger.yaml`. A workspace is a value: sources are opened when a
/// query runs.
///
/// ```swift
/// let workspace = try Workspace(contentsOf: URL(filePath: "auger.yaml"), adapters: CSVAdapter())
/// let pipeline = Pipeline(workspace)
/// let sales = try workspace.dashboard("sales")
/// let chart = try await pipeline.chart("Regions", in: sales.initialState)
/// ```
public struct Workspace: Sendable {
  /// The name of the workspace on pages. Empty for none.
  package var title = ""
  /// One or two sentences for readers of its first page. Empty for none.
  package var summary = ""
  package var sources: [SourceDefinition] { didSet { places = Places() } }
  package var queries: [QueryDefinition] { didSet { places = Places() } }
  /// The dashboards, in the order of the file.
  public package(set) var dashboards: [Dashboard] { didSet { places = Places() } }
  private var places = Places()
  /// The themes of the workspace, in addition to the built-in ones.
  package var themes: [Theme] = []
  /// The texts of pages from files. The language of each is unique.
  package var texts: [PageTexts] = []
  /// The default locale of charts and pages.
  package var locale = ChartLocale()
  package var adapters: [any SourceAdapter]
  /// Notes for the author of the workspace file that do not prevent its use.
  package var notes: [Diagnostic]
  /// Dashboards whose files cannot be read, with their errors. The rest of the workspace can be used.
  package var damagedDashboards: [(name: String, error: DiagnosticError)] = []
  /// The base directory of relative paths in the workspace file. Nil for a workspace created in code.
  package var directory: String?
  /// The unprocessed entries of `jobs:`, which only the scheduler parses.
  package var jobEntries: [DocumentEntry] = []
  /// The values of the environment references in those entries.
  package var substitution = EnvironmentSubstitution(environment: [:])
  /// The files that its definitions may read and write.
  package var access = FileAccess.anywhere
  /// The data policy. Nil if the file has none, so that every caller sees everything.
  package var policy: DataPolicy?
  /// Names of invalid queries in the file, whose errors were reported.
  package var unreadQueries: [String] = []
  /// The dashboards to check. Nil for all dashboards.
  package var onlyDashboards: [Dashboard]?

  package init(
    sources: [SourceDefinition] = [], queries: [QueryDefinition] = [], dashboards: [Dashboard] = [],
    adapters: [any SourceAdapter], notes: [Diagnostic] = []
  ) {
    self.sources = sources
    self.queries = queries
    self.dashboards = dashboards
    self.adapters = adapters
    self.notes = notes
  }

  /// Creates a workspace of dashboards alone. The delegate of a `Pipeline` runs their queries.
  package init(dashboards: [Dashboard]) { self.init(dashboards: dashboards, adapters: []) }

  // MARK: Lookup

  /// The indices of sources, queries and dashboards by name.
  private final class Places: Sendable {
    let sources = NamePlaces()
    let queries = NamePlaces()
    let dashboards = NamePlaces()
  }

  /// Returns the source with a name; nil if none exists.
  package func source(named name: String) -> SourceDefinition? {
    places.sources.first(of: sources, named: name, \.configuration.name)
  }

  /// Returns the query with a name; nil if none exists.
  package func query(named name: String) -> QueryDefinition? { places.queries.first(of: queries, named: name, \.name) }

  /// Returns the readable dashboard with a name; nil if none exists.
  package func dashboard(named name: String) -> Dashboard? {
    places.dashboards.first(of: dashboards, named: name, \.name)
  }

  package func source(_ name: String, at place: Diagnostic.Place? = nil) throws(DiagnosticError) -> SourceDefinition {
    if let source = source(named: name) { return source }
    let hint = DidYouMean.hint(for: name, among: sources.map(\.configuration.name), listing: "sources")
    throw undefined("source '\(name)'", hint, at: place)
  }

  package func query(_ name: String) throws(DiagnosticError) -> QueryDefinition {
    if let query = query(named: name) { return query }
    let hint = DidYouMean.hint(for: name, among: queries.map(\.name), listing: "queries")
    throw undefined(
      "query '\(name)'",
      hint ?? "Define queries in auger.yaml, or use Pipeline(delegate:). The workspace has no queries.")
  }

  /// Returns the dashboard with a name.
  ///
  /// - Throws: `metadataObjectUndefined` with the nearest name, or the errors of a dashboard that cannot be read.
  public func dashboard(_ name: String) throws(AugerError) -> Dashboard {
    do { return try definition(ofDashboard: name) } catch { throw AugerError(error) }
  }

  /// Returns the dashboard with a name. Throws the errors of a dashboard that cannot be read.
  package func definition(ofDashboard name: String) throws(DiagnosticError) -> Dashboard {
    if let damaged = damagedDashboards.first(where: { Name($0.name) == Name(name) }) { throw damaged.error }
    if let dashboard = dashboard(named: name) { return dashboard }
    throw undefined(
      "dashboard '\(name)'", DidYouMean.hint(for: name, among: dashboards.map(\.name), listing: "dashboards"))
  }

  private func undefined(_ what: String, _ hint: String?, at place: Diagnostic.Place? = nil) -> DiagnosticError {
    DiagnosticError(Diagnostic(.metadataObjectUndefined, "\(what) does not exist", at: place, hint: hint))
  }
}

/// A source of a workspace: its adapter and its configuration.
package struct SourceDefinition: Sendable {
  package var adapter: String
  /// The configuration as written, with unresolved `${NAME}` references.
  package var configuration: SourceConfiguration {
    didSet {
      let isSame =
        configuration.location == oldValue.location
        && configuration.options.map(\.values) == oldValue.options.map(\.values)
      if !isSame { resolve = nil }
    }
  }
  /// The location of the definition, if it is in a file.
  package var place: Diagnostic.Place?
  /// Resolves the environment references of the configuration. Nil if it has none.
  var resolve: (@Sendable () throws(DiagnosticError) -> SourceConfiguration?)?

  package init(adapter: String, _ configuration: SourceConfiguration) {
    self.adapter = adapter
    self.configuration = configuration
  }

  /// Returns the configuration with resolved environment variables. They are resolved only here, so that a source that
  /// no query uses requires none.
  ///
  /// Throws `environmentVariableUndefined` and `environmentReferenceInvalid` with their locations.
  package func resolved() throws(DiagnosticError) -> SourceConfiguration {
    var found = try resolve?() ?? configuration
    found.name = configuration.name
    return found
  }
}

/// A named query of a workspace.
package struct QueryDefinition: Sendable {
  package enum Body: Sendable {
    case sql(SQLTemplate)
    case table(TableQuery)
  }

  package var name: String
  package var source: String
  package var body: Body
  package var parameters: [ParameterDeclaration]
  package var limits: QueryLimits
  /// True if a table query runs in its database as far as the result is the same.
  package var pushesDown: Bool
  /// The table properties of MAKit that the query declares. They are set on its result.
  package var properties: TableProperties
  /// The maximum age of a cached result. Nil if results are not reused.
  package var cache: Duration?
  /// The additional time for which an expired result is used if the query fails. Nil for none.
  package var stale: Duration?
  /// The location of the source name, if it is in a file.
  package var sourcePlace: Diagnostic.Place?
  /// The location of the query definition, if it is in a file.
  package var place: Diagnostic.Place?

  /// The parameters of the query: the names that its text or its expressions use, and those it declares.
  package var argumentNames: [String] {
    switch body {
    case .sql(let template): template.parameterNames + parameters.map(\.name)
    case .table(let table): table.argumentNames + parameters.map(\.name)
    }
  }

  package init(
    name: String, source: String, body: Body, parameters: [ParameterDeclaration] = [], limits: QueryLimits = .none,
    pushesDown: Bool = true, properties: TableProperties = TableProperties(), sourcePlace: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.source = source
    self.body = body
    self.parameters = parameters
    self.limits = limits
    self.pushesDown = pushesDown
    self.properties = properties
    self.sourcePlace = sourcePlace
  }
}
