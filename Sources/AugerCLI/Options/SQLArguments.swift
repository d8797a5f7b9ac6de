import Auger
import AugerDiagnostics
import AugerQuery
import Foundation

extension Workspace {
  /// Adds a source that executes SQL on files, databases and `SOURCE.TABLE`, each optionally as `NAME=...`. Without
  /// `texts`, it uses all sources of the workspace. Returns the name of the source.
  mutating func addSQL(over texts: [String], options: [SourceOption]) throws -> String {
    guard !texts.isEmpty || !sources.isEmpty else {
      throw AugerError(
        .usage, operation: "execute --sql", "no tables were named and no workspace was found",
        hint: "Name files or databases: auger query sales.csv shop.sqlite --sql '...'.")
    }
    // Resolve every name in the original workspace, so that a name cannot refer to an earlier file.
    let declared = self
    var members: [String] = []
    for text in texts {
      let (name, place) = Self.named(text)
      var argument = try SourceArgument.parse(place, workspace: declared, options: options)
      let title = name ?? argument.table ?? argument.title
      add(&argument)
      members.append("\(title)=\(argument.source.configuration.name)" + (argument.table.map { ".\($0)" } ?? ""))
    }
    var definition = SourceArgument(
      source: SourceDefinition(
        adapter: "sql",
        SourceConfiguration(
          name: "sql", location: "", options: texts.isEmpty ? [] : [SourceOption("over", members)])),
      table: nil, title: "sql")
    add(&definition)
    return definition.source.configuration.name
  }

  /// Splits `NAME=PATH`. The name is nil if the text does not start with a word and `=`, or if it is the name of a
  /// file.
  static func named(_ text: String) -> (name: String?, place: String) {
    guard let match = text.wholeMatch(of: /([\p{L}_][\p{L}\p{N}_]*)=(.+)/),
      !FileManager.default.fileExists(atPath: text)
    else {
      return (nil, text)
    }
    return (String(match.1), String(match.2))
  }
}
