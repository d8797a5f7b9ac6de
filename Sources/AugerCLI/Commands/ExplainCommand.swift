import ArgumentParser
import Auger
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

struct ExplainCommand: AsyncParsableCommand, TakesExpression {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Shows what an expression is: types, dependencies, and where each part would run.",
    discussion: """
      A type followed by ? may be null.

      Examples:
        auger explain 'Round(sum(amount) / count(), 2)' --table sales.csv
        auger explain 'if(region == $region, amount * 1.1, amount)' --table shop.sqlite.sales --set '$region=Europe'
      """)

  @Argument(help: "The expression.") var expression: String

  @Option(help: "The table whose columns it may name: a file, or SOURCE.TABLE.") var table: String?

  @Option(help: "A variable: '$x=5'.") var set: [String] = []

  @OptionGroup var clock: ClockOptions
  @OptionGroup var place: WorkspaceOption
  @OptionGroup var threads: WorkersOption
  @OptionGroup var common: OutputOptions

  func run() async throws {
    common.reporting.noteWorkers(threads.workers)
    try await common.run {
      let arguments = try QueryArguments(assignments: set, option: "--set")
      let control = RunControl()
      var opened: (any ScannableTable)?
      if let table {
        let workspace = try place.open(common.reporting)
        let argument = try SourceArgument.parse(table, workspace: workspace)
        opened = try await OpenedTable.open(argument, in: workspace, workers: threads.workers).onlyTable()
      }
      let (target, executor) = (opened, TableQueryExecutor(workers: threads.workers))
      let schema = try await Workers.blocking(control) { try target?.schema(control) ?? Schema([]) }
      var parsed = try Expression.parse(expression, name: "expression", columns: schema.names).at(clock.moment())
      try arguments.requireUse(by: "the expression", taking: parsed.variableNames, option: "--set")
      if let target {
        let query = TableQuery(from: target.name, derive: [.init("value", parsed)])
        parsed = try await Workers.blocking(control) {
          let answered = try executor.answering(query, arguments) {
            try executor.execute($0, on: target, arguments: arguments, control)
          }
          return answered.derive[0].expression
        }
      }
      if parsed.containsWindow { parsed = parsed.aggregatingWindows(by: .sum) }
      var scope = ExpressionScope(
        schema: schema, variables: arguments.entries, allowsAggregates: parsed.containsAggregate)
      scope.allowsWindows = true
      let bound = try BoundExpression.bind(parsed, in: scope)
      try common.write(bound.explanation(in: scope).description)
    }
  }
}
