import Auger
import AugerColumns
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Foundation
import HTTPTypes

extension Site {
  func published(_ visit: Visit, _ job: String, _ file: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    guard visit.visitor.entitlement.allows(published: job),
      let publication = visit.content.publications.first(where: { Name($0.job) == Name(job) })
    else { throw Problem.notFound("published job '\(job)'") }
    let most = limits.wholeBytes
    let found = try await Workers.blocking(RunControl()) { () -> PublishedFile? in
      guard let snapshot = try PublishedSnapshot(directory: publication.directory),
        let entry = snapshot.manifest.files.first(where: { Name($0.path) == Name(file) })
      else { return nil }
      // Stream a large file to the client and verify it against the manifest during the transfer.
      let reader = entry.bytes > most ? try PublishedReader(snapshot, entry) : nil
      return PublishedFile(
        asOf: snapshot.asOf, digest: entry.sha256, bytes: reader == nil ? try snapshot.contents(of: file) : [],
        reader: reader)
    }
    guard let found else { throw Problem.notFound("published file '\(file)' of job '\(job)'") }
    var fields = visit.fields
    note(found.asOf, visit, in: &fields)
    fields[.eTag] = etag(of: Array(found.digest.utf8), for: visit.visitor.entitlement, job, file)
    if let unmodified = Self.notModified(visit.request, fields) { return unmodified }
    // A published file must not run scripts on this site.
    fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
    let name = Face.split(file)
    let type = name.face?.mediaType ?? "application/octet-stream"
    guard let reader = found.reader else { return SiteResponse(.ok, type, found.bytes, fields: fields) }
    fields[.contentType] = type
    fields[.contentLength] = String(reader.byteCount)
    return SiteResponse(
      .ok, fields: fields, body: .pieces { try await Workers.blocking(RunControl()) { try reader.next() } })
  }
}

private struct PublishedFile: Sendable {
  var asOf: Timestamp
  var digest: String
  var bytes: [UInt8]
  /// The reader of a large file, instead of its bytes.
  var reader: PublishedReader?
}

/// A streaming reader of a published file. It holds the snapshot, so that the snapshot is not removed.
private final class PublishedReader: Sendable {
  private struct State {
    var file: FileHandle?
    var hash = StreamedHash()
    var left: Int
  }

  let byteCount: Int
  private let digest: String
  private let snapshot: PublishedSnapshot
  private let state: Locked<State>

  /// Opens the file. Throws `snapshotDamaged` if it does not exist.
  init(_ snapshot: PublishedSnapshot, _ entry: SnapshotManifest.File) throws {
    guard let file = FileHandle(forReadingAtPath: snapshot.folder + "/" + entry.path) else {
      throw Self.damaged("a file is missing")
    }
    self.snapshot = snapshot
    byteCount = entry.bytes
    digest = entry.sha256
    state = Locked(State(file: file, left: entry.bytes))
  }

  /// Returns the next bytes, or nil at the end.
  ///
  /// Throws `snapshotDamaged` instead of the last bytes if the digest is wrong. The client then sees an incomplete
  /// transfer.
  func next() throws -> [UInt8]? {
    try state.withLock { state in
      guard state.left > 0, let file = state.file else { return nil }
      let bytes = Array(try file.read(upToCount: min(state.left, 1 << 16)) ?? Data())
      state.left -= bytes.count
      state.hash.update(bytes)
      if bytes.isEmpty { throw Self.damaged("a file is shorter than in the manifest") }
      if state.left == 0 {
        let found = state.hash.digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard Name(found) == Name(digest) else { throw Self.damaged("a file differs from the manifest") }
        try file.close()
      }
      return bytes
    }
  }

  private static func damaged(_ message: String) -> AugerError {
    AugerError(.snapshotDamaged, operation: "read a published file", message)
  }
}
