import AugerColumns
import AugerDiagnostics
import Foundation
import HTTPTypes

/// A file of the requests that a supervised server is processing. If the server crashes, its supervisor reads them from
/// the file.
///
/// The file is mapped into memory, so recording a request needs no system call. The first byte is the state of the
/// server, followed by one slot for each request.
package final class RequestJournal: Sendable {
  /// A request, identified by path, query and body.
  package struct Entry: Sendable, Hashable {
    package var address: String
    package var body: UInt64

    package init(address: String, body: UInt64) {
      self.address = address
      self.body = body
    }

    package var recorded: String { RecordedAddress.text(address) }
  }

  static let headBytes = 64
  /// The size of a slot: the length, the hash of the body and the URL.
  static let slotBytes = 16 + (8 << 10)
  static let slotCount = 256
  package static let byteCount = headBytes + slotCount * slotBytes

  private let file: MappedFile
  private let free: Locked<[Int]>
  private let blocked: [Entry: Date]

  /// - Parameters:
  ///   - path: a file of `byteCount` zeros.
  ///   - blocked: the requests to reject, and the time until which they are rejected.
  package init(_ path: String, blocked: [Entry: Date] = [:]) throws(AugerError) {
    file = try MappedFile(path, Self.byteCount)
    free = Locked(Array(0..<Self.slotCount))
    self.blocked = blocked
  }

  /// Records that the server is listening and handles signals.
  package func setReady() { file.write(1, at: 0) }

  /// Records a request until the result is released. Nil if the journal is full. Throws 503 for a request that ran when
  /// the server recently crashed.
  func begin(_ request: SiteRequest) throws(Problem) -> Running? {
    guard let entry = Self.entry(request) else { return nil }
    if !blocked.isEmpty, let until = blocked[entry], until > Date() {
      throw Problem(
        .serviceUnavailable, .addressBlocked, "This request is blocked because the server crashed while it ran",
        retryAfter: max(1, Int(clamping: until.timeIntervalSinceNow.rounded(.up))))
    }
    guard let slot = free.withLock({ $0.popLast() }) else { return nil }
    file.write(entry, inSlot: slot)
    return Running(journal: self, slot: slot)
  }

  /// Returns the entry of a request. Nil for requests that compute nothing: health checks must work after any crash.
  private static func entry(_ request: SiteRequest) -> Entry? {
    switch request.path {
    case "/healthz", "/readyz", "/metrics": return nil
    case let path where path.hasSuffix("/-/events"): return nil
    default: break
    }
    var address = request.path
    // The token of an embedded page changes, and it must not be stored in a file.
    if let embedded = EmbeddedPath(address) { address = "/e" + embedded.rest }
    if !request.query.isEmpty { address += "?" + request.query }
    guard address.utf8.count <= slotBytes - 16 else { return nil }
    return Entry(address: address, body: hash(request.body))
  }

  /// Returns the FNV-1a hash: it is fast and does not change when the server restarts.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private func end(_ slot: Int) {
    file.clear(slot)
    free.withLock { $0.append(slot) }
  }

  /// A request in progress.
  final class Running: Sendable {
    private let journal: RequestJournal
    private let slot: Int

    fileprivate init(journal: RequestJournal, slot: Int) {
      self.journal = journal
      self.slot = slot
    }

    deinit { journal.end(slot) }
  }

  // MARK: The supervisor's side

  /// Returns true if the server of a journal was listening.
  package static func isReady(_ bytes: [UInt8]) -> Bool { bytes.first == 1 }

  /// Returns the requests in a journal.
  package static func entries(_ bytes: [UInt8]) -> [Entry] {
    guard bytes.count == byteCount else { return [] }
    return (0..<slotCount).compactMap { slot in
      let start = headBytes + slot * slotBytes
      let length = Int(truncatingIfNeeded: number(bytes, start))
      guard (1...slotBytes - 16).contains(length) else { return nil }
      let address = String(decoding: bytes[start + 16..<start + 16 + length], as: UTF8.self)
      return Entry(address: address, body: number(bytes, start + 8))
    }
  }

  private static func number(_ bytes: [UInt8], _ start: Int) -> UInt64 {
    bytes[start..<start + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension MappedFile {
  /// Writes the length last, so that a slot is either complete or empty.
  fileprivate func write(_ entry: RequestJournal.Entry, inSlot slot: Int) {
    let start = RequestJournal.headBytes + slot * RequestJournal.slotBytes
    write(entry.body, at: start + 8)
    write(entry.address, at: start + 16)
    write(UInt64(entry.address.utf8.count), at: start)
  }

  fileprivate func clear(_ slot: Int) {
    write(0, at: RequestJournal.headBytes + slot * RequestJournal.slotBytes)
  }
}
