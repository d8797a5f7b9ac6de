/// The bytes of rows on their way out, handed on some at a time: writing takes the same memory, however large a table's
/// text is.
package struct RowBytes: ~Copyable {
  package var bytes: [UInt8] = []

  /// Bytes from which on they are handed on.
  private static let portion = 1 << 16

  package init() {}

  /// Hands on what there is, where it is enough.
  package mutating func endRow(_ emit: ([UInt8]) throws -> Void) rethrows {
    if bytes.count >= Self.portion { try finish(emit) }
  }

  /// Hands on the rest.
  package mutating func finish(_ emit: ([UInt8]) throws -> Void) rethrows {
    if bytes.isEmpty { return }
    try emit(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
