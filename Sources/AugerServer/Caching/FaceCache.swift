import Auger
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import HTTPTypes
import NIOCore

/// Bytes that were made of answers, as they are sent, by what they depend on. The least recently used go first.
final class FaceCache: Sendable {
  /// What is sent, and what it was made of.
  struct Entry: Sendable {
    var bytes: ByteBuffer
    /// The same, compressed; nil where that saves nothing.
    var compressed: ByteBuffer?
    /// Header fields of an answer with the bytes.
    var fields: HTTPFields
    /// Of one with the compressed bytes, and of one without bytes (304).
    var compressedFields: HTTPFields
    var unmodifiedFields: HTTPFields
    var etag: String
    /// The answers that it was made of; nil: it is not kept.
    var stamps: [AnswerStamp]?
    /// Whether the bytes are good for a time only.
    var canExpire: Bool { stamps?.contains { $0.cache != nil } ?? false }
    /// When the oldest of these answers was asked for.
    var asOf: Timestamp?
    /// What they cost, when it was made.
    var use: AnswerTrace.Use
    /// In the place of the bytes, where they are many: made anew for each client as it takes them.
    var pieces: TablePieces?
    /// The memory of the pieces.
    var hold: Downloads.Hold?
    /// Those in a page, which its policy names.
    var styles: PageStyles?

    init(
      bytes: ByteBuffer, compressed: ByteBuffer? = nil, fields: HTTPFields, etag: String, trace: AnswerTrace,
      pieces: TablePieces? = nil, styles: PageStyles? = nil
    ) {
      self.bytes = bytes
      self.compressed = compressed
      self.fields = fields
      compressedFields = fields
      compressedFields[.contentEncoding] = "gzip"
      unmodifiedFields = fields
      unmodifiedFields[.contentType] = nil
      self.etag = etag
      // Whether what is made in pieces has changed would be known when all of it is made.
      stamps = pieces == nil ? trace.stamps : nil
      (use, asOf) = (trace.use, trace.asOf)
      self.pieces = pieces
      self.styles = styles
    }

    var size: Int { bytes.readableBytes + (compressed?.readableBytes ?? 0) + 512 }
  }

  /// What bytes depend on, as a request says it.
  struct Key: Hashable {
    var generation: Int
    var entitlement: Entitlement
    var path: Name
    var query: Name
    var face: Face
    /// Whether the address names the face.
    var isNamed: Bool
    var isEmbedded: Bool
  }

  /// Work that is done once for all that ask for it at the same time and see the same: what an address comes to.
  struct Work: Hashable {
    var generation: Int
    var entitlement: Entitlement
    var dashboard: Name
    var item: Name?
    var face: Face
    var isNamed: Bool
    var options: Name
    var state: Name
    var isEmbedded: Bool
  }

  private struct State {
    var entries = RecencyMap<Key, Entry>()
    var bytes = 0
  }

  private let limit: Int
  private let state = Locked(State())

  init(bytes: Int) { limit = bytes }

  var bytes: Int { state.withLock { $0.bytes } }

  subscript(key: Key) -> Entry? {
    state.withLock { $0.entries.use(key) }
  }

  func keep(_ entry: Entry, _ key: Key) {
    guard entry.stamps != nil, entry.pieces == nil, entry.size <= limit / 4 else { return }
    state.withLock { state in
      Self.remove(key, &state)
      state.entries.insert(entry, for: key)
      state.bytes += entry.size
      while state.bytes > limit, let oldest = state.entries.removeOldest() { state.bytes -= oldest.size }
    }
  }

  func remove(_ key: Key) { state.withLock { Self.remove(key, &$0) } }

  func removeAll() { state.withLock { $0 = State() } }

  private static func remove(_ key: Key, _ state: inout State) {
    if let old = state.entries.remove(key) { state.bytes -= old.size }
  }
}
