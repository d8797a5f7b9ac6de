import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

/// The options that form a table query.
struct QueryOptions: ParsableArguments {
  @OptionGroup var table: TableOptions
  @Option(
    help: ArgumentHelp(
      "Condition on rows: 'amount > 100'. Repeatable: a row must match all conditions.", valueName: "condition"))
  var `where`: [String] = []
  @Option(
    help: ArgumentHelp(
      "Columns to print, separated by commas: column, expression or NAME=EXPRESSION. Repeatable. Default: all columns.",
      valueName: "columns"))
  var select: [String] = []
  @Option(
    help: ArgumentHelp(
      "Group keys, separated by commas: column, expression or NAME=EXPRESSION. Repeatable.", valueName: "keys"))
  var groupBy: [String] = []
  @Option(
    help: ArgumentHelp(
      "Aggregates of each group, separated by commas: 'sum(amount)' or 'total=sum(amount)'. Repeatable.",
      valueName: "aggregates"))
  var measure: [String] = []
  @Option(
    help: ArgumentHelp(
      "Condition on groups: keys, measures and aggregates, such as 'count() > 100'. Repeatable.",
      valueName: "condition"))
  var having: [String] = []
  @Option(help: ArgumentHelp("Group key whose values become columns.", valueName: "key")) var pivot: String?
  @Option(
    help: ArgumentHelp(
      "Sort columns, separated by commas. A '-' before a column sorts in descending order. Repeatable.",
      valueName: "columns"))
  var orderBy: [String] = []
  @Option(help: ArgumentHelp("Maximum number of rows. Default: no limit.", valueName: "count")) var limit: Int?

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit cannot be negative.") }
  }

  var isEmpty: Bool {
    limit == nil && pivot == nil
      && [table.derive, `where`, select, groupBy, measure, having, orderBy].allSatisfy(\.isEmpty)
  }

  /// True if an option can contain a column name that is not a valid expression.
  var namesColumns: Bool {
    table.hasJoins || pivot != nil
      || ![table.derive, `where`, select, groupBy, measure, having, orderBy].allSatisfy(\.isEmpty)
  }

  /// The argument names in the expressions. Expressions that cannot be parsed are skipped.
  var argumentNames: [String] {
    let lists = table.derive + select + groupBy + measure
    let items = lists.flatMap { (try? ListedItems($0, of: ""))?.items ?? [] }.compactMap { try? $0.expression() }
    let conditions = (`where` + having).compactMap { try? Expression.parse($0) }
    return (items + conditions).flatMap(\.variableNames)
  }

  /// Creates the query on a table. Text that equals one of `columns` refers to that column.
  func query(from table: String, columns: [String] = []) throws -> TableQuery {
    if !select.isEmpty, !groupBy.isEmpty || !measure.isEmpty {
      throw AugerError(
        .usage, operation: "read --select", "--select cannot be combined with groups",
        hint: "Remove --select, or --group-by and --measure.")
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

  /// Applies the options to a result that is already computed.
  func answer(
    on table: Table, named name: String, arguments: QueryArguments, at now: Timestamp, workers: Int?,
    memory: MemoryBudget?
  ) async throws -> Table {
    if self.table.hasJoins {
      throw AugerError(
        .usage, operation: "join '\((self.table.join + self.table.innerJoin)[0])'",
        "'\(name)' is a query, and only tables can be joined",
        hint: "Add the join to the query, or use --sql.")
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

  /// Returns a reference to a column, or to a new derived column named by `NAME=` or by its expression.
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

  /// Returns a reference to a column, written with or without brackets.
  private static func reference(_ item: ListedItems.Item, _ known: [String]) -> TableQuery.ColumnReference {
    let inBrackets = known.contains(name: item.text) ? nil : (try? item.expression())?.columnName
    return .init(inBrackets ?? item.text, at: item.place)
  }
}
