import AugerDiagnostics
import AugerDocuments

/// The names that the charts of a dashboard can reference.
struct Declarations {
  var variables: [VariableDefinition] = []
  var filters: [FilterDefinition] = []
  /// Variable names without the `$`. Includes invalid variables, so that each error is reported once.
  var variableNames: [String] = []
  var filterNames: [String] = []
  /// The dashboard's theme, for charts that do not name one.
  var theme: String?
  /// Names of available themes, in addition to the built-in ones.
  var themes: [String] = []
}

/// Reads the Variables and Filters of a dashboard.
struct DeclarationReader {
  let collector: DiagnosticCollector

  func declarations(_ dashboard: NodeReader) -> Declarations {
    var result = Declarations()
    if let node = dashboard.child("Variables") { readVariables(node, into: &result) }
    if let node = dashboard.child("Filters") { readFilters(node, into: &result) }
    return result
  }

  private func readVariables(_ node: AttributedNode, into result: inout Declarations) {
    let reader = NodeReader(node, as: MetadataVocabulary.variables, reporting: collector)
    let nodes = reader.children("Variable")
    reader.finish()
    var names = NameSet(collector: collector)
    for node in nodes {
      let (name, definition) = ControlReader(collector: collector).variable(node)
      if let name {
        result.variableNames.append(name)
        guard names.insert(name, of: node, MetadataVocabulary.variable) else { continue }
      }
      if let definition { result.variables.append(definition) }
    }
  }

  private func readFilters(_ node: AttributedNode, into result: inout Declarations) {
    let reader = NodeReader(node, as: MetadataVocabulary.filters, reporting: collector)
    let nodes = reader.children("Filter")
    reader.finish()
    var names = NameSet(collector: collector)
    var filters: [(item: FilterDefinition?, sequence: Int?, node: AttributedNode)] = []
    for node in nodes {
      let (name, sequence, filter) = filter(node)
      if let name {
        result.filterNames.append(name)
        if !names.insert(name, of: node, MetadataVocabulary.filter) {
          filters.append((nil, sequence, node))
          continue
        }
      }
      filters.append((filter, sequence, node))
    }
    result.filters = reader.inSequence("Sequence", filters, isOptional: true).compactMap { $0 }
    for filter in result.filters {
      for reference in filter.dependsOn
      where !result.filterNames.contains(where: { $0.isSame(as: reference.name) }) {
        reader.undefined(
          reference.name, "filter '\(filter.name.shown)' depends on '\(reference.name.shown)', which is not a filter",
          at: reference.place, among: result.filterNames, listing: "Filters")
      }
    }
  }

  private func filter(_ node: AttributedNode) -> (name: String?, sequence: Int?, filter: FilterDefinition?) {
    let reader = NodeReader(node, as: MetadataVocabulary.filter, reporting: collector)
    let name = reader.text("Name")
    let sequence = reader.sequence("Sequence")
    let query = reader.text("SourceQuery")
    let kind = reader.choice("FilterType", of: FilterDefinition.Kind.self)
    let column = reader.text("Column")
    let title = reader.text("DisplayName") ?? ""
    let format = reader.format()
    let dependsOn = reader.names("DependsOn")
    reader.finish()
    guard let name, let query, let kind, let column else { return (name, sequence, nil) }
    var filter = FilterDefinition(
      name, title: title, kind: kind, sourceQuery: query, column: column, format: format, dependsOn: dependsOn,
      at: reader.place)
    filter.queryPlace = reader.place(of: "SourceQuery")
    filter.columnPlace = reader.place(of: "Column")
    return (name, sequence, filter)
  }
}

/// Names that must be unique among their siblings.
struct NameSet {
  let collector: DiagnosticCollector
  /// The level of the diagnostic for a duplicate name: an error for names that can be referenced.
  var level = Diagnostic.Level.error
  var hint: String?
  private var first: [[UInt8]: AttributedNode] = [:]

  init(collector: DiagnosticCollector, level: Diagnostic.Level = .error, hint: String? = nil) {
    self.collector = collector
    self.level = level
    self.hint = hint
  }

  /// Adds a name. Returns false after reporting a duplicate.
  mutating func insert(_ name: String, of node: AttributedNode, _ description: NodeDescription) -> Bool {
    guard let earlier = first[Array(name.utf8)] else {
      first[Array(name.utf8)] = node
      return true
    }
    let position = (earlier.attribute("Name")?.place ?? earlier.place).position
    let reader = NodeReader(node, as: description, reporting: collector)
    reader.report(
      .duplicateName, level: level,
      "'\(node["Name"]?.trimmed.shown ?? name.shown)' is also the name of an earlier \(earlier.name.shown)",
      at: reader.place, hint: hint, notes: position.map { ["the first is at \($0.line):\($0.column)"] } ?? [],
      details: [.init(.attribute, "Name"), .init(.value, name.shown)])
    return false
  }
}
