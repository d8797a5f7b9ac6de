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
      var parsed = try Expression.parse(expression).at(clock.moment())
      let arguments = try QueryArguments(assignments: set, option: "--set")
      try arguments.requireUse(by: "the expression", taking: parsed.variableNames, option: "--set")
      var schema = Schema([])
      if let table {
        let workspace = try place.open(common.reporting)
        let argument = try SourceArgument.parse(table, workspace: workspace)
        let opened = try await OpenedTable.open(argument, in: workspace, workers: threads.workers).onlyTable()
        let control = RunControl()
        let query = TableQuery(from: opened.name, derive: [.init("value", parsed)])
        (schema, parsed) = try await Workers.blocking(control) {
          let executor = TableQueryExecutor(workers: threads.workers)
          let answered = try executor.answering(query, arguments) {
            try executor.execute($0, on: opened, arguments: arguments, control)
          }
          return (try opened.schema(control), answered.derive[0].expression)
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
