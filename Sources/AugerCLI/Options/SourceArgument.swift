import Auger
import AugerDiagnostics
import AugerMetadata
import AugerQuery
import Foundation

/// A source or table of the command line, resolved.
struct SourceArgument {
  var source: SourceDefinition
  /// Nil if the argument names only the source.
  var table: String?
  /// The name of the source or table in errors and queries.
  var title: String
  /// True if the workspace defines the source. False for a path or URL.
  var isDeclared = false
}

extension SourceArgument {
  /// Parses `sales.csv`, `Data/*.csv`, `-` (CSV on standard input), `sales.arrow`, `shop.sqlite`, `shop.sqlite.orders`,
  /// `sqlite:shop.db[.orders]`, `postgresql://host/erp[.orders]`, `host=db dbname=erp`, or `SOURCE[.TABLE]` of a
  /// workspace.
  ///
  /// An existing file takes precedence over a source with the same name. A path can contain dots: the longest prefix
  /// that exists is the path.
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
    // The extension is unknown. Detect databases and Arrow files by their first bytes, and read other files as CSV.
    let signed = workspace.adapters.first { adapter in
      if case .signature(let mark)? = adapter.recognition { begins(path, with: mark) } else { false }
    }
    guard let adapter = signed ?? textAdapter else { throw missing(text, workspace) }
    return SourceArgument(
      source: SourceDefinition(
        adapter: adapter.name, SourceConfiguration(name: title(of: path), location: path, options: options)),
      table: table, title: table ?? title(of: path))
  }

  /// Parses a source where the name of a query is also valid, so that the error mentions queries.
  static func parse(
    _ text: String, orQueryOf workspace: Workspace, options: [SourceOption] = []
  ) throws -> SourceArgument {
    do { return try parse(text, workspace: workspace, options: options) } catch var error as AugerError
      where [.fileNotFound, .metadataObjectUndefined].contains(error.code) && !workspace.queries.isEmpty
    {
      // In a workspace with queries, a misspelled query name is more likely than a missing file.
      error.message = "query, file or source '\(text)' does not exist"
      error.hint =
        error.hint ?? DidYouMean.hint(for: text, among: workspace.queries.map(\.name), listing: "queries")
      throw error
    }
  }

  /// Returns `SOURCE` or `SOURCE.TABLE` of a workspace. If two sources match, the longer name takes precedence.
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

  /// Returns true if a file name is a longer prefix than the name of the source. An example is the file `shop.sqlite`
  /// for `shop.sqlite.sales` in a workspace with a source `shop`.
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
    // A file pattern is one table on the command line. In a workspace, it is one table per file, unless 'union' is set.
    let isPattern = adapter.recognition == .text && (path.contains("*") || path.contains("?"))
    return SourceArgument(
      source: SourceDefinition(
        adapter: adapter.name,
        SourceConfiguration(
          name: name, location: path, options: options + (isPattern ? [SourceOption("union", "true")] : []))),
      table: table, title: table ?? name)
  }

  /// Parses the URL of a database. The text after the first dot of the path is the table. A dot in the name of a
  /// database is written `%2E`.
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

  /// Returns true if the text starts like a connection string of libpq: `host=db user=reader`.
  static func areKeywords(_ text: String) -> Bool {
    guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
    return ["host", "hostaddr", "port", "dbname", "user", "password", "passfile", "service", "sslmode"]
      .contains(text[..<equals].trimmingCharacters(in: .whitespaces))
  }

  /// Parses a connection string of libpq. The source has the name of the database. The string cannot name a table.
  private static func keywords(
    _ text: String, _ adapter: any SourceAdapter, _ options: [SourceOption]
  ) -> SourceArgument {
    let name = text.firstMatch(of: #/(?:^|\s)dbname\s*=\s*([\w-]+)/#).map { String($0.output.1) } ?? adapter.name
    return SourceArgument(
      source: SourceDefinition(
        adapter: adapter.name, SourceConfiguration(name: name, location: text, options: options)),
      title: name)
  }

  /// Splits the text at the last dot for which the part before the dot is a file.
  private static func split(_ text: String) -> (path: String, table: String?) {
    var rest = Substring(text)
    while !FileManager.default.fileExists(atPath: String(rest)) {
      guard let dot = rest.lastIndex(of: "."), dot != rest.startIndex else { return (text, nil) }
      rest = rest[..<dot]
      // With a folder `dir`, `dir.csv` is a missing file, not a table of the folder.
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

  /// Returns true if a regular file starts with `mark`. A pipe is not read, because its bytes cannot be read again.
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
    // A word without '/' and '.' is a name in the workspace. Other text is a path.
    let isPath = text.contains { $0 == "/" || $0 == "." }
    return AugerError(
      isPath ? .fileNotFound : .metadataObjectUndefined, operation: "open '\(text)'",
      "file or source '\(text)' does not exist",
      hint: near.map { "Did you mean '\($0)'?" }, details: [.init(.general, text)])
  }
}

extension Workspace {
  /// Adds a source of the command line, unless an equal source exists. Changes its name if the name is taken.
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
  /// Returns true if two definitions describe the same source.
  fileprivate func isSame(as other: SourceDefinition) -> Bool {
    let (own, theirs) = (configuration, other.configuration)
    return adapter == other.adapter && own.location == theirs.location
      && own.options.map(\.name) == theirs.options.map(\.name)
      && own.options.map(\.values) == theirs.options.map(\.values)
  }
}
