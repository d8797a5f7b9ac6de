/// Why an operation failed: one or more problems, each with a code, a message and, if known, a suggested fix. It is the
/// only error that public functions throw.
///
/// The properties are those of the first problem. No string contains argument values or secrets: recognizable
/// passwords are removed.
///
/// ```swift
/// do { _ = try dashboard.initialState.applying(.set("hike", to: 99)) } catch {
///   print(error.code, error.message, error.hint ?? "")
/// }
/// ```
public struct AugerError: Error, Sendable, CustomStringConvertible {
  /// The code of the error, for example `fileNotFound`.
  public package(set) var code: Diagnostic.Code
  /// The failed operation, as the object of a sentence: `open 'shop.csv'`. Empty if the message contains it.
  package var operation: String { didSet { operation = operation.withoutPasswords } }
  /// The problem, as one sentence without a period.
  public package(set) var message: String { didSet { message = message.withoutPasswords } }
  /// A position in data or in a source text: `sales.csv:17:4`, `row 12, column 'Price'`.
  public package(set) var place: String? { didSet { place = place?.withoutPasswords } }
  /// A suggested fix, if one is known.
  public package(set) var hint: String? { didSet { hint = hint?.withoutPasswords } }
  /// The message of the layer below, if it adds information.
  package var underlying: String? { didSet { underlying = underlying?.withoutPasswords } }
  /// The subjects of the error by key. Each key occurs at most once.
  package var details: [Diagnostic.Detail]
  /// The error that a delegate, an adapter or a system library threw; nil if the library found the problem.
  public package(set) var cause: (any Error)?
  /// The problems that a reader or a check found; empty for a run-time error.
  private var found: [Diagnostic] = []

  /// Creates an error of an adapter or a delegate. Its strings must not contain argument values or secrets.
  ///
  /// - Parameters:
  ///   - message: The problem, as one sentence without a period.
  ///   - operation: The failed operation, as the object of a sentence: `open 'shop.csv'`.
  ///   - place: A position in data or in a source text: `sales.csv:17:4`.
  ///   - hint: A suggested fix.
  ///   - cause: The error of the layer below. Its description becomes part of the error's description.
  public init(
    _ code: Diagnostic.Code, message: String, operation: String = "", place: String? = nil, hint: String? = nil,
    cause: (any Error)? = nil
  ) {
    self.init(
      code, operation: operation, message, place: place, hint: hint, underlying: cause.map { String(describing: $0) })
    self.cause = cause
  }

  package init(
    _ code: Diagnostic.Code, operation: String, _ message: String, place: String? = nil, hint: String? = nil,
    underlying: String? = nil, details: [Diagnostic.Detail] = []
  ) {
    self.code = code
    self.operation = operation.withoutPasswords
    self.message = message.withoutPasswords
    self.place = place?.withoutPasswords
    self.hint = hint?.withoutPasswords
    self.underlying = underlying?.withoutPasswords
    self.details = details
  }

  /// Creates the error that public functions throw from any error inside the library. Diagnostics keep their order, and
  /// a cancelled task has the code `cancelled`.
  package init(_ error: any Error) {
    switch error {
    case let error as AugerError: self = error
    case let error as DiagnosticError: self.init(finding: error.diagnostics)
    case is CancellationError: self.init(.cancelled, operation: "", "the task was cancelled")
    default: self.init(.other, message: "a part outside of the library failed", cause: error)
    }
  }

  private init(finding diagnostics: [Diagnostic]) {
    let first = diagnostics.first
    self.init(
      first?.code ?? .other, operation: "", first?.message ?? "unknown problem", place: first?.place?.description,
      hint: first?.hint, details: first?.details ?? [])
    found = diagnostics
  }

  /// All problems, in the order of their positions. At least one.
  public var diagnostics: [Diagnostic] {
    guard found.isEmpty else { return found }
    let place = place.map { Diagnostic.Place(SourceText(name: $0, text: "")) }
    return [
      Diagnostic(code, message, at: place, hint: hint, notes: underlying.map { [$0] } ?? [], details: details)
    ]
  }

  /// A subject of the first problem, such as the name of its chart or query; nil if the problem has none of this kind.
  public subscript(key: Diagnostic.Key) -> String? { details.first { $0.key == key }?.value }

  /// Returns the error with one more subject of its first problem, unless it has one of this kind.
  package func about(_ key: Diagnostic.Key, _ value: String) -> AugerError {
    var error = self
    error.details = details.adding(key, value)
    if !found.isEmpty { error.found[0].details = error.details }
    return error
  }

  /// The problems as `auger` prints them: position, code, message and hint of each.
  public var description: String {
    found.isEmpty ? text(head: "error: \(code): ") : DiagnosticError(found).description
  }

  /// The description without level and code, for records that store the code separately.
  package var reason: String { found.isEmpty ? text(head: "") : DiagnosticError(found).reason }

  private func text(head: String) -> String {
    var text = place.map { "\($0): " } ?? ""
    text += head + message
    if !operation.isEmpty { text += " (could not \(operation))" }
    if let underlying { text += "\n  \(underlying)" }
    if let hint { text += "\n  hint: \(hint)" }
    return text
  }
}

extension AugerError: Hashable {
  /// Errors are equal if their problems are. Causes are not compared.
  public static func == (a: AugerError, b: AugerError) -> Bool {
    a.diagnostics == b.diagnostics && Name(a.operation) == Name(b.operation)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(diagnostics) }
}
