import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The conditions of a query on its groups, split into the aggregates that they call and expressions over aggregates,
/// keys and measures.
struct GroupConditions {
  /// The aggregates that are not measures, with names that do not conflict with columns.
  private(set) var aggregates: [TableQuery.Named] = []
  /// Each condition with its source, over keys, measures and `aggregates`.
  private(set) var conditions: [(text: String, outer: Expression)] = []

  /// Creates the conditions that apply with these arguments.
  init(_ query: TableQuery, _ arguments: QueryArguments) {
    self.init(query, query.having.filter { $0.isKept(with: arguments) })
  }

  /// Creates some of a query's conditions on its groups, or all of them.
  init(_ query: TableQuery, _ having: [TableQuery.Filter]) {
    for (number, filter) in having.enumerated() {
      func name(_ index: Int) -> String { "\u{1F}having \(number).\(index)" }
      let split = filter.expression.splittingAggregates(name)
      var outer = split.outer
      for (index, call) in split.calls.enumerated() {
        if let known = (query.measures + aggregates).first(where: { $0.expression.root == call.root }) {
          outer = outer.replacing(column: name(index), byColumn: known.name)
        } else {
          aggregates.append(TableQuery.Named(name(index), call))
        }
      }
      conditions.append((filter.expression.description, outer))
    }
  }

  /// Reports columns that a group does not have.
  func unknownColumns(in schema: Schema, _ query: TableQuery) -> [Diagnostic] {
    let shown = query.groupBy.map(\.name) + query.measures.map(\.name)
    let known = Set((shown + aggregates.map(\.name)).map { Array($0.utf8) })
    var problems: [Diagnostic] = []
    for (_, condition) in conditions {
      condition.forEachColumn { name, span in
        guard !known.contains(Array(name.utf8)) else { return }
        let place = Diagnostic.Place(condition.source, span)
        guard schema.index(of: name) != nil else {
          problems.append(
            Diagnostic(
              .unknownColumn, "no key or measure has the name '\(name)'", at: place,
              hint: DidYouMean.hint(for: name, among: shown, listing: "keys and measures")))
          return
        }
        problems.append(
          Diagnostic(
            .columnOutsideAggregate, "column '\(name)' is neither a key nor a measure of the groups", at: place,
            hint: "Use 'where' for a condition on rows, or an aggregate such as max(\(name)) for one on groups."))
      }
    }
    return problems
  }
}

extension TableQueryPlan {
  /// Returns the groups that satisfy all conditions, without the aggregates that only conditions use.
  func fulfilling(_ groups: Table, _ memory: MemoryBudget?) throws -> Table {
    guard !having.isEmpty else { return groups }
    let columns = groups.columns.map(Optional.some)
    var selection: Bitmap?
    var warnings = groups.warnings
    for (_, condition) in having {
      let truth = try condition.evaluate(
        columns, rowCount: groups.rowCount, firstRow: 0, active: selection, rows: nil, room: textRoom(),
        checkpoint: checkpoint, warnings: &warnings
      ).truth
      selection = selection.map { $0.intersection(truth) } ?? truth
    }
    var kept = groups.projected(Array(0..<keys.count + shownMeasureCount))
    if let selection, selection.falseCount > 0 {
      let share = MemoryShare(of: memory)
      if share.isLimited { try share.hold(kept.byteCount) }
      kept = kept.gathered(selection.trueIndices)
    }
    kept.warnings = warnings
    return kept
  }
}
