import Auger
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
    var out = JSONBytes(capacity: 256)
    out.raw("{\"request\": ")
    out.string(request)
    out.raw(", \"principal\": ")
    out.string(principal)
    out.raw(", \"entitlement\": ")
    out.string(entitlement)
    out.raw(", \"method\": ")
    out.string(method)
    out.raw(", \"address\": ")
    out.string(address)
    out.raw(", \"status\": \(status), \"queries\": \(use.ran), \"reused\": \(use.reused), \"rows\": \(use.rows)")
    out.raw(", \"bytes\": \(bytes), \"microseconds\": \(microseconds)}")
    return out.bytes
  }
}
