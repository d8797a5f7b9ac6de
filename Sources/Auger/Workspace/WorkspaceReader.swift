import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerMetadata
import AugerQuery
import Foundation

extension Workspace {
  /// Reads a workspace file, or the `auger.yaml` of a directory.
  ///
  /// Throws `AugerError` if the file cannot be read, and one `DiagnosticError` with every error in it. With
  /// `toleratesDamage`, a dashboard with errors does not make the workspace invalid: it is omitted and added to
  /// `damagedDashboards`. An untrusted workspace can write only below its folder and the paths in `allowing`.
  package init(
    contentsOf path: String, adapters: [any SourceAdapter],
    environment: [String: String] = ProcessInfo.processInfo.environment, toleratesDamage: Bool = false,
    allowing paths: [String] = []
  ) throws {
    try self.init(
      contentsOf: path, adapters: adapters, WorkspaceTrust(paths: paths), environment: environment,
      toleratesDamage: toleratesDamage)
  }

  /// Reads a workspace file, or the `auger.yaml` of a directory. `trust` limits the files and variables that it may
  /// use.
  package init(
    contentsOf path: String, adapters: [any SourceAdapter], _ trust: WorkspaceTrust,
    environment: [String: String] = ProcessInfo.processInfo.environment, toleratesDamage: Bool = false
  ) throws {
    let path = Self.file(of: path)
    guard let data = FileManager.default.contents(atPath: path) else {
      throw AugerError(
        FileManager.default.fileExists(atPath: path) ? .fileUnreadable : .fileNotFound,
        operation: "read the workspace", "file '\(path)' does not exist or is not readable",
        hint: Self.fileHint(for: path))
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw AugerError(.invalidUTF8, operation: "read the workspace", "'\(path)' is not UTF-8 text", place: path)
    }
    let directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let collector = DiagnosticCollector()
    try self.init(
      reading: SourceText(name: path, text: text), directory: directory, adapters: adapters, trust: trust,
      environment: environment, reporting: collector, toleratesDamage: toleratesDamage)
    try collector.throwIfErrors()
    notes = collector.inOrder
  }

  /// Returns the workspace file of a path: the path itself, or the `auger.yaml` of a folder.
  package static func file(of path: String) -> String {
    guard FileFacts.isDirectory(path) else { return path }
    return path + (path.hasSuffix("/") ? "auger.yaml" : "/auger.yaml")
  }

  /// Returns a hint with a similarly named file in the same folder, or the folder of a relative path.
  private static func fileHint(for path: String) -> String? {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    if let near = DidYouMean.nearest(to: url.lastPathComponent, among: names) { return "Did you mean '\(near)'?" }
    return path.hasPrefix("/") ? nil : "relative paths begin in \(FileManager.default.currentDirectoryPath)"
  }

  /// Reads the text of a workspace file, for a program without a file. Relative paths are relative to `directory`.
  ///
  /// Throws one `DiagnosticError` with every error in it, with positions in the text and suggestions.
  package init(
    yaml text: String, directory: String = ".", adapters: [any SourceAdapter],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(DiagnosticError) {
    try self.init(
      parsing: SourceText(name: "workspace", text: text), directory: directory, adapters: adapters,
      environment: environment)
  }

  /// Reads the text of a workspace file. Relative paths are relative to `directory`.
  package init(
    parsing source: SourceText, directory: String, adapters: [any SourceAdapter], environment: [String: String] = [:],
    toleratesDamage: Bool = false
  ) throws(DiagnosticError) {
    let collector = DiagnosticCollector()
    try self.init(
      reading: source, directory: directory, adapters: adapters, environment: environment, reporting: collector,
      toleratesDamage: toleratesDamage)
    try collector.throwIfErrors()
    notes = collector.inOrder
  }

  /// Reads all valid parts and reports the others. Callers must check for errors before using the workspace.
  ///
  /// Throws only if the text is not YAML.
  package init(
    reading source: SourceText, directory: String, adapters: [any SourceAdapter], trust: WorkspaceTrust? = nil,
    environment: [String: String], reporting collector: DiagnosticCollector, toleratesDamage: Bool = false
  ) throws(DiagnosticError) {
    let substitution = EnvironmentSubstitution(environment: environment, allowed: trust?.variables)
    let access = trust?.access(in: directory) ?? .anywhere
    let isLater = ["sources", "jobs"]
    let document = try YAMLDocument.parse(source)
    let tree = substitution.apply(to: document, where: { !isLater.contains($0) }, collector)
    var root = DocumentReader(tree, as: "the workspace", of: WorkspaceKeys.workspace, reporting: collector)
    let title = root.text("title")?.text ?? ""
    let summary = root.text("description")?.text ?? ""
    let sourceEntries = root.namedEntries("sources")
    let queryEntries = root.namedEntries("queries")
    let dashboardEntries = root.namedEntries("dashboards")
    let themeEntries = root.namedEntries("themes")
    let locale = root.text("locale")
    let textEntries = root.namedEntries("texts")
    let jobEntries = root.namedEntries("jobs")
    let policyEntry = root.entry("policy")
    let rules = root.list("policy")
    root.finish()
    let sources = sourceEntries.compactMap {
      SourceDefinition($0, directory: directory, adapters: adapters, access, substitution, collector)
    }
    let queries = queryEntries.compactMap { QueryDefinition($0, collector) }
    let themes = themeEntries.compactMap { ThemeFile.read($0, directory: directory, access, collector) }
    // An error in a theme is reported once, instead of for each chart that names it.
    let themeNames = themeEntries.map(\.key.text)
    var damaged: [(name: String, error: DiagnosticError)] = []
    let dashboards = dashboardEntries.compactMap { entry -> Dashboard? in
      let own = DiagnosticCollector()
      let dashboard = Dashboard(entry, directory: directory, themes: themeNames, access, own)
      if own.diagnostics.contains(where: { $0.level == .error }) {
        damaged.append((entry.key.text, DiagnosticError(own.inOrder)))
        if toleratesDamage { return nil }
      }
      for finding in own.diagnostics { collector.report(finding) }
      return dashboard
    }
    self.init(sources: sources, queries: queries, dashboards: dashboards, adapters: adapters)
    (self.title, self.summary) = (title, summary)
    self.themes = themes
    read(
      textEntries.compactMap { TextsFile.read($0, directory: directory, access, collector) }, locale: locale, collector)
    damagedDashboards = damaged
    self.directory = directory
    self.jobEntries = jobEntries
    self.substitution = substitution
    self.access = access
    let sourceNames = sourceEntries.map(\.key.text)
    // An invalid rule also denies everything.
    policy = policyEntry.map { entry in
      DataPolicy(
        rules ?? [], at: entry.key.place, sources: sourceNames, dashboards: dashboardEntries.map(\.key.text),
        jobs: jobEntries.map(\.key.text), collector)
    }
    let known = Set(sourceNames.map { Array($0.utf8) })
    for query in queries where !known.contains(Array(query.source.utf8)) {
      collector.report(
        Diagnostic(
          .metadataObjectUndefined, "source '\(query.source)' does not exist", at: query.sourcePlace,
          hint: DidYouMean.hint(for: query.source, among: sourceNames, listing: "sources")))
    }
    let readQueries = Set(queries.map { Array($0.name.utf8) })
    unreadQueries = queryEntries.map(\.key.text).filter { !readQueries.contains(Array($0.utf8)) }
  }
}

extension EnvironmentSubstitution {
  /// Returns the files that a source may read. A location that consists of a single allowed variable is trusted like
  /// the variable.
  fileprivate func access(for source: DocumentNode, _ access: FileAccess) -> FileAccess {
    guard let allowed, case .mapping(let entries) = source.kind,
      let location = entries.first(where: { ["url", "path"].contains(name: $0.key.text) })?.value.text,
      let variable = Self.variable(in: location), allowed.contains(name: variable)
    else { return access }
    var access = access
    access.readable = nil
    return access
  }

  /// Returns a mapping with the values of some keys substituted; other nodes do not change.
  fileprivate func apply(
    to root: DocumentNode, where isChosen: (String) -> Bool, _ collector: DiagnosticCollector
  ) -> DocumentNode {
    guard case .mapping(let entries) = root.kind else { return root }
    let substituted = entries.map { entry in
      isChosen(entry.key.text)
        ? DocumentEntry(key: entry.key, value: apply(to: entry.value, reporting: collector)) : entry
    }
    return DocumentNode(.mapping(substituted), span: root.span, in: root.source)
  }
}

extension SourceDefinition {
  /// Reads `adapter`, `path` or `url`, and the options of the adapter. Environment references are resolved when the
  /// source is opened.
  init?(
    _ entry: DocumentEntry, directory: String, adapters: [any SourceAdapter], _ access: FileAccess,
    _ substitution: EnvironmentSubstitution, _ collector: DiagnosticCollector
  ) {
    // The adapter must be known before the source is opened.
    let written = substitution.apply(to: entry.value, where: { $0 == "adapter" }, collector)
    let access = substitution.access(for: written, access)
    self.init(
      DocumentEntry(key: entry.key, value: written), directory: directory, adapters: adapters, access, collector)
    guard EnvironmentSubstitution.mayReplace(written) else { return }
    resolve = { () throws(DiagnosticError) in
      let collector = DiagnosticCollector()
      let value = substitution.apply(to: entry.value, reporting: collector)
      let resolved = SourceDefinition(
        DocumentEntry(key: entry.key, value: value), directory: directory, adapters: adapters, access, collector)
      try collector.throwIfErrors()
      return resolved?.configuration
    }
  }

  private init?(
    _ entry: DocumentEntry, directory: String, adapters: [any SourceAdapter], _ access: FileAccess,
    _ collector: DiagnosticCollector
  ) {
    let what = "source '\(entry.key.text)'"
    var reader = DocumentReader(entry, as: what, of: WorkspaceKeys.source, reporting: collector)
    let adapter = reader.choice(
      "adapter", of: adapters.map { ($0.name, $0.name) },
      hintWithoutChoices: "the workspace was opened without adapters: pass those of its sources, such as CSVAdapter()")
    let url = reader.string("url")
    reader.reportConflicts()
    let isOverOthers = adapters.contains { $0.name == adapter && $0.readsOthers }
    let path = reader.string("path", required: url == nil && !isOverOthers)
    guard let adapter, let location = url ?? path.map({ Self.resolved($0, in: directory) }) ?? (isOverOthers ? "" : nil)
    else { return nil }
    var options: [SourceOption] = []
    var own = DocumentReader(entry, as: what, reporting: collector)
    for item in reader.entries where WorkspaceKeys.source.key(item.key.text) == nil {
      if case .scalar("null", .plain) = item.value.kind {
        collector.report(
          Diagnostic(
            .wrongKind, "'\(item.key.text)' is not a value", at: item.value.place,
            hint: "Write \"null\" in quotes for the word, or remove the key."))
        continue
      }
      guard let texts = own.texts(item.key.text) else { continue }
      options.append(SourceOption(item.key.text, texts.map(\.text), at: item.value.place))
    }
    var configuration = SourceConfiguration(name: entry.key.text, location: location, options: options)
    (configuration.access, configuration.directory) = (access, directory)
    self.init(adapter: adapter, configuration)
    place = entry.key.place
  }

  package static func resolved(_ path: String, in directory: String) -> String {
    path.hasPrefix("/") || path == "-" || directory.isEmpty ? path : directory + "/" + path
  }
}

extension QueryDefinition {
  init?(_ entry: DocumentEntry, _ collector: DiagnosticCollector) {
    let what = "query '\(entry.key.text)'"
    var reader = DocumentReader(entry, as: what, of: WorkspaceKeys.query, reporting: collector)
    let source = reader.text("source")
    let sql = reader.value("sql")
    let from = reader.string("from")
    if sql == nil, from == nil {
      collector.report(
        Diagnostic(.missingKey, "\(what) needs 'sql' or 'from'", at: entry.key.place))
    }
    let body: Body? =
      if let sql { Self.template(sql, name: entry.key.text, collector).map(Body.sql) } else {
        TableQuery(&reader, from: from ?? "", collector).map(Body.table)
      }
    let parameters = reader.namedEntries("parameters").compactMap { ParameterDeclaration($0, collector) }
    let limits = Self.limits(&reader, collector)
    let pushesDown = reader.bool("pushdown") ?? true
    let properties = Self.properties(&reader)
    let cache = Self.cache(&reader)
    reader.finish()
    guard let source, let body else { return nil }
    self.init(
      name: entry.key.text, source: source.text, body: body, parameters: parameters, limits: limits,
      pushesDown: pushesDown, properties: properties, sourcePlace: source.node.place)
    self.cache = cache.duration
    stale = cache.stale
    place = entry.key.place
  }

  /// Reads the SQL text. Errors are reported at their location in the file.
  private static func template(
    _ node: DocumentNode, name: String, _ collector: DiagnosticCollector
  ) -> SQLTemplate? {
    guard let text = node.text else {
      collector.report(Diagnostic(.wrongKind, "'sql' must be a string, not \(node.kindName)", at: node.place))
      return nil
    }
    do throws(DiagnosticError) {
      return try SQLTemplate.parse(SourceText(name: "query '\(name)'", text: text))
    } catch {
      collector.report(contentsOf: error.relocated(into: node))
      return nil
    }
  }

  private static func limits(_ reader: inout DocumentReader, _ collector: DiagnosticCollector) -> QueryLimits {
    guard var limits = reader.mapping("limits", as: "'limits'") else { return .none }
    defer { limits.finish() }
    return QueryLimits(
      rows: limits.int("rows"), bytes: limits.int("bytes"), time: limits.duration("time"))
  }

  /// Reads the maximum age of a cached result, and the additional time for which it may be used if the query fails.
  private static func cache(_ reader: inout DocumentReader) -> (duration: Duration?, stale: Duration?) {
    guard case .mapping? = reader.value("cache")?.kind, var cache = reader.mapping("cache", as: "'cache'") else {
      return (reader.duration("cache"), nil)
    }
    defer { cache.finish() }
    return (cache.duration("for", required: true), cache.duration("stale"))
  }

  private static func properties(_ reader: inout DocumentReader) -> TableProperties {
    var properties = TableProperties()
    properties.isSorted = reader.bool("sorted") ?? false
    properties.referenceValue = reader.number("referenceValue")
    properties.upperThreshold = reader.number("upperThreshold")
    properties.lowerThreshold = reader.number("lowerThreshold")
    properties.predictiveStartCategory = reader.string("predictiveStartCategory").map(Scalar.inferred)
    return properties
  }
}

extension Dashboard {
  /// Reads `sales: Dashboards/sales.xml`, a file of the dashboard language.
  init?(
    _ entry: DocumentEntry, directory: String, themes: [String], _ access: FileAccess, _ collector: DiagnosticCollector
  ) {
    guard let text = entry.value.isNull ? "" : entry.value.text else {
      collector.report(
        Diagnostic(.wrongKind, "a dashboard must be a file path, not \(entry.value.kindName)", at: entry.value.place))
      return nil
    }
    let path = text.isEmpty ? "" : SourceDefinition.resolved(text, in: directory)
    let bytes: [UInt8]
    do throws(DiagnosticError) {
      bytes = try MetadataFile.read(path, at: text.isEmpty ? entry.key.place : entry.value.place, access)
    } catch {
      collector.report(contentsOf: error)
      return nil
    }
    let (metadata, diagnostics) = MetadataReader.read(bytes: bytes, name: path, themes: themes)
    for diagnostic in diagnostics { collector.report(diagnostic) }
    guard let metadata else { return nil }
    self = metadata.dashboard
    name = entry.key.text
    layout = metadata.layout
    readContents(beside: path, access) { collector.report($0) }
  }
}

extension ParameterDeclaration {
  /// Reads `Year: int`, or `Year: { type: int, default: 2012 }`.
  init?(_ entry: DocumentEntry, _ collector: DiagnosticCollector) {
    let what = "parameter '\(entry.key.text)'"
    if let text = entry.value.text {
      guard let type = Self.type(text, what, entry.value, collector) else { return nil }
      self.init(name: entry.key.text, type: type, defaultValue: nil, place: entry.key.place)
      return
    }
    var reader = DocumentReader(entry, as: what, of: WorkspaceKeys.parameter, reporting: collector)
    let type = reader.text("type").flatMap { Self.type($0.text, what, $0.node, collector) }
    let defaultNode = reader.value("default")
    reader.finish()
    var defaultValue: Scalar?
    if let defaultNode {
      guard let text = defaultNode.text else {
        reader.reject(defaultNode, "the default of \(what) must be a string, not \(defaultNode.kindName)")
        return nil
      }
      if let type {
        guard let value = Scalar(text: text, type: type) else {
          reader.reject(defaultNode, "'\(text)' is not a valid \(type)")
          return nil
        }
        defaultValue = value
      } else {
        defaultValue = .string(text)
      }
    }
    self.init(name: entry.key.text, type: type, defaultValue: defaultValue, place: entry.key.place)
  }

  private static func type(
    _ name: String, _ what: String, _ node: DocumentNode, _ collector: DiagnosticCollector
  ) -> DataType? {
    if let type = DataType(name: name) { return type }
    collector.report(
      Diagnostic(
        .wrongValue, "\(what) cannot be of type '\(name)'", at: node.place,
        hint: DidYouMean.hint(
          for: name, among: ["bool", "int", "float", "decimal(18,2)", "string", "date", "timestamp"],
          listing: "types")))
    return nil
  }
}

extension DocumentReader {
  mutating func number(_ key: String) -> Double? {
    guard let (text, node) = text(key) else { return nil }
    if case .float(let number)? = Scalar(text: text, type: .float64) { return number }
    reject(node, "'\(key)' must be a number, not '\(text)'")
    return nil
  }
}

extension Scalar {
  /// Returns a value of the first type that the text matches: int, float, date, timestamp, else string.
  package static func inferred(_ text: String) -> Scalar {
    for type in [DataType.int64, .float64, .date, .timestamp] {
      if let value = Scalar(text: text, type: type) { return value }
    }
    return .string(text)
  }
}

extension DiagnosticError {
  /// Returns the same errors with their locations in the document that contains the text.
  package func relocated(into node: DocumentNode) -> DiagnosticError {
    DiagnosticError(
      diagnostics.map { diagnostic in
        var moved = diagnostic
        moved.place = diagnostic.place?.span.map { node.place(of: $0) } ?? node.place
        return moved
      })
  }
}
