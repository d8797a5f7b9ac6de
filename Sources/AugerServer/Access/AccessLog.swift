import Auger
import AugerDiagnostics
import AugerExport
import AugerQuery

/// One access, for the log of accesses: who asked what, and what came of it. No value of the data is in it but what the
/// address says.
package struct Access: Sendable {
  package var request: String
  package var principal: String
  /// Tells what they may see from what others may, without saying it; empty where nobody asked for anything.
  package var entitlement: String
  package var method: String
  /// Path and query, as they were sent; of a page that stands in another the token is shortened to its digest.
  package var address: String
  package var status: Int
  /// Queries that were run for it, answers that were there already, and the rows of both: of an answer that is streamed
  /// those before its first byte.
  package var use: AnswerTrace.Use
  package var bytes: Int
  package var microseconds: Int64

  /// As one line of JSON, without its end.
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
