import AugerExport
import AugerQuery

/// One access, for the log of accesses: who asked what, and what came of it. No value of the data is in it but what the
/// address says.
package struct Access: Sendable {
  package var request: String
  package var principal: String
  package var method: String
  /// Path and query, as they were sent.
  package var address: String
  package var status: Int
  package var bytes: Int
  package var microseconds: Int64

  /// As one line of JSON, without its end.
  package var line: [UInt8] {
    var out = JSONBytes(capacity: 256)
    out.raw("{\"request\": ")
    out.string(request)
    out.raw(", \"principal\": ")
    out.string(principal)
    out.raw(", \"method\": ")
    out.string(method)
    out.raw(", \"address\": ")
    out.string(address)
    out.raw(", \"status\": \(status), \"bytes\": \(bytes), \"microseconds\": \(microseconds)}")
    return out.bytes
  }
}
