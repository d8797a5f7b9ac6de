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
    abstract: "Show tables, columns, types and value ranges.",
    discussion: """
      Examples:
        auger inspect sales.csv
        auger inspect shop.sqlite
        auger inspect shop.sqlite sales --format json
        auger inspect sales.csv --write-schema

      Without a table, the output lists the tables of a database. With a table, it shows the types, nulls, distinct \
      values, ranges and samples of the columns.
      """)

  @Argument(help: "A file, a source, or SOURCE.TABLE.") var source: String
  @Argument(help: "A table of the source. Default: all tables.") var table: String?

  /// The data that the command reads.
  struct DataOptions: ParsableArguments {
    @Flag(help: "Use the row estimates of the database instead of counting rows.")
    var estimate = false

    @Flag(
      help: """
        Write the detected format and types of a CSV file to NAME.schema.yaml next to the file, or to --output. Later \
        commands use the types in this file.
        """)
    var writeSchema = false
  }

  /// The time limit of the command.
  struct TimeOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Maximum time to read and count rows: 30s, 10m, 2h. Default: \(TimeLimit.ofInspection.text).",
        valueName: "duration"))
    var timeLimit = TimeLimit.ofInspection
  }

  @OptionGroup(title: "Data") var data: DataOptions
  @OptionGroup(title: "CSV input") var csv: CSVArguments
  @OptionGroup(title: "Output") var common: ResultOptions
  @OptionGroup(title: "Workspace") var place: WorkspaceOption
  @OptionGroup(title: "Limits") var time: TimeOptions
  @OptionGroup(title: "Limits") var threads: WorkersOption

  func run() async throws {
    common.reporting.noteWorkers(threads.workers)
    try await common.run {
      let format = try common.chosenFormat(or: .text, among: [.text, .json])
      let workspace = try place.open(common.reporting, noting: [])
      var argument = try SourceArgument.parse(source, workspace: workspace, options: csv.sourceOptions)
      if let table { argument.table = table }
      let opened = try await OpenedTable.open(argument, in: workspace, workers: threads.workers, listingTables: true)
      let control = RunControl(timeLimit: time.timeLimit.duration)
      guard let target = opened.table else {
        let tables = try await described(opened, nil, control)
        return try common.write(
          format == .json ? InspectionJSON.text(tables) : InspectionText.text(tables, of: opened.title))
      }
      if data.writeSchema { return try writeSchemaFile(of: target, argument.title, control) }
      let executor = TableQueryExecutor(workers: threads.workers)
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
  /// Returns the description of one table or of all tables. Counts the rows of all tables, unless `--estimate` is set.
  private func described(_ opened: OpenedTable, _ name: String?, _ control: RunControl) async throws
    -> [TableDescription]
  {
    let counts = name == nil && !data.estimate
    return try await Workers.blocking(control) {
      let request = IntrospectionRequest(tables: name.map { [$0] }, countsRows: counts)
      return try opened.delegate.source(opened.sourceName).describe(request, control)
    }
  }

  /// Writes a schema file. Reads the whole file first, so that the types fit every row.
  private func writeSchemaFile(of table: any ScannableTable, _ title: String, _ control: RunControl) throws {
    guard let table = table as? CSVTable else {
      throw AugerError(
        .usage, operation: "write the schema of '\(title)'", "only a CSV file has a schema file",
        hint: "Name a single CSV file.")
    }
    if csv.onError == nil || csv.onError == "text" {
      _ = try TableProfile(of: table, executor: TableQueryExecutor(workers: threads.workers), control)
    }
    let inspection = try table.inspection(control)
    if common.namedOutput != nil || inspection.isStandardInput { return try common.write(inspection.schemaText) }
    var target = common
    target.output = inspection.schemaFile
    if FileManager.default.fileExists(atPath: target.output) {
      throw AugerError(
        .fileUnwritable, operation: "write the schema of '\(title)'", "'\(target.output)' already exists",
        hint: "Remove the file, or choose another one with --output.")
    }
    try target.write(inspection.schemaText)
    common.reporting.note(.written, "auger: wrote \(target.output)")
  }
}
