import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerExport

/// The reason why a tool rejected a call. It contains a code, a location in the arguments and, if possible, the nearest
/// valid value.
///
/// It contains no details of sources: for their errors, only the code is included.
struct Refusal: Error, Sendable {
  struct Finding: Sendable {
    var code: String
    var message: String
    /// A JSON pointer into the arguments: `/moves/0/value`.
    var place: String?
    /// The range of bytes in the string at the location. The end is exclusive.
    var span: (from: Int, to: Int)?
    var hint: String?
    var nearest: JSONNode?
  }

  var findings: [Finding]

  /// The maximum number of findings. The caller rarely corrects more of them at once.
  private static let mostFindings = 20

  init(_ code: Diagnostic.Code, _ message: String, at place: String?, hint: String? = nil, nearest: JSONNode? = nil) {
    findings = [
      Finding(code: code.rawValue, message: message, place: place, hint: hint, nearest: nearest)
    ]
  }

  /// Converts an error for the caller. `place` is the argument that caused it.
  ///
  /// Throws `CancellationError` if the work was cancelled.
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

  /// The codes of errors about the picture alone. They reveal no details of its source.
  private static let ofThePicture: Set<Diagnostic.Code> = [.noVegaLite, "noVega", "tooManyMarks"]

  private static func message(_ code: Diagnostic.Code) -> String {
    switch code {
    case .timeout: "reading the data exceeded the time limit"
    case .limitExceeded: "the data exceeds a limit"
    case .lowMemory: "there is not enough memory for the data"
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
      "code": ["type": "string", "description": "The code of the first error."],
      "errors": [
        "type": "array", "minItems": 1,
        "items": [
          "type": "object", "required": ["code", "message"], "additionalProperties": false,
          "properties": [
            "code": ["type": "string"],
            "message": ["type": "string"],
            "place": ["type": "string", "description": "A JSON pointer into the arguments."],
            "from": ["type": "integer", "description": "The first byte of the error in the string at 'place'."],
            "to": ["type": "integer", "description": "The end of the error, exclusive."],
            "hint": ["type": "string"],
            "nearest": ["description": "The nearest valid value."],
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
    // An error in the caller's text has its own range. A location in a dashboard file is internal.
    if let own = diagnostic.place, Name(own.source.name) == Name("exploration"), let span = own.span {
      self.span = (span.lower, span.upper)
    }
    // If a query is missing, the dashboard named it, and the hint would list the names of other queries.
    guard AnswerWords.isAboutTheCaller(diagnostic.code), diagnostic[.query] == nil else {
      message = "the dashboard cannot show this state"
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
  /// The tool does not have this argument, or the value is invalid.
  static let argumentWrong = Self("argumentWrong")
  static let argumentMissing = Self("argumentMissing")
  static let moveUnknown = Self("moveUnknown")
  /// The state, or the state after the moves, exceeds the maximum length.
  package static let addressTooLong = Self("addressTooLong")
}
