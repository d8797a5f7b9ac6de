import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// An adapter that cannot open sources, for workspaces that are only parsed.
struct NamedAdapter: SourceAdapter {
  var name: String
  var pathExtensions: [String] { [] }

  func open(_ configuration: SourceConfiguration) throws -> any Source {
    throw AugerError(.fileNotFound, operation: "open '\(configuration.name)'", "it is down")
  }
}

/// An adapter whose SQL source returns the result of a function. It can simulate all failures.
struct ScriptedAdapter: SourceAdapter {
  var name: String { "scripted" }
  var pathExtensions: [String] { [] }
  var answer: @Sendable (RunControl) throws -> Table

  func open(_ configuration: SourceConfiguration) throws -> any Source {
    ScriptedSource(name: configuration.name, answer: answer)
  }
}

private struct ScriptedSource: SQLSource {
  var name: String
  var answer: @Sendable (RunControl) throws -> Table
  var dialect: SQLDialect { SQLDialect(name: "scripted", placeholder: .numberedQuestionMark) }

  func tables(_ control: RunControl) throws -> [TableDescription] { [] }

  func table(_ name: String, _ control: RunControl) throws -> any ScannableTable {
    throw AugerError(.tableNotFound, operation: "scan", "there is no table")
  }

  func execute(_ statement: SQLStatement, limits: QueryLimits, _ control: RunControl) throws -> Table {
    try answer(control)
  }

  func close() {}
}
