import Auger
import AugerDiagnostics
import AugerExport
import AugerQuery

/// An entry of the access log: the request, its caller and its result. It contains no values of the data except those
/// in the URL.
package struct Access: Sendable {
  package var request: String
  package var principal: String
  /// A digest of the caller's access rights: it distinguishes them without revealing them. Empty if the request has no
  /// identified caller.
  package var entitlement: String
  package var method: String
  /// The path and query string as received. The token of an embedded page is replaced by its digest.
  package var address: String
  package var status: Int
  /// The number of queries, of cache hits and of their rows. For a streamed response, only those before its first byte.
  package var use: AnswerTrace.Use
  package var bytes: Int
  package var microseconds: Int64

  /// The entry as one line of JSON, without a newline.
  package var line: [UInt8] {
    let line: JSONNode = [
      "request": .text(request), "principal": .text(principal), "entitlement": .text(entitlement),
      "method": .text(method), "address": .text(address), "status": JSONNode(status), "queries": JSONNode(use.ran),
      "reused": JSONNode(use.reused), "rows": JSONNode(use.rows), "bytes": JSONNode(bytes),
      "microseconds": .number("\(microseconds)"),
    ]
    return line.written(.spaced)
  }
}
