import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport

/// Why a tool did not do what it was asked: an answer that the caller can mend, with a code, a place in the arguments
/// and, where it is known, what is legal and nearest to what was asked.
///
/// It never says what the sources are: of errors that these report, only the code is shown.
struct Refusal: Error, Sendable {
  struct Finding: Sendable {
    var code: String
    var message: String
    /// A JSON pointer into the arguments: `/moves/0/value`.
    var place: String?
    /// In the text at the place, the bytes that are meant: from the first to behind the last.
    var span: (from: Int, to: Int)?
    var hint: String?
    var nearest: JSONNode?
  }

  var findings: [Finding]

  /// More mistakes than a caller mends at once are cut.
  private static let mostFindings = 20

  init(_ code: Diagnostic.Code, _ message: String, at place: String?, hint: String? = nil, nearest: JSONNode? = nil) {
    findings = [
      Finding(code: code.rawValue, message: message, place: place, hint: hint, nearest: nearest)
    ]
  }

  /// What an error says to a caller; `place`: which argument led to it.
  ///
  /// Throws what is no answer: that the work was cancelled.
  init(_ error: any Error, at place: String?) throws {
    switch error {
    case let refusal as Refusal: self = refusal
    case let error as DiagnosticError:
      findings = error.diagnostics.prefix(Self.mostFindings).map { Finding($0, at: place) }
    case let error as AugerError:
      if error.code == .cancelled { throw CancellationError() }
      let message = Self.ofThePicture.contains(error.code) ? error.message : Self.message(error.code)
      findings = [Finding(code: error.code.rawValue, message: message, place: place)]
    case is CancellationError: throw error
    default:
      findings = [Finding(code: Diagnostic.Code.other.rawValue, message: Self.message(.other), place: place)]
    }
  }

  /// Errors that are about a chart alone, and say nothing of its source.
  private static let ofThePicture: Set<Diagnostic.Code> = [.noVegaLite, "noVega", "tooManyMarks"]

  private static func message(_ code: Diagnostic.Code) -> String {
    switch code {
    case .timeout: "the data took longer to read than they may"
    case .limitExceeded: "the data are more than may be read"
    case .lowMemory: "the data need more memory than there is"
    default: "the data could not be read"
    }
  }

  var code: String { findings.first?.code ?? Diagnostic.Code.other.rawValue }
  var message: String { findings.first?.message ?? Self.message(.other) }

  var node: JSONNode {
    [
      "code": .text(code),
      "errors": .list(findings.map(\.node)),
    ]
  }

  static let schema: JSONNode = [
    "type": "object", "required": ["code", "errors"], "additionalProperties": false,
    "properties": [
      "code": ["type": "string", "description": "Why it was refused: the code of the first of the errors."],
      "errors": [
        "type": "array", "minItems": 1,
        "items": [
          "type": "object", "required": ["code", "message"], "additionalProperties": false,
          "properties": [
            "code": ["type": "string"],
            "message": ["type": "string"],
            "place": ["type": "string", "description": "A JSON pointer into the arguments."],
            "from": ["type": "integer", "description": "The first byte that is meant of the text at the place."],
            "to": ["type": "integer", "description": "The byte behind the last that is meant."],
            "hint": ["type": "string"],
            "nearest": ["description": "What is legal and nearest to what was asked."],
          ],
        ],
      ],
    ],
  ]
}

extension Refusal.Finding {
  init(_ diagnostic: Diagnostic, at place: String?) {
    code = diagnostic.code.rawValue
    self.place = place
    // What was written by the caller has a place of its own; that of a dashboard is its author's affair.
    if let own = diagnostic.place, Name(own.source.name) == Name("exploration"), let span = own.span {
      self.span = (span.lower, span.upper)
    }
    // A query that is not there was named by the dashboard, and its hint lists those of others.
    guard AnswerWords.isAboutTheCaller(diagnostic.code), diagnostic[.query] == nil else {
      message = "the dashboard cannot show this"
      return
    }
    message = diagnostic.message
    hint = diagnostic.hint
    nearest = diagnostic.nearest.map { JSONNode(ScalarLiteral.read($0)) }
  }

  fileprivate var node: JSONNode {
    let node: JSONNode = ["code": .text(code), "message": .text(message)]
    return
      node
      .adding("place", place.map { .text($0) })
      .adding("from", span.map { JSONNode($0.from) })
      .adding("to", span.map { JSONNode($0.to) })
      .adding("hint", hint.map { .text($0) })
      .adding("nearest", nearest)
  }
}

extension Diagnostic.Code {
  /// An argument that a tool does not have, or that is not what it takes.
  static let argumentWrong = Self("argumentWrong")
  static let argumentMissing = Self("argumentMissing")
  static let moveUnknown = Self("moveUnknown")
  /// An address, or what moves lead to, is longer than addresses may be.
  static let addressTooLong = Self("addressTooLong")
}
