import Auger
import AugerDiagnostics
import AugerQuery
import Foundation

extension Workspace {
  /// Adds a source that executes SQL over what was typed - files, databases, `SOURCE.TABLE`, each also as `NAME=...` -
  /// or, where nothing was, over all sources that there are. Its name.
  mutating func addSQL(over texts: [String], options: [SourceOption]) throws -> String {
    guard !texts.isEmpty || !sources.isEmpty else {
      throw AugerError(
        .usage, operation: "execute --sql", "no tables were named, and there is no workspace",
        hint: "name files or databases: auger query sales.csv shop.sqlite --sql '...'")
    }
    // A file that was typed before is no name for what is typed after.
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

  /// `NAME=PLACE`, where NAME is a word and there is no file of the whole name.
  static func named(_ text: String) -> (name: String?, place: String) {
    guard let match = text.wholeMatch(of: /([\p{L}_][\p{L}\p{N}_]*)=(.+)/),
      !FileManager.default.fileExists(atPath: text)
    else {
      return (nil, text)
    }
    return (String(match.1), String(match.2))
  }
}
