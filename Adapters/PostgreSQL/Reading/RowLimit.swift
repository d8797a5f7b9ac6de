import AugerDiagnostics
import AugerQuery

/// The maximum size of a row: the source's option, or less if the memory limit is lower.
struct RowLimit: Sendable {
  private(set) var bytes: Int
  /// The memory limit, if it is lower than the option.
  private var memory: MemoryBudget?

  /// The number of copies of a row: libpq's buffer has up to twice its size, and the stage and a dictionary contain
  /// it too.
  private static let copies = 6
  /// The minimum limit. Smaller rows are never rejected before they have arrived.
  private static let least = 1 << 16

  init(_ bytes: Int, _ memory: MemoryBudget? = nil) {
    self.bytes = bytes
    guard let memory, memory.remaining / Self.copies < bytes else { return }
    self.bytes = min(bytes, max(Self.least, memory.remaining / Self.copies))
    self.memory = memory
  }

  /// True if the memory limit is lower than the option.
  var isScarce: Bool { memory != nil }

  /// The error for a larger row.
  var refusal: AugerError {
    if let memory { return memory.refusal }
    return AugerError(
      .limitExceeded, operation: "read the result", "a row has more than \(bytes) bytes",
      hint: "Select less of the row, for example with left(...), or raise the source's option 'maxRowBytes'.")
  }
}
