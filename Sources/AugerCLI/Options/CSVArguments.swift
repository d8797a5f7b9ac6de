import ArgumentParser
import AugerCSV
import AugerQuery

/// Options for reading a CSV file. Without them, the format is detected.
struct CSVArguments: ParsableArguments {
  @Option(help: ArgumentHelp("Delimiter: a character, or tab. Default: detected.", valueName: "character"))
  var delimiter: String?
  @Option(
    help: ArgumentHelp(
      "Encoding: utf-8, utf-16le, utf-16be, windows-1252 or iso-8859-1. Default: detected.", valueName: "encoding"))
  var encoding: String?
  @Flag(help: "Treat the first line as data. Default: detected.") var noHeader = false
  @Option(help: ArgumentHelp("Number of lines to skip at the top. Default: detected.", valueName: "count"))
  var skipLines: Int?
  @Flag(help: "Read all columns as text.") var asText = false
  @Option(
    help: ArgumentHelp(
      "Schema file with the format and the column types. Default: NAME.schema.yaml next to the file, if it exists.",
      valueName: "file"))
  var schema: String?
  @Option(
    help: ArgumentHelp(
      """
      Action for invalid values: fail, null, text (read the column as text) or skip (skip the row). Default: fail for \
      types set in a schema, otherwise text.
      """,
      valueName: "action"))
  var onError: String?
  @Option(help: ArgumentHelp("Write the invalid values and their positions to a CSV file.", valueName: "file"))
  var rejects: String?
  @Option(
    help: ArgumentHelp(
      """
      Maximum number of invalid values in the file of --rejects. The total is always reported. \
      Default: \(CSVOptions().rejectsLimit).
      """,
      valueName: "count"))
  var rejectsLimit: Int?

  var isEmpty: Bool { sourceOptions.isEmpty }

  var sourceOptions: [SourceOption] {
    var options: [SourceOption] = []
    func add(_ name: String, _ value: String?) { if let value { options.append(SourceOption(name, value)) } }
    add("asText", asText ? "true" : nil)
    add("header", noHeader ? "false" : nil)
    add("delimiter", delimiter)
    add("encoding", encoding)
    add("skipLines", skipLines.map(String.init))
    add("schema", schema)
    add("onError", onError)
    add("rejects", rejects)
    add("rejectsLimit", rejectsLimit.map(String.init))
    return options
  }
}
