import AugerDiagnostics
import AugerDocuments

/// The codes of errors, warnings and notes as data: each code with its cause, a fix and sometimes an example.
///
/// The reference page and `auger errors` are generated from it. Tests read every example, and compare the codes with
/// the declarations in all modules. Codes of modules above this one are strings.
package enum DiagnosticCatalogue {
  package struct Entry: Sendable {
    package let code: Diagnostic.Code
    /// The usual level. `meaning` describes exceptions.
    package let level: Diagnostic.Level
    /// MAKit's name of the error. Nil for codes that MAKit does not have.
    package let makit: String?
    /// The cause of the diagnostic, in one or two sentences. Code is in backticks.
    package let meaning: String
    /// The fix, in one or two sentences. Code is in backticks.
    package let fix: String
    package let example: Example
  }

  package enum Example: Sendable {
    case none
    /// The text of a file with the error.
    case file(name: String, text: String)
    /// A diagnostic of the check of dashboards against queries.
    case report(Diagnostic)
    /// A command with the files that the example shows, and its output. `Fixtures/Cases/Codes` contains the same files.
    case run([File], transcript: String)
  }

  /// A file of an example, without its final newline.
  package struct File: Sendable {
    package let name: String
    package let text: String
  }

  /// The codes of one area, sorted by name.
  package struct Section: Sendable {
    package let title: String
    package let entries: [Entry]

    init(_ title: String, _ entries: [Entry]) {
      self.title = title
      self.entries = entries.sorted { $0.code.rawValue < $1.code.rawValue }
    }
  }

  package static let sections = [
    Section("Dashboards", makit + ours + checks + dashboardFiles),
    Section("Dashboard state", states),
    Section("Charts and output formats", charts),
    Section("Workspaces and policies", workspaces),
    Section("Queries and expressions", evaluation + queries),
    Section("Sources and files", sources),
    Section("Jobs and published results", jobs),
    Section("Server and agents", server + requests),
    Section("Command line", unforeseen + commands),
  ]

  package static var entries: [Entry] { sections.flatMap(\.entries) }

  /// Returns the output of an example. Empty for a command, whose transcript contains it.
  package static func output(of entry: Entry) -> String {
    switch entry.example {
    case .report(let diagnostic): return DiagnosticRenderer().text(diagnostic)
    case .file(let name, let text):
      let diagnostics = MetadataReader.read(bytes: Array(text.utf8), name: name).diagnostics
      return diagnostics.map { DiagnosticRenderer().text($0) }.joined(separator: "\n")
    case .run, .none: return ""
    }
  }
}

extension DiagnosticCatalogue.Entry {
  static func error(_ code: String, _ meaning: String, fix: String) -> Self {
    Self(code: Diagnostic.Code(code), level: .error, makit: nil, meaning: meaning, fix: fix, example: .none)
  }

  static func warning(_ code: String, _ meaning: String, fix: String) -> Self {
    Self(code: Diagnostic.Code(code), level: .warning, makit: nil, meaning: meaning, fix: fix, example: .none)
  }

  static func note(_ code: String, _ meaning: String, fix: String) -> Self {
    Self(code: Diagnostic.Code(code), level: .note, makit: nil, meaning: meaning, fix: fix, example: .none)
  }
}
