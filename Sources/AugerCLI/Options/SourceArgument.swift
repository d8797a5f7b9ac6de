import Auger
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Foundation

/// What was typed to name a source or one table of it, resolved.
struct SourceArgument {
  var source: SourceDefinition
  /// Nil where only the source was named.
  var table: String?
  /// What errors and queries call it.
  var title: String
  /// Whether the source is one of the workspace, rather than a path or URL that was typed.
  var isDeclared = false
}

extension SourceArgument {
  /// Reads `sales.csv`, `Data/*.csv`, `-` (CSV on standard input), `sales.arrow`, `shop.sqlite`, `shop.sqlite.orders`,
  /// `sqlite:shop.db[.orders]`, `postgresql://host/erp[.orders]`, `host=db dbname=erp`, or `SOURCE[.TABLE]` of a
  /// workspace.
  ///
  /// A file that is there wins over a source of its name. A path may hold dots: it is the longest beginning that is
  /// there.
  static func parse(_ text: String, workspace: Workspace, options: [SourceOption] = []) throws -> SourceArgument {
    let server = workspace.adapters.first { $0.recognition == .server }
    if text.hasPrefix("postgresql://") || text.hasPrefix("postgres://"), let server {
      return database(text, server, options)
    }
    for adapter in workspace.adapters where text.hasPrefix(adapter.name + ":") {
      let location = String(text.dropFirst(adapter.name.count + 1))
      if adapter.recognition == .server, areKeywords(location) { return keywords(location, adapter, options) }
      return try inline(location, adapter, options)
    }
    let textAdapter = workspace.adapters.first { $0.recognition == .text }
    if text == "-", let textAdapter { return try inline(text, textAdapter, options) }
    if !isFile(text), let declared = declared(text, workspace), !isTableOfFile(text, beside: declared) {
      return declared
    }
    if !isFile(text), areKeywords(text), let server { return keywords(text, server, options) }
    let (path, table) = split(text)
    let ending = URL(fileURLWithPath: path).pathExtension.lowercased()
    if let adapter = workspace.adapters.first(where: { $0.pathExtensions.contains(ending) }) {
      return try inline(text, adapter, options)
    }
    guard FileManager.default.fileExists(atPath: path) else { throw missing(text, workspace) }
    // Endings do not decide: a database and an Arrow file say so in their first bytes, everything else is read as CSV.
    let signed = workspace.adapters.first { adapter in
      if case .signature(let mark)? = adapter.recognition { begins(path, with: mark) } else { false }
    }
    guard let adapter = signed ?? textAdapter else { throw missing(text, workspace) }
    return SourceArgument(
      source: SourceDefinition(
        adapter: adapter.name, SourceConfiguration(name: title(of: path), location: path, options: options)),
      table: table, title: table ?? title(of: path))
  }

  /// As above, where a query of the workspace could have been named too.
  static func parse(
    _ text: String, orQueryOf workspace: Workspace, options: [SourceOption] = []
  ) throws -> SourceArgument {
    do { return try parse(text, workspace: workspace, options: options) } catch var error as AugerError
      where [.fileNotFound, .metadataObjectUndefined].contains(error.code) && !workspace.queries.isEmpty
    {
      // With a workspace at hand, the name of a query was more likely meant.
      error.message = "there is no query, file or source '\(text)'"
      error.hint =
        error.hint ?? DidYouMean.hint(for: text, among: workspace.queries.map(\.name), listing: "queries")
      throw error
    }
  }

  /// `SOURCE` or `SOURCE.TABLE` of a workspace; of two sources that may be meant, the one with the longer name.
  private static func declared(_ text: String, _ workspace: Workspace) -> SourceArgument? {
    let found = workspace.sources.filter { source in
      text == source.configuration.name || text.hasPrefix(source.configuration.name + ".")
    }
    guard let source = found.max(by: { $0.configuration.name.utf8.count < $1.configuration.name.utf8.count }) else {
      return nil
    }
    let table = text.dropFirst(source.configuration.name.count + 1)
    return SourceArgument(source: source, table: table.isEmpty ? nil : String(table), title: text, isDeclared: true)
  }

  /// True if a file's name is a longer beginning than the name of the declared source: `shop.sqlite` of
  /// `shop.sqlite.sales`, beside a source `shop`.
  private static func isTableOfFile(_ text: String, beside declared: SourceArgument) -> Bool {
    let (path, table) = split(text)
    return table != nil && isFile(path) && path.utf8.count > declared.source.configuration.name.utf8.count
  }

  private static func isFile(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path) && !FileFacts.isDirectory(path)
  }

  private static func inline(
    _ text: String, _ adapter: any SourceAdapter, _ options: [SourceOption]
  ) throws -> SourceArgument {
    let (path, table) = split(text)
    let name = title(of: path)
    // A pattern on the command line is one table; in a workspace it is a table for each file unless that says 'union'.
    let isPattern = adapter.recognition == .text && (path.contains("*") || path.contains("?"))
    return SourceArgument(
      source: SourceDefinition(
        adapter: adapter.name,
        SourceConfiguration(
          name: name, location: path, options: options + (isPattern ? [SourceOption("union", "true")] : []))),
      table: table, title: table ?? name)
  }

  /// A database by its URL. What follows the first dot of the path is a table; a dot in a database's name is `%2E`.
  private static func database(
    _ text: String, _ adapter: any SourceAdapter, _ options: [SourceOption]
  ) -> SourceArgument {
    let authority = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let query = text[authority...].firstIndex(of: "?") ?? text.endIndex
    var (location, name) = (text, adapter.name)
    var table: String?
    if let slash = text[authority..<query].firstIndex(of: "/") {
      let path = text[text.index(after: slash)..<query]
      let dot = path.firstIndex(of: ".") ?? path.endIndex
      if dot != path.endIndex { table = String(path[path.index(after: dot)...]) }
      if dot != path.startIndex { name = path[..<dot].removingPercentEncoding ?? name }
      location = String(text[..<dot] + text[query...])
    }
    return SourceArgument(
      source: SourceDefinition(
        adapter: adapter.name, SourceConfiguration(name: name, location: location, options: options)),
      table: table?.removingPercentEncoding, title: table?.removingPercentEncoding ?? name)
  }

  /// Whether a text begins as libpq's list of what a connection is, `host=db user=reader`.
  static func areKeywords(_ text: String) -> Bool {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return ["host", "hostaddr", "port", "dbname", "user", "password", "passfile", "service", "sslmode"]
      .contains(text[..<equals].trimmingCharacters(in: .whitespaces))
  }

  /// A database by such a list, called as the database is. No table can be named with it.
  private static func keywords(
    _ text: String, _ adapter: any SourceAdapter, _ options: [SourceOption]
  ) -> SourceArgument {
    let name = text.firstMatch(of: #/(?:^|\s)dbname\s*=\s*([\w-]+)/#).map { String($0.output.1) } ?? adapter.name
    return SourceArgument(
      source: SourceDefinition(
        adapter: adapter.name, SourceConfiguration(name: name, location: text, options: options)),
      title: name)
  }

  /// The longest beginning before a dot that is a file, and what follows it.
  private static func split(_ text: String) -> (path: String, table: String?) {
    var rest = Substring(text)
    while !FileManager.default.fileExists(atPath: String(rest)) {
      guard let dot = rest.lastIndex(of: "."), dot != rest.startIndex else { return (text, nil) }
      rest = rest[..<dot]
      // `dir.csv` beside a folder `dir` names a file that is not there, not a table of the folder.
      if FileFacts.isDirectory(String(rest)) { return (text, nil) }
    }
    if rest.count == text.count { return (text, nil) }
    return (String(rest), String(text[text.index(after: rest.endIndex)...]))
  }

  private static func title(of path: String) -> String {
    if path == "-" { return "stdin" }
    var url = URL(fileURLWithPath: path)
    if url.pathExtension.lowercased() == "gz" { url.deletePathExtension() }
    let name = url.deletingPathExtension().lastPathComponent
    return name.isEmpty ? path : name
  }

  /// Only a file is looked into: what a pipe gives cannot be read again.
  private static func begins(_ path: String, with mark: String) -> Bool {
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
    guard attributes?[.type] as? FileAttributeType == .typeRegular, let file = FileHandle(forReadingAtPath: path) else {
      return false
    }
    return (try? file.read(upToCount: mark.utf8.count)) == Data(mark.utf8)
  }

  private static func missing(_ text: String, _ workspace: Workspace) -> AugerError {
    let folder = URL(fileURLWithPath: text).deletingLastPathComponent().path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let wanted = URL(fileURLWithPath: text).lastPathComponent
    let near = DidYouMean.nearest(
      to: wanted, among: names.sorted() + workspace.sources.map(\.configuration.name))
    // A word is a name of the workspace, anything else a path.
    let isPath = text.contains { $0 == "/" || $0 == "." }
    return AugerError(
      isPath ? .fileNotFound : .metadataObjectUndefined, operation: "open '\(text)'",
      "there is no file or source '\(text)'",
      hint: near.map { "Did you mean '\($0)'?" }, details: [.init(.general, text)])
  }
}

extension Workspace {
  /// Adds the source that was typed, once; where another has its name, it gets one of its own.
  mutating func add(_ argument: inout SourceArgument) {
    guard !argument.isDeclared else { return }
    if let same = sources.first(where: { $0.isSame(as: argument.source) }) {
      argument.source = same
      return
    }
    let name = argument.source.configuration.name
    var number = 2
    while sources.contains(where: { $0.configuration.name == argument.source.configuration.name }) {
      argument.source.configuration.name = "\(name)_\(number)"
      number += 1
    }
    sources.append(argument.source)
  }
}

extension SourceDefinition {
  /// Whether two names stand for one thing.
  fileprivate func isSame(as other: SourceDefinition) -> Bool {
    let (own, theirs) = (configuration, other.configuration)
    return adapter == other.adapter && own.location == theirs.location
      && own.options.map(\.name) == theirs.options.map(\.name)
      && own.options.map(\.values) == theirs.options.map(\.values)
  }
}
