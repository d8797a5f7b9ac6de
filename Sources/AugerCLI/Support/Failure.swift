import AugerDiagnostics
import Foundation

/// Why a command could not do its work, as it is told on standard error. Exit code 2.
struct Failure {
  enum Style: Sendable { case text, json }

  private let text: String

  /// Nil for errors that are not of the work: help, version, a wrong command line.
  init?(_ error: any Error) {
    guard let text = Self.text(of: error, style: .text) else { return nil }
    self.text = text
  }

  private static func text(of error: any Error, style: Style) -> String? {
    let renderer = DiagnosticRenderer()
    switch error {
    case let styled as StyledError:
      return text(of: styled.underlying, style: styled.style)
    case let error as DiagnosticError:
      return error.diagnostics.map { style == .json ? renderer.json($0) : renderer.text($0) }.joined(separator: "\n")
    case let error as AugerError:
      return style == .json ? renderer.json(error) : error.description
    case is CancellationError:
      return text(of: AugerError(.cancelled, operation: "finish", "it was cancelled"), style: style)
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
