import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

struct EvalCommand: AsyncParsableCommand, TakesExpression {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Evaluate an expression for each row of a table.",
    discussion: """
      Examples:
        auger eval 'Round(100 / 7, 2)'
        auger eval 'sum(amount * $rate)' --table sales.csv --set '$rate=1.05'
        auger eval -2*-3

      An expression without a table or with an aggregate has one value, which is printed on one line.
      """)

  @Argument(help: "Expression to evaluate. See 'auger functions'.") var expression: String

  @OptionGroup(title: "Data") var data: ExpressionOptions
  @OptionGroup(title: "Data") var clock: ClockOptions
  @OptionGroup(title: "Output") var common: TableOutputOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var threads: WorkersOption

  func run() async throws {
    common.reporting.noteWorkers(threads.workers)
    try await common.run {
      let now = clock.moment()
      let arguments = try QueryArguments(assignments: data.set, option: "--set")
      let target: any ScannableTable
      let control = RunControl()
      if let table = data.table {
        let workspace = try place.open(common.reporting, noting: [])
        let argument = try SourceArgument.parse(table, workspace: workspace)
        target = try await OpenedTable.open(argument, in: workspace, workers: threads.workers).onlyTable()
      } else {
        target = StoredTable("none", Table(Schema([]), [], rowCount: 1))
      }
      let columns = try await Workers.blocking(control) { try target.schema(control).names }
      let parsed = try Expression.parse(expression, name: "expression", columns: columns)
      try arguments.requireUse(by: "the expression", taking: parsed.variableNames, option: "--set")
      let value = TableQuery.Named("value", parsed)
      let query =
        parsed.containsAggregate
        ? TableQuery(from: target.name, measures: [value])
        : TableQuery(from: target.name, derive: [value], select: [TableQuery.ColumnReference("value")])
      let result = try await Workers.blocking(control) {
        try TableQueryExecutor(workers: threads.workers)
          .execute(query.at(now), on: target, arguments: arguments, control)
      }
      if common.format != nil || common.output != "-" { return try common.write(result) }
      // Print a bool as 1 or 0, its value in arithmetic.
      let column = result.columns[0]
      let lines = column.scalars.map {
        if case .bool(let bit) = $0 { bit ? "1" : "0" } else { column.type.text(of: $0) }
      }
      try common.write(lines.map { $0 + "\n" }.joined())
      common.reporting.warn(result.warnings.items)
    }
  }
}
