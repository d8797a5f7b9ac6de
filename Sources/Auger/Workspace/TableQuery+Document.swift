import AugerDiagnostics
import AugerDocuments
import AugerExpressions
import AugerQuery

extension TableQuery {
  /// Reads the keys `join`, `derive`, `where`, `select`, `groupBy`, `measures`, `having`, `pivot`, `orderBy` and
  /// `limit` of a query.
  ///
  /// Returns nil after reporting an error.
  init?(_ reader: inout DocumentReader, from: String, _ collector: DiagnosticCollector) {
    let before = collector.diagnostics.count
    let joins = reader.namedEntries("join").compactMap { TableJoin($0, collector) }
    var derive = reader.namedEntries("derive").compactMap { Named($0, collector) }
    let filters = (reader.list("where") ?? []).compactMap { Filter($0, collector) }
    let select = reader.texts("select")?.map { Self.column($0.text, $0.node, &derive, collector) }
    let groupBy = (reader.texts("groupBy") ?? []).map { Self.column($0.text, $0.node, &derive, collector) }
    let measures = reader.namedEntries("measures").compactMap { Named($0, collector) }
    let having = (reader.list("having") ?? []).compactMap { Filter($0, collector) }
    let pivot = reader.text("pivot").map { ColumnReference($0.text, at: $0.node.place) }
    let orderBy = (reader.texts("orderBy") ?? []).map { Ordering($0.text, $0.node) }
    let limit = reader.int("limit")
    guard !collector.diagnostics[before...].contains(where: { $0.level == .error }) else { return nil }
    self.init(
      from: from, derive: derive, filters: filters, select: select, groupBy: groupBy, measures: measures,
      having: having, pivot: pivot, orderBy: orderBy, limit: limit)
    self.joins = joins
    let found = mistakes
    for mistake in found { collector.report(mistake) }
    if !found.isEmpty { return nil }
  }
}

extension TableQuery {
  /// Reads a column or a derived column: `NAME=EXPRESSION`, or an expression with a function call, whose text is its
  /// name.
  private static func column(
    _ text: String, _ node: DocumentNode, _ derive: inout [Named], _ collector: DiagnosticCollector
  ) -> ColumnReference {
    let known = derive.map(\.name)
    var derived: TableQuery.Named?
    if known.contains(name: text) {
      return ColumnReference(text, at: node.place)
    } else if let (name, span) = ListedItems.named(text) {
      derived = Expression(node, collector, within: span).map { Named(name, $0, at: node.place) }
    } else if text.hasSuffix(")"), let expression = try? Expression.parse(text) {
      if let column = expression.columnName { return ColumnReference(column, at: node.place) }
      derived = Named(text, expression, at: node.place)
    } else if text.hasPrefix("["), let column = (try? Expression.parse(text))?.columnName {
      return ColumnReference(column, at: node.place)
    }
    if let derived, !known.contains(name: derived.name) { derive.append(derived) }
    return ColumnReference(derived?.name ?? text, at: node.place)
  }
}

extension TableJoin {
  /// Reads `airlines: { on: carrier }` with the optional keys `source`, `from` and `kind` (`left`, `inner`).
  init?(_ entry: DocumentEntry, _ collector: DiagnosticCollector) {
    var reader = DocumentReader(entry, as: "join '\(entry.key.text)'", of: WorkspaceKeys.join, reporting: collector)
    let source = reader.text("source")
    let from = reader.string("from")
    let kind = reader.choice("kind", of: Kind.allCases.map { ($0.rawValue, $0) }) ?? .left
    let on = reader.value("on")
    reader.finish()
    guard let keys = on.flatMap({ Self.keys($0, collector) }) else { return nil }
    self.init(
      entry.key.text, source: source.map { TableQuery.ColumnReference($0.text, at: $0.node.place) }, from: from,
      on: keys, kind: kind, at: entry.key.place)
  }

  /// Reads join keys: a column of both sides, several columns, or columns of the joined table with the expressions that
  /// they equal.
  private static func keys(_ node: DocumentNode, _ collector: DiagnosticCollector) -> [Key]? {
    switch node.kind {
    case .mapping(let entries):
      let keys = entries.compactMap { entry in
        Expression(entry.value, collector).map { Key(.init(entry.key.text, at: entry.key.place), equals: $0) }
      }
      return keys.count == entries.count ? keys : nil
    case .sequence(let items):
      let keys = items.compactMap { key($0, collector) }
      return keys.count == items.count ? keys : nil
    default: return key(node, collector).map { [$0] }
    }
  }

  private static func key(_ node: DocumentNode, _ collector: DiagnosticCollector) -> Key? {
    guard let value = Expression(node, collector) else { return nil }
    guard let name = value.columnName else {
      collector.report(
        Diagnostic(
          .wrongKind, "a key of a join is a column that both tables have", at: node.place,
          hint: "Write { theirs: EXPRESSION } if the columns have different names."))
      return nil
    }
    return Key(.init(name, at: node.place), equals: value)
  }
}

extension TableQuery.Named {
  init?(_ entry: DocumentEntry, _ collector: DiagnosticCollector) {
    guard let expression = Expression(entry.value, collector) else { return nil }
    self.init(entry.key.text, expression, at: entry.key.place)
  }
}

extension TableQuery.Filter {
  /// Reads an expression, or an optional one as `[[ expression ]]`.
  init?(_ node: DocumentNode, _ collector: DiagnosticCollector) {
    guard let text = node.text, text.hasPrefix("[["), text.hasSuffix("]]") else {
      guard let expression = Expression(node, collector) else { return nil }
      self.init(expression)
      return
    }
    guard let expression = Expression(node, collector, within: SourceSpan(2, text.utf8.count - 2)) else { return nil }
    self.init(expression, isOptional: true)
  }
}

extension TableQuery.Ordering {
  /// Reads `Country`, or `-SalesAmount` for descending order.
  init(_ text: String, _ node: DocumentNode) {
    let isDescending = text.hasPrefix("-")
    let name = isDescending ? String(text.dropFirst()) : text
    self.init(TableQuery.ColumnReference(name, at: node.place), isDescending: isDescending)
  }
}

extension Expression {
  /// Reads the expression in a scalar, or in the part of its text in `range`. Its spans are locations in the document
  /// if the scalar is written there literally.
  package init?(_ node: DocumentNode, _ collector: DiagnosticCollector, within range: SourceSpan? = nil) {
    guard let text = node.text else {
      collector.report(Diagnostic(.wrongKind, "an expression must be a string, not \(node.kindName)", at: node.place))
      return nil
    }
    let range = range ?? SourceSpan(0, text.utf8.count)
    let bytes = Array(text.utf8)[range.lower..<range.upper]
    let place = node.place(of: range)
    do throws(DiagnosticError) {
      // Do not copy the document: the expression is a part of it.
      if let span = place.span,
        place.source.text.utf8.dropFirst(span.lower).prefix(span.upper - span.lower).elementsEqual(bytes)
      {
        self = try Expression.parse(place.source, in: span)
      } else {
        let name = "\(node.source.name):\(place.position?.line ?? 1)"
        self = try Expression.parse(String(decoding: bytes, as: UTF8.self), name: name)
      }
    } catch {
      collector.report(contentsOf: error)
      return nil
    }
  }
}
