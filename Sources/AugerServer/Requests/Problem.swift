import Auger
import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import AugerMetadata
import HTTPTypes

/// An error response (RFC 9457). It contains what the caller can act on, without internals of the server.
package struct Problem: Error, Sendable {
  package struct Detail: Sendable {
    package var code: Diagnostic.Code
    package var message: String
    package var hint: String?
    /// The range in the exploration, in characters from its start.
    package var span: Range<Int>?
    /// The message for users of pages. Nil if only programs cause the error.
    var reader: Reader?
    /// The nearest valid name, for users of pages.
    var suggestion: String?

    /// A message for users of pages, before its language is known.
    enum Reader: Sendable {
      case text(PageMessage, hint: PageText?)
      case move(Diagnostic)
    }

    func forReaders(_ texts: PageTexts) -> (message: String, hint: String?)? {
      switch reader {
      case nil: nil
      case .move(let diagnostic)?: ReaderText(texts).message(for: diagnostic)
      case .text(let message, let hint)?:
        (
          message.text(in: texts),
          hint.map { texts[$0] } ?? suggestion.map { texts.text(.didYouMean, ["name": $0]) }
        )
      }
    }
  }

  package var status: HTTPResponse.Status
  /// The title in English, for programs.
  package var title: String
  /// The title for users of pages. Nil if only programs cause the error.
  private var titleText: PageMessage?
  package var details: [Detail]
  /// The number of seconds after which a retry makes sense.
  package var retryAfter: Int?
  /// The supported methods, for errors about the method.
  var methods: [HTTPRequest.Method] = []
  /// The origins of the pages that may embed the error page.
  var ancestors: [String] = []

  /// Creates an error that only programs cause. Pages show a general message.
  package init(
    _ status: HTTPResponse.Status, _ code: Diagnostic.Code, _ message: String, hint: String? = nil,
    retryAfter: Int? = nil
  ) {
    self.status = status
    title = message
    details = [Detail(code: code, message: message, hint: hint)]
    self.retryAfter = retryAfter
  }

  /// Creates an error with a text of the table, in which pages show it.
  package init(
    _ status: HTTPResponse.Status, _ code: Diagnostic.Code, _ text: PageText, _ values: PageTexts.Values = [:],
    hint: PageText? = nil, retryAfter: Int? = nil
  ) {
    let message = PageMessage(text, values)
    self.init(
      status, code, message.text(in: .english), hint: hint.map { PageTexts.english[$0] }, retryAfter: retryAfter)
    titleText = message
    details[0].reader = .text(message, hint: hint)
  }

  /// Creates an error about a state or about the request itself.
  private init(_ status: HTTPResponse.Status, _ title: PageText, _ diagnostics: [Diagnostic]) {
    self.status = status
    self.title = PageTexts.english[title]
    titleText = PageMessage(title)
    details = diagnostics.map { diagnostic in
      // Locations in files are internal.
      let isOfRequest = diagnostic.place?.source.name == "exploration"
      let span = isOfRequest ? diagnostic.place?.span.map { $0.lower..<$0.upper } : nil
      return Detail(
        code: diagnostic.code, message: diagnostic.message, hint: diagnostic.hint, span: span,
        reader: .move(diagnostic))
    }
  }

  /// Returns the error with a suggestion for an unknown name.
  func suggesting(_ names: [String], for name: String, listing what: String) -> Problem {
    var problem = self
    for index in problem.details.indices {
      problem.details[index].hint = DidYouMean.hint(for: name, among: names, listing: what)
      problem.details[index].suggestion = DidYouMean.nearest(to: name, among: names)
    }
    return problem
  }

  // MARK: Users of pages

  /// Returns the title for users of pages.
  func title(_ texts: PageTexts) -> String {
    titleText?.text(in: texts) ?? texts[status.kind == .serverError ? .problemServer : .problemRequest]
  }

  /// Returns the messages for users of pages that add to the title.
  func messages(_ texts: PageTexts) -> [(message: String, hint: String?)] {
    let title = title(texts)
    let found = details.compactMap { $0.forReaders(texts) }
    // The message of an unknown name lists the names of definitions, which users of pages do not know.
    let isUnknown = titleText?.key == .problemState && details.contains { $0.code == .metadataObjectUndefined }
    if found.isEmpty, isUnknown { return [(texts[.moveUnknown], nil)] }
    return found.filter { Name($0.message) != Name(title) || $0.hint != nil }
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
      if let rows = diagnostics.first(where: { $0.code == .rowsNotAvailable }) {
        self.init(.unprocessableContent, .rowsNotAvailable, .problemRows, hint: .problemRowsHint)
        // Queries are internal, but the name of an item and of columns are part of the page.
        details[0].hint = rows.hint ?? details[0].hint
      } else if diagnostics.contains(where: { $0.code == .itemHasNoChart }) {
        self.init(.notFound, .notFound, .problemNoChart, hint: .problemNoChartHint)
      } else if diagnostics.contains(where: { !Self.isOfRequest($0) }) {
        self = .unavailable
      } else if diagnostics.contains(where: { Self.syntax.contains($0.code) }) {
        self.init(.badRequest, .problemURL, diagnostics)
      } else {
        self.init(.unprocessableContent, .problemState, diagnostics)
      }
    case let error as AugerError:
      switch error.code {
      case .timeout: self.init(.gatewayTimeout, .timeout, .problemDataTimeout)
      case .limitExceeded:
        self.init(.unprocessableContent, .limitExceeded, .problemTooLarge, hint: .problemTooLargeHint)
      // This error is about the chart, not about its source.
      case .noVegaLite: self.init(.unprocessableContent, error.code, error.message, hint: error.hint)
      case .lowMemory: self.init(.serviceUnavailable, .lowMemory, .problemMemory, retryAfter: 5)
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
    .explorationSyntax, .explorationUnknown, .explorationDuplicate, .unknownOption, .markupSyntax,
  ]

  static let unavailable = Problem(.serviceUnavailable, .dataUnavailable, .problemData, retryAfter: 5)

  package static func notFound(_ what: String, hint: String? = nil) -> Problem {
    var problem = Problem(.notFound, .notFound, "No \(what)", hint: hint)
    problem.titleText = PageMessage(.problemPage)
    return problem
  }

  static func noDashboard(_ name: String) -> Problem {
    Problem(.notFound, .notFound, .problemDashboard, ["name": name])
  }

  static func noItem(_ name: String, in dashboard: Dashboard) -> Problem {
    Problem(.notFound, .notFound, .problemItem, ["name": name, "dashboard": dashboard.name])
      .suggesting(dashboard.items.map(\.name), for: name, listing: "items")
  }

  static func notFound(_ what: String, in embedding: Embedding) -> Problem {
    var problem = notFound(what)
    problem.ancestors = embedding.ancestors
    return problem
  }

  /// Returns all details, in words for users of pages if users can cause the error.
  private func detail(_ texts: PageTexts) -> String {
    details.map { detail in
      let (message, hint) = detail.forReaders(texts) ?? (detail.message, detail.hint)
      return hint.map { "\(message); \($0)" } ?? message
    }.joined(separator: ". ")
  }

  /// Returns the error as JSON that ends with a newline. Its `detail` is in the language of pages.
  package func json(request: String, _ texts: PageTexts = .english) -> [UInt8] {
    let errors = details.map { detail -> JSONNode in
      (["code": .text(detail.code.rawValue), "message": .text(detail.message)] as JSONNode)
        .adding("hint", detail.hint.map { .text($0) })
        .adding("start", detail.span.map { JSONNode($0.lowerBound) })
        .adding("end", detail.span.map { JSONNode($0.upperBound) })
    }
    let problem: JSONNode = [
      "type": "about:blank", "title": .text(title), "detail": .text(detail(texts)), "status": JSONNode(status.code),
      "code": .text((details.first?.code ?? .other).rawValue), "request": .text(request), "errors": .list(errors),
    ]
    return problem.written(.spaced) + [UInt8(ascii: "\n")]
  }
}
