import ArgumentParser
import AugerDiagnostics

/// Errors for features that this build does not contain.
enum MissingPart {
  static func option(_ names: String, needs trait: String) -> ValidationError {
    ValidationError(
      "\(names) cannot be used: this build does not have the trait \(trait). Build with 'swift build -c release'.")
  }
}

#if !Server
  /// A replacement for `serve` that accepts any options, so that the error names the missing server.
  struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "serve", shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough) var words: [String] = []

    func run() async throws { throw MissingPart.serverIsMissing() }
  }

  /// A replacement for `token`.
  struct TokenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "token", shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough) var words: [String] = []

    func run() async throws { throw MissingPart.serverIsMissing() }
  }

  extension MissingPart {
    /// Reports that the build has no server, and returns the exit code.
    fileprivate static func serverIsMissing() -> ExitCode {
      let diagnostic = Diagnostic(
        .usage, "this build has no server",
        hint: "Build with the trait Server, as 'swift build -c release' does without '--traits'.")
      Console.error(DiagnosticRenderer().text(diagnostic))
      return ExitCode(2)
    }
  }
#endif
