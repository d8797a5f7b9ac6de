import AugerDiagnostics
import Foundation

/// Why a command could not do its work, as it is told on standard error. Exit code 2.
struct Failure {
  /// Set by `--diagnostics json` before anything can fail.
  nonisolated enum Style: String, Sendable, CaseIterable { case text, json }

  private let text: String
  private let json: String

  /// Nil for errors that are not of the work: help, version, a wrong command line.
  init?(_ error: any Error) {
    let renderer = DiagnosticRenderer()
    switch error {
    case let styled as StyledError:
      guard let inner = Failure(styled.underlying) else { return nil }
      text = styled.style == .json ? inner.json : inner.text
      json = inner.json
    case let error as DiagnosticError:
      text = error.diagnostics.map(renderer.text).joined(separator: "\n")
      json = error.diagnostics.map(renderer.json).joined(separator: "\n")
    case let error as AugerError:
      text = error.description
      json = renderer.json(error)
    case is CancellationError:
      self.init(AugerError(.cancelled, operation: "finish", "it was cancelled"))
    default: return nil
    }
  }

  func end() -> Never {
    Console.error(text)
    exit(2)
  }
}

/// An error with the style in which it is to be told.
struct StyledError: Error {
  var underlying: any Error
  var style: Failure.Style
}
