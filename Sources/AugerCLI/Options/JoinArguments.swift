import Auger
import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// A join of the command line: `airlines.csv`, `airlines.csv on carrier` or
/// `a=airlines.csv on code=carrier,year=year(day)`.
struct JoinArgument {
  let text: String
  let kind: TableJoin.Kind
  var source: SourceArgument
  private let name: String?
  private let keys: String?

  /// Finds the table in `declared` and adds its source to `workspace`.
  init(_ text: String, _ kind: TableJoin.Kind, declared: Workspace, _ workspace: inout Workspace) throws {
    self.text = text
    self.kind = kind
    var rest = text
    if let on = text.firstRange(of: " on ") {
      keys = String(text[on.upperBound...])
      rest = String(text[..<on.lowerBound])
    } else {
      keys = nil
    }
    let (name, place) = Workspace.named(rest)
    self.name = name
    source = try SourceArgument.parse(place, workspace: declared)
    workspace.add(&source)
  }

  /// Returns the join and the columns of the joined table. Without keys, the join is on all common columns.
  func resolved(
    _ delegate: WorkspaceQueryDelegate, columns: [String], _ control: RunControl
  ) throws -> (join: TableJoin, columns: [String]) {
    let sourceName = source.source.configuration.name
    let opened = try delegate.source(sourceName)
    let tables = try source.table.map { [$0] } ?? opened.tables(control).map(\.name)
    guard let from = tables.first, tables.count == 1 else {
      throw AugerError(
        .tableNotFound, operation: "join '\(text)'", "it has \(tables.count) tables, and none was named",
        hint: tables.first.map { "Name one, for example '\(source.title).\($0)'." })
    }
    let theirs = try opened.table(from, control).schema(control).names
    let option = kind == .inner ? "--inner-join" : "--join"
    let join = TableJoin(
      name ?? source.table ?? source.title, source: .init(sourceName), from: from, on: try on(columns, theirs),
      kind: kind, at: Diagnostic.Place(SourceText(name: option, text: text), SourceSpan(0, text.utf8.count)))
    return (join, theirs)
  }

  private func on(_ ours: [String], _ theirs: [String]) throws -> [TableJoin.Key] {
    guard let keys else {
      let shared = theirs.filter(ours.contains)
      if shared.isEmpty {
        throw AugerError(
          .usage, operation: "join '\(text)'", "the two tables have no column name in common",
          hint: "Name the columns: --join '\(text) on THEIRS=OURS'.")
      }
      return try shared.map { .init(.init($0), equals: try Expression.parse("[\($0)]", name: "--join")) }
    }
    return try ListedItems(keys, of: "--join", columns: ours).items.map { item in
      let value = try item.expression(naming: ours)
      return .init(.init(item.name ?? value.columnName ?? item.text), equals: value)
    }
  }
}

extension [JoinArgument] {
  /// Returns the joins of a table and the resulting columns. Each join can use the columns of the previous ones.
  func resolved(
    on table: any ScannableTable, _ delegate: WorkspaceQueryDelegate, _ control: RunControl
  ) async throws -> (columns: [String], joins: [TableJoin]) {
    try await Workers.blocking(control) {
      var columns = try table.schema(control).names
      var joins: [TableJoin] = []
      for join in self {
        let (join, theirs) = try join.resolved(delegate, columns: columns, control)
        joins.append(join)
        columns += theirs.map { "\(join.name).\($0)" } + theirs.filter { !columns.contains($0) }
      }
      return (columns, joins)
    }
  }
}
