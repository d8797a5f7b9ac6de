/// A run-time error: an unreadable file, a query that failed in a database, an exceeded limit.
///
/// `description` contains no argument values and no secrets. Recognizable passwords are removed from all strings.
public struct AugerError: Error, Sendable, CustomStringConvertible {
  /// The code of the error, for example `fileNotFound`.
  public var code: Diagnostic.Code
  /// The failed operation, as the object of a sentence: `open 'shop.csv'`.
  public var operation: String { didSet { operation = operation.withoutPasswords } }
  /// The problem, as one sentence without a period.
  public var message: String { didSet { message = message.withoutPasswords } }
  /// A position in data or in a source text: `sales.csv:17:4`, `row 12, column 'Price'`.
  public var place: String? { didSet { place = place?.withoutPasswords } }
  /// A suggested fix, if one is known.
  public var hint: String? { didSet { hint = hint?.withoutPasswords } }
  /// The message of the layer below, if it adds information.
  public var underlying: String? { didSet { underlying = underlying?.withoutPasswords } }
  /// The subjects of the error by key. Each key occurs at most once.
  package var details: [Diagnostic.Detail]

  /// Creates an error of an adapter or a delegate. Its strings must not contain argument values or secrets.
  public init(
    _ code: Diagnostic.Code, operation: String, _ message: String, place: String? = nil, hint: String? = nil,
    underlying: String? = nil
  ) {
    self.init(code, operation: operation, message, place: place, hint: hint, underlying: underlying, details: [])
  }

  package init(
    _ code: Diagnostic.Code, operation: String, _ message: String, place: String? = nil, hint: String? = nil,
    underlying: String? = nil, details: [Diagnostic.Detail]
  ) {
    self.code = code
    self.operation = operation.withoutPasswords
    self.message = message.withoutPasswords
    self.place = place?.withoutPasswords
    self.hint = hint?.withoutPasswords
    self.underlying = underlying?.withoutPasswords
    self.details = details
  }

  public var description: String { text(head: "error: \(code): ") }

  /// The description without level and code, for records that store the code separately.
  package var reason: String { text(head: "") }

  private func text(head: String) -> String {
    var text = place.map { "\($0): " } ?? ""
    text += head + message
    if !operation.isEmpty { text += " (could not \(operation))" }
    if let underlying { text += "\n  \(underlying)" }
    if let hint { text += "\n  hint: \(hint)" }
    return text
  }
}

extension Diagnostic.Code {
  // Run time, shared by all adapters.
  package static let fileNotFound = Self("fileNotFound")
  package static let fileUnreadable = Self("fileUnreadable")
  package static let notAFile = Self("notAFile")
  package static let emptyInput = Self("emptyInput")
  package static let invalidUTF8 = Self("invalidUTF8")
  package static let unknownFormat = Self("unknownFormat")
  package static let unknownOption = Self("unknownOption")
  /// The caller cancelled the work.
  public static let cancelled = Self("cancelled")
  /// The work exceeded its time limit.
  public static let timeout = Self("timeout")
  /// A result exceeds the row or byte limit of the query.
  public static let limitExceeded = Self("limitExceeded")
  /// A result needs more memory than the limit allows.
  public static let lowMemory = Self("lowMemory")
  /// The source has no table with the name.
  public static let tableNotFound = Self("tableNotFound")
  /// The table has no column with the name.
  public static let columnNotFound = Self("columnNotFound")
  /// The database rejected the query, or the query failed while it ran.
  public static let queryFailed = Self("queryFailed")
  /// A result could not be sent. Another attempt may succeed.
  package static let deliveryFailed = Self("deliveryFailed")
  /// A server rejected a result. It is not sent again.
  package static let deliveryRefused = Self("deliveryRefused")
  /// Two things that need distinct names share one. A layout shows only the first of two such items.
  package static let duplicateName = Self("duplicateName")
  /// An error without its own code, from a library or from a delegate of the program. Commands never exit with it.
  public static let other = Self("other")
}
