import Auger
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import HTTPTypes
import NIOCore

/// A cache of responses. The least recently used entries are evicted first.
final class FaceCache: Sendable {
  /// A response and the answers that it was computed from.
  struct Entry: Sendable {
    var bytes: ByteBuffer
    /// The compressed bytes. Nil if compression saves little.
    var compressed: ByteBuffer?
    /// The header fields of a response with the uncompressed bytes.
    var fields: HTTPFields
    /// The header fields of responses with compressed bytes and without bytes (304).
    var compressedFields: HTTPFields
    var unmodifiedFields: HTTPFields
    var etag: String
    /// The answers that the response was computed from. Nil means that it is not cached.
    var stamps: [AnswerStamp]?
    /// True if the response is valid only for a limited time.
    var canExpire: Bool { stamps?.contains { $0.cache != nil } ?? false }
    /// The time of the oldest of these answers.
    var asOf: Timestamp?
    /// The cost of the computation.
    var use: AnswerTrace.Use
    /// The generator of a long table, instead of bytes. Each client creates the text as it receives it.
    var pieces: TablePieces?
    /// The memory of the generator.
    var hold: Downloads.Hold?
    /// The styles in a page, which its content security policy names.
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
      // A streamed table cannot be compared with an ETag, because its digest is available only at its end.
      stamps = pieces == nil ? trace.stamps : nil
      (use, asOf) = (trace.use, trace.asOf)
      self.pieces = pieces
      self.styles = styles
    }

    var size: Int { bytes.readableBytes + (compressed?.readableBytes ?? 0) + 512 }
  }

  /// The parts of a request that determine the bytes.
  struct Key: Hashable {
    var generation: Int
    var entitlement: Entitlement
    var path: Name
    var query: Name
    var face: Face
    /// True if the URL contains the suffix of the format.
    var isNamed: Bool
    var isEmbedded: Bool
    /// Those of the reader for pages, and none for other formats.
    var preferences = PagePreferences()
    /// The day of the request for pages, whose periods can end today. The first day for other formats.
    var day = CivilDate(days: 0)
    /// The time of the last publication, which pages show. Nil for other formats.
    var published: Timestamp?
  }

  /// The identity of a computation. Simultaneous requests that need the same computation share one result.
  struct Work: Hashable {
    var generation: Int
    var entitlement: Entitlement
    var dashboard: Name
    var item: Name?
    /// The mark whose rows are requested. Nil for the item itself.
    var rows: Name?
    var face: Face
    var isNamed: Bool
    var options: Name
    var state: Name
    var isEmbedded: Bool
    var preferences = PagePreferences()
    /// The time of the last publication, which pages show. Nil for other formats.
    var published: Timestamp?
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
