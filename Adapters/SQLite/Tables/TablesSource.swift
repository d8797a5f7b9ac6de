import AugerAdapterKit
import AugerColumns
import AugerDiagnostics
import AugerQuery

/// SQL over the tables of other sources. Each statement has a separate in-memory database without rows. Its virtual
/// tables read the tables of the sources.
final class TablesSource: SQLSource {
  let name: String
  private let members: [TableSpace]
  /// True if the members are all sources, instead of named ones.
  private let isAll: Bool
  private let others: OtherSources
  private let versions = Locked<[Name: Reading]>([:])

  /// The tables that a statement names, and their version at the time of lookup.
  private struct Reading: Sendable {
    var tables: [Entry]
    var version: String?
  }

  static let dialect = SQLDialect(name: "sqlite", placeholder: .numberedQuestionMark, hasDates: false)

  /// Names that SQLite reserves for its own schemas.
  private static let reserved = ["main", "temp"]

  init(name: String, _ members: [TableSpace], isAll: Bool, _ others: OtherSources) {
    self.name = name
    self.members = members
    self.isAll = isAll
    self.others = others
  }

  var dialect: SQLDialect { Self.dialect }

  /// The sources belong to the workspace.
  func close() {}

  // MARK: Tables

  /// A table that a statement can name.
  private struct Entry: Sendable {
    let space: String?
    let name: String
    let source: any Source
    let table: String

    var title: String { space.map { "\($0).\(name)" } ?? name }
  }

  /// Returns all tables in the order of their sources. Files and explicitly named tables need no schema.
  private func entries(_ control: RunControl) throws -> [Entry] {
    try members.flatMap { member in
      let source = try others.source(member.source)
      if let table = member.table { return [Entry(space: nil, name: member.name, source: source, table: table)] }
      guard !(source is TablesSource) else {
        if isAll { return [] }
        throw AugerError(
          .sqlOverSQL, operation: "execute SQL over '\(member.source)'", "the source itself executes SQL over sources",
          hint: "Name the sources that '\(member.source)' reads instead.")
      }
      let tables = try source.tables(control)
      if tables.count == 1, tables[0].kind == .file {
        return [Entry(space: nil, name: member.name, source: source, table: tables[0].name)]
      }
      guard !Self.reserved.contains(member.name.lowercased()) else {
        throw AugerError(
          .reservedName, operation: "execute SQL over '\(member.source)'",
          "SQL has schemas 'main' and 'temp' of its own",
          hint: "Give the source another name: OTHER=\(member.source).")
      }
      return tables.map { Entry(space: member.name, name: $0.name, source: source, table: $0.name) }
    }
  }

  func tables(_ control: RunControl) throws -> [TableDescription] {
    try entries(control).map { TableDescription(name: $0.title, kind: .table, columns: []) }.sorted {
      $0.name < $1.name
    }
  }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    let entries = try entries(control)
    let found = entries.filter { Name($0.title) == Name(name) }
    guard let entry = found.first ?? only(entries.filter { Name($0.name) == Name(name) }) else {
      throw AugerError.tableNotFound(name, of: self.name, among: entries.map(\.title).sorted())
    }
    return try entry.source.table(entry.table, control)
  }

  /// Returns the combined version of the tables that a statement names. The sources list their tables again only if
  /// one of them has changed.
  func contentVersion(ofStatement text: String, _ control: RunControl) throws -> String? {
    if SQLToken.readsClock(text) { return nil }
    let key = Name(text)
    if let known = versions.withLock({ $0[key] }), try Self.version(of: known.tables, control) == known.version {
      return known.version
    }
    let words = SQLToken.names(in: text)
    let tables = try entries(control).filter { words.contains($0.name.lowercased()) }
    let version = try Self.version(of: tables, control)
    versions.withLock { $0[key] = Reading(tables: tables, version: version) }
    return version
  }

  func contentVersion(ofTable name: String, _ control: RunControl) throws -> String? {
    try contentVersion(ofStatement: dialect.quoted(name), control)
  }

  /// Returns the combined version. Nil if a table has none.
  private static func version(of tables: [Entry], _ control: RunControl) throws -> String? {
    var versions: [String] = []
    for entry in tables {
      guard let version = try entry.source.contentVersion(ofTable: entry.table, control) else { return nil }
      versions.append("\(entry.title) \(version)")
    }
    return versions.joined(separator: "\n")
  }

  private func only(_ entries: [Entry]) -> Entry? { entries.count == 1 ? entries[0] : nil }

  // MARK: Statements

  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    if let table = try executeGrouped(statement, limits, control) { return table }
    // Tables with types that a scan has widened, by their names in SQL. Columns are only widened, so the number of
    // attempts is limited.
    var widened: [Name: any ScannableTable] = [:]
    for _ in 0..<Self.mostAttempts {
      let words = SQLToken.names(in: statement.text)
      let entries = try entries(control)
      let named = entries.filter { words.contains($0.name.lowercased()) }
      let tables = try named.map { entry in
        let table = try widened[Name(entry.title)] ?? entry.source.table(entry.table, control)
        return try VirtualTable(space: entry.space, name: entry.name, table, control)
      }
      let session = TableSession(tables, workers: Workers.defaultCount, control)
      do {
        return try execute(statement, session, entries, limits)
      } catch {
        guard let failure = session.failure else { throw error }
        guard let restart = failure.error as? ScanRestart else { throw failure.error }
        // A table with a widened schema needs no replacement.
        if let table = restart.table { widened[Name(failure.table.title)] = table }
      }
    }
    throw AugerError(
      .unsettledSchema, operation: "execute the query",
      "the types of the columns changed \(Self.mostAttempts) times while reading")
  }

  private static let mostAttempts = 64

  /// Returns the result of a statement whose groups are those of a table query. Nil for other statements.
  private func executeGrouped(
    _ statement: SQLStatement, _ limits: QueryLimits, _ control: RunControl
  ) throws -> Table? {
    guard statement.bindings.isEmpty else { return nil }
    let entries = try entries(control)
    let grouped = GroupedStatement(statement.text) { space, name in
      let named = entries.filter { entry in
        entry.name.lowercased() == name.lowercased()
          && (space == nil || entry.space?.lowercased() == space?.lowercased())
      }
      // An error of a table recurs when SQLite reads it.
      return only(named).flatMap { entry in
        (try? entry.source.table(entry.table, control)).flatMap {
          try? VirtualTable(space: entry.space, name: entry.name, $0, control)
        }
      }
    }
    guard let grouped else { return nil }
    do {
      let limitsOfGroups = QueryLimits(time: limits.time)
      guard
        let result = try others.answer(
          grouped.query, on: grouped.table.table, arguments: grouped.arguments, limits: limitsOfGroups, control),
        let table = try grouped.virtualTable(result, control)
      else { return nil }
      let session = TableSession([table], workers: 1, control)
      session.warnings = result.whole?.warnings ?? Warnings()
      var rewritten = statement
      rewritten.text = grouped.text
      return try execute(rewritten, session, entries, limits)
    } catch let error as AugerError where error.code == .queryFailed {
      // The error is reported with its position in the original statement.
      return nil
    } catch is DiagnosticError {
      // A table query does not support the names, but SQLite may.
      return nil
    }
  }

  private func execute(
    _ statement: SQLStatement, _ session: TableSession, _ entries: [Entry], _ limits: QueryLimits
  ) throws -> Table {
    let control = session.control
    let connection = try SQLiteConnection(memoryOf: session, named: name)
    let deadline = limits.time.map { ContinuousClock.now + $0 }
    connection.context.begin(control, deadline)
    connection.limitValues(to: control.memory)
    let interrupter = Interrupter(connection)
    defer { interrupter.end() }
    do {
      let interrupt: @Sendable () -> Void = { interrupter.interrupt() }
      return try control.withCancellationHandler(interrupt) {
        let prepared = try prepare(statement, connection, entries)
        var reader = ResultReader(prepared, options: SQLiteOptions(), operation: "execute the query")
        var table = try reader.readAll(connection, .widen, limits, control)
        table.warnings.add(contentsOf: session.warnings)
        return table
      }
    } catch let error as AugerError where error.code == .queryFailed {
      try control.check()
      if let limit = limits.time, let deadline, ContinuousClock.now >= deadline { throw CallbackContext.timeout(limit) }
      throw error
    }
  }

  /// Prepares a statement. Errors for ambiguous names and missing tables list the existing names.
  private func prepare(
    _ statement: SQLStatement, _ connection: SQLiteConnection, _ entries: [Entry]
  ) throws -> SQLiteStatement {
    do throws(AugerError) {
      return try SQLiteStatement(statement, on: connection)
    } catch {
      var error = error
      guard error.code == .queryFailed else { throw error }
      if error.message.hasSuffix("may not be modified") {
        throw statement.notReadOnly("write", operation: "execute the query")
      } else if let name = error.message.wholeMatch(of: /no such table: .*\u{1}(.*)\u{1}/)?.1 {
        let titles = entries.filter { $0.name.lowercased() == name.lowercased() }.map(\.title)
        error.message = "table '\(name)' is in \(titles.count) of the sources"
        error.hint = "Write one of \(titles.joined(separator: ", "))."
      } else if let name = error.message.wholeMatch(of: /no such table: (.*)/)?.1 {
        error.message = "table '\(name)' does not exist"
        error.hint = DidYouMean.hint(for: String(name), among: entries.map(\.title), listing: "tables")
      }
      throw error
    }
  }
}

extension Diagnostic.Code {
  package static let sqlOverSQL = Self("sqlOverSQL")
  /// A name with a reserved meaning.
  package static let reservedName = Self("reservedName")
}
