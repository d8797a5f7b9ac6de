import ArgumentParser
import AugerDiagnostics
import AugerExpressions

struct FunctionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "functions", abstract: "List or explain the functions of expressions.",
    discussion: """
      Examples:
        auger functions
        auger functions Round
      """)

  @Argument(help: ArgumentHelp("Function to explain. Default: list all functions.", valueName: "function"))
  var name: String?

  @Flag(help: "Print the reference page Documentation/functions.md.") var markdown = false

  @OptionGroup var common: OutputOptions

  func run() async throws {
    try await common.run {
      if markdown { return try common.write(FunctionCatalogue.reference) }
      guard let name else {
        let rows = FunctionCatalogue.functions.map { [$0.signature, $0.result, $0.group.rawValue] }
        let text = AlignedText(
          titles: ["function", "result", "group"], rightAligned: [false, false, false], rows: rows)
        return try common.write(text.text)
      }
      // Min and Max each name two functions: an aggregate and a function of its arguments.
      let found = FunctionCatalogue.functions.filter { $0.name.lowercased() == name.lowercased() }
      guard !found.isEmpty else {
        throw DiagnosticError(
          Diagnostic(
            .unknownFunction, "function '\(name)' is not known",
            hint: ForeignFunctions.hint(for: name)
              ?? DidYouMean.hint(for: name, among: FunctionCatalogue.functions.map(\.name), listing: "functions")))
      }
      try common.write(found.map(\.help).joined(separator: "\n"))
    }
  }
}
