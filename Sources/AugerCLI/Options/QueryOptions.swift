import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

/// What is asked of a table: everything that a table query can say.
struct QueryOptions: ParsableArguments {
  @OptionGroup var table: TableOptions
  @Option(help: "A condition on rows.") var `where`: [String] = []
  @Option(help: "Only these columns of rows: names or expressions, with commas; NAME=EXPRESSION names one.")
  var select: [String] = []
  @Option(help: "One row for each combination of these: columns or expressions, with commas; NAME=EXPRESSION.")
  var groupBy: [String] = []
  @Option(help: "A column of groups: an expression with aggregates, NAME=EXPRESSION; its text is its name.")
  var measure: [String] = []
  @Option(help: "A condition on groups, over keys, measures and aggregates: 'count() > 100'.") var having: [String] = []
  @Option(help: "A key whose values become columns.") var pivot: String?
  @Option(help: "Columns to order by, with commas; descending with a '-' in front.") var orderBy: [String] = []
  @Option(help: "Only so many rows.") var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit cannot be negative.") }
  }

  var isEmpty: Bool {
    limit == nil && pivot == nil
      && [table.derive, `where`, select, groupBy, measure, having, orderBy].allSatisfy(\.isEmpty)
  }

  /// True if anything in them may be the name of a column that is not an expression.
  var namesColumns: Bool {
    table.hasJoins || pivot != nil
      || ![table.derive, `where`, select, groupBy, measure, having, orderBy].allSatisfy(\.isEmpty)
  }

  /// The arguments that their expressions take, as far as they can be read.
  var argumentNames: [String] {
    let lists = table.derive + select + groupBy + measure
    let items = lists.flatMap { (try? ListedItems($0, of: ""))?.items ?? [] }.compactMap { try? $0.expression() }
    let conditions = (`where` + having).compactMap { try? Expression.parse($0) }
    return (items + conditions).flatMap(\.variableNames)
  }

  /// The query on a table. `columns` are the table's, which may be named as they are.
  func query(from table: String, columns: [String] = []) throws -> TableQuery {
    if !select.isEmpty, !groupBy.isEmpty || !measure.isEmpty {
      throw AugerError(
        .usage, operation: "read --select", "--select chooses columns of rows, and groups have keys and measures",
        hint: "leave out --select, or --group-by and --measure")
    }
    var query = TableQuery(from: table, limit: limit)
    query.derive = try self.table.derived(of: columns)
    let known = columns + query.derive.map(\.name)
    query.filters = try `where`.map { .init(try Expression.parse($0, name: "--where", columns: known)) }
    if !select.isEmpty { query.select = try items(select, "--select", known).map { try column($0, known, &query) } }
    query.groupBy = try items(groupBy, "--group-by", known).map { try column($0, known, &query) }
    query.measures = try items(measure, "--measure", known).map {
      .init($0.name ?? $0.text, try $0.expression(naming: known), at: $0.namePlace)
    }
    let ofGroups = query.groupBy.map(\.name) + query.measures.map(\.name)
    query.having = try having.map { .init(try Expression.parse($0, name: "--having", columns: ofGroups)) }
    if let pivot {
      let source = SourceText(name: "--pivot", text: pivot)
      let item = ListedItems.Item(source: source, span: SourceSpan(0, pivot.utf8.count))
      query.pivot = Self.reference(item, query.groupBy.map(\.name))
    }
    let shown = known + query.measures.map(\.name) + query.groupBy.map(\.name)
    for text in orderBy {
      for var item in try ListedItems(text, of: "--order-by", takesNames: false, columns: shown).items {
        let isDescending = item.text.hasPrefix("-") && !shown.contains(name: item.text)
        if isDescending { item.span = SourceSpan(item.span.lower + 1, item.span.upper) }
        query.orderBy.append(.init(Self.reference(item, shown), isDescending: isDescending))
      }
    }
    return query
  }

  /// What is asked of a result that is there already.
  func answer(
    on table: Table, named name: String, arguments: QueryArguments, at now: Timestamp, workers: Int?,
    memory: MemoryBudget?
  ) async throws -> Table {
    if self.table.hasJoins {
      throw AugerError(
        .usage, operation: "join '\((self.table.join + self.table.innerJoin)[0])'",
        "'\(name)' is a result, and joins are of tables",
        hint: "write the join into the query, or join by --sql")
    }
    if isEmpty { return table }
    let query = try query(from: name, columns: table.schema.names).at(now)
    let control = RunControl(memory: memory)
    return try await Workers.blocking(control) {
      var result = try TableQueryExecutor(workers: workers).execute(
        query, on: StoredTable(name, table), arguments: arguments, control)
      var properties = table.properties
      properties.isSorted = result.properties.isSorted || (properties.isSorted && !query.isAggregation)
      result.properties = properties
      var warnings = table.warnings
      warnings.add(contentsOf: result.warnings)
      result.warnings = warnings
      return result
    }
  }

  private func items(_ texts: [String], _ option: String, _ columns: [String]) throws -> [ListedItems.Item] {
    try texts.flatMap { try ListedItems($0, of: option, columns: columns).items }
  }

  /// A column by its name, or a derived one that is called as it was named or written.
  private func column(
    _ item: ListedItems.Item, _ known: [String], _ query: inout TableQuery
  ) throws -> TableQuery.ColumnReference {
    if item.name == nil, known.contains(name: item.text) { return .init(item.text, at: item.place) }
    let expression = try item.expression(naming: known)
    if item.name == nil, let name = expression.columnName { return .init(name, at: item.place) }
    let name = item.name ?? item.text
    let isThere = query.derive.contains {
      Name($0.name) == Name(name) && $0.expression.root == expression.root
    }
    if !isThere { query.derive.append(.init(name, expression, at: item.namePlace)) }
    return .init(name, at: item.place)
  }

  /// One of these columns, or what would be one: as it is written, or in brackets.
  private static func reference(_ item: ListedItems.Item, _ known: [String]) -> TableQuery.ColumnReference {
    let inBrackets = known.contains(name: item.text) ? nil : (try? item.expression())?.columnName
    return .init(inBrackets ?? item.text, at: item.place)
  }
}
