import ArgumentParser
import Auger
import AugerCSV
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExport
import AugerQuery
import Foundation

struct InspectCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Shows what is in a source: tables, columns, types, nulls, distinct counts, ranges.",
    discussion: """
      Examples:
        auger inspect sales.csv
        auger inspect sales.csv --write-schema
        auger inspect shop.sqlite
        auger inspect shop.sqlite sales --format json
      """)

  @Argument(help: "A file, or a source, or SOURCE.TABLE.") var source: String
  @Argument(help: "One table of the source.") var table: String?

  @Flag(
    help: """
      Writes what was found to NAME.schema.yaml beside a CSV file, or to --output ('-' shows it); edited, it is law.
      """)
  var writeSchema = false

  @Flag(help: "Takes the number of rows from the database's statistics instead of counting them.")
  var estimate = false

  @OptionGroup var csv: CSVArguments
  @Option(
    help: ArgumentHelp(
      "How long counting and reading may take: a view may never end. 30s, 10m, 2h.", valueName: "duration"))
  var timeLimit = TimeLimit.ofInspection
  @OptionGroup var common: ResultOptions

  func run() async throws {
    try await common.run {
      let format = try common.chosenFormat(or: .text, among: [.text, .json])
      let workspace = try common.openWorkspace()
      var argument = try SourceArgument.parse(source, workspace: workspace, options: csv.sourceOptions)
      if let table { argument.table = table }
      let opened = try await OpenedTable.open(argument, in: workspace, workers: common.workers, listingTables: true)
      let control = RunControl(timeLimit: timeLimit.duration)
      guard let target = opened.table else {
        let tables = try await described(opened, nil, control)
        return try common.write(
          format == .json ? InspectionJSON.text(tables) : InspectionText.text(tables, of: opened.title))
      }
      if writeSchema { return try writeSchemaFile(of: target, argument.title, control) }
      let executor = TableQueryExecutor(workers: common.workers)
      let profile = try await Workers.blocking(control) { try TableProfile(of: target, executor: executor, control) }
      let description = try await described(opened, target.name, control).first
      let facts = target.facts
      try common.write(
        format == .json
          ? InspectionJSON.text(profile, description, facts) : InspectionText.text(profile, description, facts))
      common.reporting.warn(profile.warnings.items)
    }
  }
}

extension InspectCommand {
  /// What the source's catalogue knows of one table or all; of all with their rows counted, unless estimates will do.
  private func described(_ opened: OpenedTable, _ name: String?, _ control: RunControl) async throws
    -> [TableDescription]
  {
    let counts = name == nil && !estimate
    return try await Workers.blocking(control) {
      let request = IntrospectionRequest(tables: name.map { [$0] }, countsRows: counts)
      return try opened.delegate.source(opened.sourceName).describe(request, control)
    }
  }

  /// Scans the whole file first, so that the types hold every row.
  private func writeSchemaFile(of table: any ScannableTable, _ title: String, _ control: RunControl) throws {
    guard let table = table as? CSVTable else {
      throw AugerError(
        .usage, operation: "write the schema of '\(title)'", "only a CSV file has a schema file",
        hint: "a table of several files has one for each")
    }
    if csv.onError == nil || csv.onError == "text" {
      _ = try TableProfile(of: table, executor: TableQueryExecutor(workers: common.workers), control)
    }
    let inspection = try table.inspection(control)
    if common.namedOutput != nil || inspection.isStandardInput { return try common.write(inspection.schemaText) }
    var target = common
    target.output = inspection.schemaFile
    if FileManager.default.fileExists(atPath: target.output) {
      throw AugerError(
        .fileUnwritable, operation: "write the schema of '\(title)'", "'\(target.output)' is there already",
        hint: "remove it, or write elsewhere with --output")
    }
    try target.write(inspection.schemaText)
    common.reporting.note(.written, "auger: wrote \(target.output)")
  }
}
