/// What went wrong at run time: a file that cannot be read, a query that a database refused, a limit that was exceeded.
///
/// `description` carries no argument values and no secrets: passwords that are written as such are taken out of texts.
public struct AugerError: Error, Sendable, CustomStringConvertible {
  /// Which kind of error it is: `error.code == "fileNotFound"`.
  public var code: Diagnostic.Code
  /// What was being done, as the object of a sentence: `open 'shop.csv'`.
  public var operation: String { didSet { operation = operation.withoutPasswords } }
  /// What happened, one sentence without a full stop.
  public var message: String { didSet { message = message.withoutPasswords } }
  /// A place in the data or the text: `sales.csv:17:4`, `row 12, column 'Price'`.
  public var place: String? { didSet { place = place?.withoutPasswords } }
  /// What to do about it, where that is known.
  public var hint: String? { didSet { hint = hint?.withoutPasswords } }
  /// What the layer below said, if it said more.
  public var underlying: String? { didSet { underlying = underlying?.withoutPasswords } }
  /// What it is about, piece by piece; each key at most once.
  package var details: [Diagnostic.Detail]

  /// An error of an adapter or a delegate. Leave argument values and secrets out of all of its texts.
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

  /// The description without level and code, for a record that has the code beside it.
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
  /// The work was cancelled by its caller.
  public static let cancelled = Self("cancelled")
  /// The work took longer than it may.
  public static let timeout = Self("timeout")
  /// A result has more rows or bytes than the query may have.
  public static let limitExceeded = Self("limitExceeded")
  /// A result that needs more memory than it may have.
  public static let lowMemory = Self("lowMemory")
  /// A source has no table of the name.
  public static let tableNotFound = Self("tableNotFound")
  /// A table has no column of the name.
  public static let columnNotFound = Self("columnNotFound")
  /// The database refused the query, or failed while it ran.
  public static let queryFailed = Self("queryFailed")
  /// A result could not be sent; it may be tried again.
  package static let deliveryFailed = Self("deliveryFailed")
  /// A server did not accept a result; it is not tried again.
  package static let deliveryRefused = Self("deliveryRefused")
  /// Two things of one name where each needs its own; of a dashboard's items a layout places only the first.
  package static let duplicateName = Self("duplicateName")
  /// What has no code of its own: an error of a library or of a program's own delegate. No command line ends so.
  public static let other = Self("other")
}
