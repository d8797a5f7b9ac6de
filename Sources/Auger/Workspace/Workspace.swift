import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerMetadata
import AugerQuery

/// Auger: what a program imports. A workspace - sources, queries, dashboards - from a file or made in code, and the
/// pipeline that answers charts from it.

/// Sources, queries and dashboards that belong together. A value: nothing is opened until a query runs.
public struct Workspace: Sendable {
  package var sources: [SourceDefinition] { didSet { places = Places() } }
  package var queries: [QueryDefinition] { didSet { places = Places() } }
  package var dashboards: [Dashboard] { didSet { places = Places() } }
  private var places = Places()
  /// Themes that dashboards and charts may name beside the built-in ones.
  package var themes: [Theme] = []
  package var adapters: [any SourceAdapter]
  /// What a reader of the workspace file should know, though it can be used.
  package var notes: [Diagnostic]
  /// Dashboards whose files cannot be read, and why: what else the workspace has can be used.
  package var damagedDashboards: [(name: String, error: DiagnosticError)] = []
  /// Where relative paths of the workspace file begin; nil for a workspace made in code.
  package var directory: String?
  /// The entries of `jobs:` as they were written; scheduled refreshes read them, where it is used.
  package var jobEntries: [DocumentEntry] = []
  /// What the references of those entries stand for.
  package var substitution = EnvironmentSubstitution(environment: [:])
  /// The files that its definitions may read and write.
  package var access = FileAccess.anywhere
  /// Who may see what; nil where the file says nothing of it, and everybody sees everything.
  package var policy: DataPolicy?
  /// Names of queries of the file that are wrong, and were reported.
  package var unreadQueries: [String] = []
  /// What a check looks at, where that is not all of its dashboards.
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

  /// A workspace made in code, of dashboards alone: their queries are answered by the delegate of a `Pipeline`.
  public init(dashboards: [Dashboard]) { self.init(dashboards: dashboards, adapters: []) }

  // MARK: Lookup

  /// Where the names of sources, queries and dashboards stand.
  private final class Places: Sendable {
    let sources = NamePlaces()
    let queries = NamePlaces()
    let dashboards = NamePlaces()
  }

  /// The source of a name; nil where none has it.
  package func source(named name: String) -> SourceDefinition? {
    places.sources.first(of: sources, named: name, \.configuration.name)
  }

  /// The query of a name; nil where none has it.
  package func query(named name: String) -> QueryDefinition? { places.queries.first(of: queries, named: name, \.name) }

  /// The dashboard of a name that can be read; nil where none has it.
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
      "query '\(name)'", hint ?? "the workspace has no queries; Pipeline(delegate:dashboards:) asks a delegate")
  }

  /// The dashboard of a name; of one that cannot be read, what is wrong with it is thrown.
  public func dashboard(_ name: String) throws(DiagnosticError) -> Dashboard {
    if let damaged = damagedDashboards.first(where: { Name($0.name) == Name(name) }) { throw damaged.error }
    if let dashboard = dashboard(named: name) { return dashboard }
    throw undefined(
      "dashboard '\(name)'", DidYouMean.hint(for: name, among: dashboards.map(\.name), listing: "dashboards"))
  }

  private func undefined(_ what: String, _ hint: String?, at place: Diagnostic.Place? = nil) -> DiagnosticError {
    DiagnosticError(Diagnostic(.metadataObjectUndefined, "there is no \(what)", at: place, hint: hint))
  }
}

/// A source of a workspace: which adapter opens it, and how.
package struct SourceDefinition: Sendable {
  package var adapter: String
  /// As it was written: `${NAME}` of a file stands for itself here.
  package var configuration: SourceConfiguration {
    didSet {
      let isSame =
        configuration.location == oldValue.location
        && configuration.options.map(\.values) == oldValue.options.map(\.values)
      if !isSame { resolve = nil }
    }
  }
  /// Where it was written, if in a file.
  package var place: Diagnostic.Place?
  /// Looks up what its references stand for; nil where it has none.
  var resolve: (@Sendable () throws(DiagnosticError) -> SourceConfiguration?)?

  package init(adapter: String, _ configuration: SourceConfiguration) {
    self.adapter = adapter
    self.configuration = configuration
  }

  /// What it is opened with. Variables of the environment are looked up here and not before: a source that nothing
  /// asks for needs none, and takes none.
  ///
  /// Throws `environmentVariableUndefined` and `environmentReferenceInvalid`, each at its place.
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
  /// Whether a table query runs in its database as far as that gives the same result.
  package var pushesDown: Bool
  /// MAKit's table properties that the query states; they are set on its result.
  package var properties: TableProperties
  /// How long a result may be used again; nil: it never is.
  package var cache: Duration?
  /// How much longer it may be used where the query cannot be asked again; nil: not at all.
  package var stale: Duration?
  /// Where the source was named, if in a file.
  package var sourcePlace: Diagnostic.Place?
  /// Where the query was written, if in a file.
  package var place: Diagnostic.Place?

  /// What the query takes: the names that its text or its expressions use, and those it declares.
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
