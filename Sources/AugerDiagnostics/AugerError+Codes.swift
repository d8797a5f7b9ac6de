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
  package static let cancelled = Self("cancelled")
  /// The work exceeded its time limit.
  package static let timeout = Self("timeout")
  /// A result exceeds the row or byte limit of the query.
  package static let limitExceeded = Self("limitExceeded")
  /// A result needs more memory than the limit allows.
  package static let lowMemory = Self("lowMemory")
  /// The source has no table with the name.
  package static let tableNotFound = Self("tableNotFound")
  /// The table has no column with the name.
  package static let columnNotFound = Self("columnNotFound")
  /// The database rejected the query, or the query failed while it ran.
  package static let queryFailed = Self("queryFailed")
  /// A result could not be sent. Another attempt may succeed.
  package static let deliveryFailed = Self("deliveryFailed")
  /// A server rejected a result. It is not sent again.
  package static let deliveryRefused = Self("deliveryRefused")
  /// Two things that need distinct names share one. A layout shows only the first of two such items.
  package static let duplicateName = Self("duplicateName")
  /// An error without its own code, from a library or from a delegate of the program. Commands never exit with it.
  package static let other = Self("other")
}
