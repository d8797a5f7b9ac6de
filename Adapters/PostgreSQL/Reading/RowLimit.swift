import AugerDiagnostics
import AugerQuery

/// How large a row may be: as the source's option says, or less, where there is less memory.
struct RowLimit: Sendable {
  private(set) var bytes: Int
  /// What leaves less than the option.
  private var memory: MemoryBudget?

  /// libpq has a row that arrives in a buffer of up to twice its size; the stage and a dictionary have it too.
  private static let copies = 6
  /// Rows of so many bytes are never refused for want of memory before they have come.
  private static let least = 1 << 16

  init(_ bytes: Int, _ memory: MemoryBudget? = nil) {
    self.bytes = bytes
    guard let memory, memory.remaining / Self.copies < bytes else { return }
    self.bytes = min(bytes, max(Self.least, memory.remaining / Self.copies))
    self.memory = memory
  }

  /// Whether memory leaves less than the option does.
  var isScarce: Bool { memory != nil }

  /// The error of a row that is larger.
  var refusal: AugerError {
    if let memory { return memory.refusal }
    return AugerError(
      .limitExceeded, operation: "read the result", "a row has more than \(bytes) bytes",
      hint: "select less of it, left(...), or raise the source's option 'maxRowBytes'")
  }
}
