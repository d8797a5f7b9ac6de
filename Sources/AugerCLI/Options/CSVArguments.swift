import ArgumentParser
import AugerQuery

/// How a CSV file is to be read, where it is not to be guessed.
struct CSVArguments: ParsableArguments {
  @Flag(help: "Every field of a CSV file is text.") var asText = false
  @Flag(help: "The CSV file has no header line.") var noHeader = false
  @Option(help: "The delimiter of the CSV file: a character, or tab.") var delimiter: String?
  @Option(help: "The encoding of the CSV file: utf-8, utf-16le, utf-16be, windows-1252 or iso-8859-1.")
  var encoding: String?
  @Option(help: "Lines at the top of the CSV file that are no rows.") var skipLines: Int?
  @Option(
    help: ArgumentHelp(
      "A file that says how the CSV file is read; NAME.schema.yaml beside it needs not be named.", valueName: "file"))
  var schema: String?
  @Option(help: "What becomes of fields that do not fit: fail, null, text or skip.") var onError: String?
  @Option(help: ArgumentHelp("Lists in a CSV file what did not fit, with its place.", valueName: "file"))
  var rejects: String?
  @Option(help: "As many are listed; all are counted.") var rejectsLimit: Int?

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
