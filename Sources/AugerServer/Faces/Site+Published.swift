import Auger
import AugerDiagnostics
import AugerQuery
import AugerRefresh
import Foundation
import HTTPTypes

extension Site {
  /// A file of what a job has published last.
  func published(_ visit: Visit, _ job: String, _ file: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.get, .head])
    guard visit.visitor.entitlement == .everything,
      let publication = visit.content.publications.first(where: { Name($0.job) == Name(job) })
    else { throw Problem.notFound("published job '\(job)'") }
    let found = try await Workers.blocking(RunControl()) { () -> (bytes: [UInt8], snapshot: String, asOf: String)? in
      guard let snapshot = try PublishedSnapshot(directory: publication.directory), snapshot.files.contains(file) else {
        return nil
      }
      return (try snapshot.contents(of: file), snapshot.name, snapshot.asOf.utcText)
    }
    guard let found else { throw Problem.notFound("published file '\(file)' of job '\(job)'") }
    var fields = visit.fields
    fields[.augerAsOf] = found.asOf
    let tag = etag([visit.visitor.entitlement.identity, job, file], found.bytes)
    fields[.eTag] = tag
    if let condition = visit.request.fields[.ifNoneMatch], Self.matches(condition, tag) {
      return SiteResponse(.notModified, fields: fields)
    }
    // What a job wrote is not a page of this site: it runs nothing here.
    fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
    let name = Face.split(file)
    return SiteResponse(.ok, name.face?.mediaType ?? "application/octet-stream", found.bytes, fields: fields)
  }
}
