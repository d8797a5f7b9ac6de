/// The bytes of Arrow data, any of them at any time and by several threads.
package protocol ArrowInput: Sendable {
  var byteCount: Int { get }

  /// The bytes of a range that lies within `byteCount`: all of them, or an error.
  func bytes(_ range: Range<Int>) throws -> [UInt8]
}

package struct ArrowBytes: ArrowInput {
  private let all: [UInt8]

  package init(_ all: [UInt8]) { self.all = all }

  package var byteCount: Int { all.count }

  package func bytes(_ range: Range<Int>) -> [UInt8] { Array(all[range]) }
}
