/// The bytes of Arrow data. Several threads can read any range at any time.
package protocol ArrowInput: Sendable {
  var byteCount: Int { get }

  /// Returns all bytes of a range within `byteCount`, or throws.
  func bytes(_ range: Range<Int>) throws -> [UInt8]
}

package struct ArrowBytes: ArrowInput {
  private let all: [UInt8]

  package init(_ all: [UInt8]) { self.all = all }

  package var byteCount: Int { all.count }

  package func bytes(_ range: Range<Int>) -> [UInt8] { Array(all[range]) }
}
