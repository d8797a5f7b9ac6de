import Auger
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
    /// Of 200 and 304 answers alike: type, ETag, place, age.
    var fields: HTTPFields
    var etag: String
    /// The answers that it was made of; nil: it is not kept.
    var stamps: [AnswerStamp]?
    /// What they cost, when it was made.
    var use: AnswerTrace.Use
    /// In the place of the bytes, where they are many: made anew for each client as it takes them.
    var pieces: TablePieces?

    var size: Int { bytes.readableBytes + (compressed?.readableBytes ?? 0) + 512 }
  }

  private struct State {
    var entries: [String: (entry: Entry, lastUse: Int)] = [:]
    var bytes = 0
    var uses = 0
  }

  private let limit: Int
  private let state = Locked(State())

  init(bytes: Int) { limit = bytes }

  var bytes: Int { state.withLock { $0.bytes } }

  subscript(key: String) -> Entry? {
    state.withLock { state in
      guard let found = state.entries[key] else { return nil }
      state.uses += 1
      state.entries[key]?.lastUse = state.uses
      return found.entry
    }
  }

  func keep(_ entry: Entry, _ key: String) {
    guard entry.stamps != nil, entry.pieces == nil, entry.size <= limit / 4 else { return }
    state.withLock { state in
      Self.remove(key, &state)
      state.uses += 1
      state.entries[key] = (entry, state.uses)
      state.bytes += entry.size
      while state.bytes > limit, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        Self.remove(oldest.key, &state)
      }
    }
  }

  func remove(_ key: String) { state.withLock { Self.remove(key, &$0) } }

  func removeAll() { state.withLock { $0 = State() } }

  private static func remove(_ key: String, _ state: inout State) {
    if let old = state.entries.removeValue(forKey: key) { state.bytes -= old.entry.size }
  }
}
