import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerExport
import HTTPTypes

/// Why a request has no answer (RFC 9457): what the caller can do about it, and nothing of what lies behind the server.
package struct Problem: Error, Sendable {
  package struct Detail: Sendable {
    package var code: String
    package var message: String
    package var hint: String?
    /// Where in the exploration, in characters from its start.
    package var span: Range<Int>?
    /// The message for readers of pages, if the other one names parts of definitions.
    var readerText: (message: String, hint: String?)?

    var forReaders: (message: String, hint: String?) { readerText ?? (message, hint) }
  }

  package var status: HTTPResponse.Status
  package var title: String
  package var details: [Detail]
  /// Seconds after which it may be tried again.
  package var retryAfter: Int?
  /// What the address takes, where that is the problem.
  var methods: [HTTPRequest.Method] = []
  /// Origins of the pages in which its own page may stand.
  var ancestors: [String] = []

  package init(
    _ status: HTTPResponse.Status, _ code: String, _ message: String, hint: String? = nil, retryAfter: Int? = nil
  ) {
    self.status = status
    title = message
    details = [Detail(code: code, message: message, hint: hint)]
    self.retryAfter = retryAfter
  }

  /// What is wrong with a place, or with the request itself.
  private init(_ status: HTTPResponse.Status, _ title: String, _ diagnostics: [Diagnostic]) {
    self.status = status
    self.title = title
    details = diagnostics.map { diagnostic in
      // Places in files are the server's own.
      let isOfRequest = diagnostic.place?.source.name == "exploration"
      let span = isOfRequest ? diagnostic.place?.span.map { $0.lower..<$0.upper } : nil
      return Detail(
        code: diagnostic.code.rawValue, message: diagnostic.message, hint: diagnostic.hint, span: span,
        readerText: ReaderText.message(for: diagnostic))
    }
  }

  /// The problem that an error of the library is for a caller.
  ///
  /// Messages of what the caller wrote are handed on. Those of sources, queries and definitions are not: they name
  /// files, hosts and statements; the log has them, under the identifier of the request.
  package init(_ error: any Error) {
    switch error {
    case let problem as Problem: self = problem
    case let error as DiagnosticError:
      let diagnostics = error.diagnostics
      if diagnostics.contains(where: { $0.code == .itemHasNoChart }) {
        self = .notFound("chart of this item", hint: "Its page and that of its dashboard show its controls.")
      } else if diagnostics.contains(where: { !Self.isOfRequest($0) }) {
        self = .unavailable
      } else if diagnostics.contains(where: { Self.syntax.contains($0.code) }) {
        self.init(.badRequest, "The address cannot be read", diagnostics)
      } else {
        self.init(.unprocessableContent, "The place cannot be reached", diagnostics)
      }
    case let error as AugerError:
      switch error.code {
      case .timeout: self.init(.gatewayTimeout, "timeout", "The data did not come in time")
      case .limitExceeded:
        self.init(.unprocessableContent, "limitExceeded", "The result is larger than it may be", hint: "filter more")
      // Of the chart, not of its source.
      case .noVegaLite: self.init(.unprocessableContent, error.code.rawValue, error.message, hint: error.hint)
      case .lowMemory: self.init(.serviceUnavailable, "lowMemory", "There is not enough memory", retryAfter: 5)
      default: self = .unavailable
      }
    default: self = .unavailable
    }
  }

  /// Whether it is about what the caller wrote. Some point at the definition that a move contradicts; any other that
  /// points at a file is about the file.
  private static func isOfRequest(_ diagnostic: Diagnostic) -> Bool {
    guard let place = diagnostic.place, place.source.name != "exploration" else { return true }
    return moves.contains(diagnostic.code)
  }

  private static let moves: Set<Diagnostic.Code> = [
    .notDrillable, .drillLevelUnknown, .drillAtLastLevel, .drillNothingPicked, .drillRangePicked, .drillUnknownColumn,
    .drillNotByCategory, .drillNotBySeries, .drillNullPicked, .drillAncestorMissing, .drillManyAncestors, .notZoomable,
    .notInView, .zoomOutOfRange, .filterKind, .filterRange, .variableType, .notAmongChoices, .outOfBounds, .offStep,
    .notChangeable, .valueNotPresent, .whatIfNotPossible, .stepsSyntax, .stepsUnused, .scenarioPart, .goalSyntax,
    .goalDriver, .goalNotReached, .notComparable,
  ]

  private static let syntax: Set<Diagnostic.Code> = [
    .explorationSyntax, .explorationUnknown, .explorationDuplicate, .unknownOption,
  ]

  static let unavailable = Problem(
    .serviceUnavailable, "dataUnavailable", "The data behind this could not be read", retryAfter: 5)

  package static func notFound(_ what: String, hint: String? = nil) -> Problem {
    Problem(.notFound, "notFound", "There is no \(what)", hint: hint)
  }

  static func notFound(_ what: String, in embedding: Embedding) -> Problem {
    var problem = notFound(what)
    problem.ancestors = embedding.ancestors
    return problem
  }

  /// All details in words for readers of pages.
  private var readerText: String {
    details.map { detail in
      let (message, hint) = detail.forReaders
      return hint.map { "\(message); \($0)" } ?? message
    }.joined(separator: ". ")
  }

  /// As JSON, ending with a newline.
  package func json(request: String) -> [UInt8] {
    let errors = details.map { detail -> JSONNode in
      (["code": .text(detail.code), "message": .text(detail.message)] as JSONNode)
        .adding("hint", detail.hint.map { .text($0) })
        .adding("start", detail.span.map { JSONNode($0.lowerBound) })
        .adding("end", detail.span.map { JSONNode($0.upperBound) })
    }
    let problem: JSONNode = [
      "type": "about:blank", "title": .text(title), "detail": .text(readerText), "status": JSONNode(status.code),
      "code": .text(details.first?.code ?? "other"), "request": .text(request), "errors": .list(errors),
    ]
    return problem.written(.spaced) + [UInt8(ascii: "\n")]
  }
}
