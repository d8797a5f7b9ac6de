import Auger
import AugerAnalysis
import AugerDiagnostics
import AugerExport
import HTTPTypes

/// An error response (RFC 9457). It contains what the caller can act on, without internals of the server.
package struct Problem: Error, Sendable {
  package struct Detail: Sendable {
    package var code: String
    package var message: String
    package var hint: String?
    /// The range in the exploration, in characters from its start.
    package var span: Range<Int>?
    /// The message for users of pages, if `message` names parts of definitions.
    var readerText: (message: String, hint: String?)?

    var forReaders: (message: String, hint: String?) { readerText ?? (message, hint) }
  }

  package var status: HTTPResponse.Status
  package var title: String
  package var details: [Detail]
  /// The number of seconds after which a retry makes sense.
  package var retryAfter: Int?
  /// The supported methods, for errors about the method.
  var methods: [HTTPRequest.Method] = []
  /// The origins of the pages that may embed the error page.
  var ancestors: [String] = []

  package init(
    _ status: HTTPResponse.Status, _ code: String, _ message: String, hint: String? = nil, retryAfter: Int? = nil
  ) {
    self.status = status
    title = message
    details = [Detail(code: code, message: message, hint: hint)]
    self.retryAfter = retryAfter
  }

  /// Creates an error about a state or about the request itself.
  private init(_ status: HTTPResponse.Status, _ title: String, _ diagnostics: [Diagnostic]) {
    self.status = status
    self.title = title
    details = diagnostics.map { diagnostic in
      // Locations in files are internal.
      let isOfRequest = diagnostic.place?.source.name == "exploration"
      let span = isOfRequest ? diagnostic.place?.span.map { $0.lower..<$0.upper } : nil
      return Detail(
        code: diagnostic.code.rawValue, message: diagnostic.message, hint: diagnostic.hint, span: span,
        readerText: ReaderText.message(for: diagnostic))
    }
  }

  /// Converts an error of the library to a response.
  ///
  /// Messages about the request are included. Messages about sources, queries and definitions are not, because they can
  /// contain files, hosts and statements. The log contains them under the identifier of the request.
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
      // This error is about the chart, not about its source.
      case .noVegaLite: self.init(.unprocessableContent, error.code.rawValue, error.message, hint: error.hint)
      case .lowMemory: self.init(.serviceUnavailable, "lowMemory", "There is not enough memory", retryAfter: 5)
      default: self = .unavailable
      }
    default: self = .unavailable
    }
  }

  /// Returns true if the error is about the request. Some of these point to a definition that a move contradicts. All
  /// others with a location in a file are about the file.
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

  /// All details, in words for users of pages.
  private var readerText: String {
    details.map { detail in
      let (message, hint) = detail.forReaders
      return hint.map { "\(message); \($0)" } ?? message
    }.joined(separator: ". ")
  }

  /// Returns the error as JSON that ends with a newline.
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
