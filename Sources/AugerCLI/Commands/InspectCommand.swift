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

  @OptionGroup var csv: CSVOptions
  @OptionGroup var common: CommonOptions

  func run() async throws {
    try await common.run {
      let format = try common.chosenFormat(or: .text, among: [.text, .json])
      let workspace = try common.openWorkspace()
      var argument = try SourceArgument.parse(source, workspace: workspace, options: csv.sourceOptions)
      if let table { argument.table = table }
      let opened = try await OpenedTable.open(argument, in: workspace, common, listingTables: true)
      guard let target = opened.table else {
        return try common.write(
          format == .json ? InspectionJSON.text(opened.tables) : InspectionText.text(opened.tables, of: opened.title))
      }
      let control = RunControl()
      if writeSchema { return try writeSchemaFile(of: target, argument.title, control) }
      let executor = TableQueryExecutor(workers: common.workers)
      let profile = try await Workers.blocking(control) { try TableProfile(of: target, executor: executor, control) }
      let description = opened.tables.first { $0.name == target.name }
      let facts = (target as? any DescribesItself)?.facts ?? []
      try common.write(
        format == .json
          ? InspectionJSON.text(profile, description, facts) : InspectionText.text(profile, description, facts))
      common.warn(profile.warnings.items)
    }
  }
}

extension InspectCommand {
  /// Scans the whole file first, so that the types hold every row.
  private func writeSchemaFile(of table: any ScannableTable, _ title: String, _ control: RunControl) throws {
    guard let table = table as? CSVTable else {
      throw AugerError(
        .other, operation: "write the schema of '\(title)'", "only a CSV file has a schema file",
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
        .other, operation: "write the schema of '\(title)'", "'\(target.output)' is there already",
        hint: "remove it, or write elsewhere with --output")
    }
    try target.write(inspection.schemaText)
    common.note("auger: wrote \(target.output)")
  }
}

/// Writes what inspection found for people, in 80 columns.
enum InspectionText {
  static func text(_ tables: [TableDescription], of source: String) -> String {
    guard !tables.isEmpty else { return "\(source) has no tables\n" }
    return AlignedText(
      titles: ["table", "kind", "columns"], rightAligned: [false, false, false],
      rows: tables.map { table in
        [
          clipped(table.name, 24), table.kind.rawValue,
          clipped("\(table.columns.count): " + table.columns.map(\.name).joined(separator: ", "), 46),
        ]
      }
    ).text
  }

  static func text(
    _ profile: TableProfile, _ description: TableDescription?, _ facts: [(name: String, value: String)]
  ) -> String {
    var text = "\(profile.name): \(profile.rowCount) rows, \(profile.columns.count) columns\n"
    for fact in facts { text += wrapped("\(fact.name): \(fact.value)") }
    if let key = description?.primaryKey, !key.isEmpty { text += "primary key: \(key.joined(separator: ", "))\n" }
    for key in description?.foreignKeys ?? [] {
      text +=
        "foreign key: \(key.columns.joined(separator: ", ")) -> \(key.referencedTable)"
        + "(\(key.referencedColumns.joined(separator: ", ")))\n"
    }
    text += "\n"
    return text
      + AlignedText(
        titles: ["column", "type", "nulls", "distinct", "range", "samples"],
        rightAligned: [false, false, true, true, false, false],
        rows: profile.columns.map { column in
          let isEmpty = column.minimum.isNull
          return [
            clipped(column.field.name, 16), column.field.type.description, String(column.nullCount),
            String(column.distinctCount),
            isEmpty
              ? ""
              : clipped("\(clipped(column.minimum.description, 10)) .. \(clipped(column.maximum.description, 10))", 24),
            clipped(column.samples.map(\.description).filter { !$0.isEmpty }.joined(separator: ", "), 16),
          ]
        }
      ).text
  }

  /// In lines of at most 80 characters, if its words allow it; those after the first are set in.
  private static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if let last = lines.last, last.count + word.count < 80 || last.allSatisfy({ $0 == " " }) {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append((lines.isEmpty ? "" : "  ") + word)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The beginning of a text with an ellipsis where it is longer.
  static func clipped(_ text: String, _ width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "\u{2026}"
  }
}

/// Writes what inspection found for programs.
enum InspectionJSON {
  private static func quoted(_ text: String) -> String { DiagnosticRenderer.quoted(text) }

  private static func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }

  static func text(_ tables: [TableDescription]) -> String {
    let items = tables.map { table in
      let columns = table.columns.map {
        "{\"name\": \(quoted($0.name)), \"declaredType\": \(quoted($0.declaredType)), \"nullable\": \($0.isNullable)}"
      }
      return "  {\"name\": \(quoted(table.name)), \"kind\": \(quoted(table.kind.rawValue)), "
        + "\"columns\": \(list(columns)), \(keys(table))}"
    }
    return "[\n" + items.joined(separator: ",\n") + "\n]\n"
  }

  private static func keys(_ table: TableDescription) -> String {
    let foreign = table.foreignKeys.map { key in
      "{\"columns\": \(list(key.columns.map(quoted))), \"table\": \(quoted(key.referencedTable)), "
        + "\"references\": \(list(key.referencedColumns.map(quoted)))}"
    }
    return "\"primaryKey\": \(list(table.primaryKey.map(quoted))), \"foreignKeys\": \(list(foreign))"
  }

  /// Facts that a table may have several of.
  private static let plural = ["format", "note"]

  /// Each name once: those that may come more than once, or do, with a list of their values.
  private static func lists(_ facts: [(name: String, value: String)]) -> [String] {
    var names: [String] = []
    for fact in facts where !names.contains(fact.name) { names.append(fact.name) }
    return names.map { name in
      let values = facts.filter { $0.name == name }.map { quoted($0.value) }
      return "\(quoted(name)): \(values.count > 1 || plural.contains(name) ? list(values) : values[0])"
    }
  }

  static func text(
    _ profile: TableProfile, _ description: TableDescription?, _ facts: [(name: String, value: String)]
  ) -> String {
    var lines = ["\"name\": \(quoted(profile.name))", "\"rows\": \(profile.rowCount)"]
    lines += lists(facts)
    if let description { lines.append(keys(description)) }
    let columns = profile.columns.map { column in
      "    {\"name\": \(quoted(column.field.name)), \"type\": \(quoted(column.field.type.description)), "
        + "\"nulls\": \(column.nullCount), \"distinct\": \(column.distinctCount), "
        + "\"minimum\": \(JSONRows.text(column.minimum)), \"maximum\": \(JSONRows.text(column.maximum)), "
        + "\"samples\": \(list(column.samples.map(JSONRows.text)))}"
    }
    lines.append("\"columns\": [\n\(columns.joined(separator: ",\n"))\n  ]")
    return "{\n  " + lines.joined(separator: ",\n  ") + "\n}\n"
  }
}
