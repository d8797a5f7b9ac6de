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
    abstract: "Show the types and dependencies of an expression.",
    discussion: """
      Examples:
        auger explain 'Round(sum(amount) / count(), 2)' --table sales.csv
        auger explain 'amount * $rate' --table shop.sqlite.sales --set '$rate=1.1'

      The output shows the type of each part of the expression and where the part runs. A '?' after a type means that \
      the value can be null.
      """)

  @Argument(help: "Expression to explain. See 'auger functions'.") var expression: String

  @OptionGroup(title: "Data") var data: ExpressionOptions
  @OptionGroup(title: "Data") var clock: ClockOptions
  @OptionGroup(title: "Output") var common: OutputOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var threads: WorkersOption

  func run() async throws {
    common.reporting.noteWorkers(threads.workers)
    try await common.run {
      let arguments = try QueryArguments(assignments: data.set, option: "--set")
      let control = RunControl()
      var opened: (any ScannableTable)?
      if let table = data.table {
        let workspace = try place.open(common.reporting, noting: [])
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
