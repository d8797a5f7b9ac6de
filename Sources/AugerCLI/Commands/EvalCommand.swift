import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

struct EvalCommand: AsyncParsableCommand, TakesExpression {
  static let configuration = CommandConfiguration(
    commandName: "eval", abstract: "Prints an expression's value, one line for each row.",
    discussion: """
      Examples:
        auger eval 'Round(100 / 7, 2)'
        auger eval -2*-3
        auger eval 'sum(amount * (1 + $hike / 100))' --table sales.csv --set '$hike=5'
      """)

  @Argument(help: "The expression.") var expression: String

  @Option(help: "The table whose columns it may name: a file, or SOURCE.TABLE.") var table: String?

  @Option(help: "A variable: '$x=5'. Numbers, dates and texts are distinguished; quote a text as '$x='\\''5'\\'''.")
  var set: [String] = []

  @OptionGroup var clock: ClockOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    try await common.run {
      let now = clock.moment()
      let arguments = try QueryArguments(assignments: set, option: "--set")
      let target: any ScannableTable
      let control = RunControl()
      if let table {
        let workspace = try common.openWorkspace()
        let argument = try SourceArgument.parse(table, workspace: workspace)
        target = try await OpenedTable.open(argument, in: workspace, workers: common.workers).onlyTable()
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
        try TableQueryExecutor(workers: common.workers)
          .execute(query.at(now), on: target, arguments: arguments, control)
      }
      if common.format != nil || common.output != "-" { return try common.write(result) }
      // A bool prints as the number it computes as.
      let column = result.columns[0]
      let lines = column.scalars.map {
        if case .bool(let bit) = $0 { bit ? "1" : "0" } else { column.type.text(of: $0) }
      }
      try common.write(lines.map { $0 + "\n" }.joined())
      common.reporting.warn(result.warnings.items)
    }
  }
}
