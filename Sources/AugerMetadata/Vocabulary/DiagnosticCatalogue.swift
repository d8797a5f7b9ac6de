import AugerDiagnostics
import AugerDocuments

/// What can be wrong with a dashboard, as data: each code with its meaning and a file that provokes it.
///
/// The page of diagnostics is made of it, and tests read every example.
package enum DiagnosticCatalogue {
  package struct Entry: Sendable {
    package let code: Diagnostic.Code
    package let level: Diagnostic.Level
    /// MAKit's name of the error; nil for codes of ours.
    package let makit: String?
    /// When it is reported, one sentence.
    package let meaning: String
    package let example: Example
  }

  package enum Example: Sendable {
    /// The text of a file that reading reports the code for.
    case file(name: String, text: String)
    /// What is reported while dashboards are checked against queries.
    case report(Diagnostic)
    /// A command in a folder of files, which `Fixtures/Cases/Codes` holds by the code's name, with its transcript; the
    /// page shows these of the files.
    case run(showing: [String])
  }

  /// What an example prints; nothing for a command, of which its transcript says it.
  package static func output(of entry: Entry) -> String {
    switch entry.example {
    case .report(let diagnostic): return DiagnosticRenderer().text(diagnostic)
    case .file(let name, let text):
      let diagnostics = MetadataReader.read(bytes: Array(text.utf8), name: name).diagnostics
      return diagnostics.map { DiagnosticRenderer().text($0) }.joined(separator: "\n")
    case .run: return ""
    }
  }

  /// The page of diagnostics; `file` gives the text of a file of the case of a code.
  package static func markdown(_ file: (_ code: String, _ name: String) throws -> String) rethrows -> String {
    var page = """
      # Diagnostics of dashboards

      Every finding has a place, a level, a code that stays the same, and where one is known a hint. Errors and warnings
      are findings; a note never changes an exit code. Codes with a name of MAKit mean what they meant there. Programs
      get the same with the keys `node`, `attribute`, `value`, `sequence`, `dataColumn`, `dataRow`, `query`,
      `expression`, `chart` and `general`. This page is made from `DiagnosticCatalogue`.

      """
    for entry in entries {
      page +=
        "\n## \(entry.code)\n\n\(entry.level.rawValue)\(entry.makit.map { ", \($0)" } ?? ""). \(entry.meaning)\n\n"
      switch entry.example {
      case .file(_, let text): page += "```xml\n\(text)\n```\n\n```\n\(output(of: entry))\n```\n"
      case .report: page += "```\n\(output(of: entry))\n```\n"
      case .run(let files):
        for name in files { page += "`\(name)`:\n\n```\n\(try file(entry.code.description, name))```\n\n" }
        page += "```console\n\(try file(entry.code.description, "transcript.txt"))```\n"
      }
    }
    return page
  }
}
