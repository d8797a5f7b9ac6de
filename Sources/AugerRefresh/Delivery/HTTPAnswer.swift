import AugerDiagnostics

/// The answer to a request of HTTP/1.1, of which the status is all that counts.
package enum HTTPAnswer {
  /// What the answers may take until the status of the last has come.
  private static let mostBytes = 64 << 10

  /// The status of the answer that ends the request. Interim answers, of which there may be any number before it (RFC
  /// 9110, 15.2), are skipped with their headers.
  ///
  /// `read` gives the next bytes, none at the end. Throws `deliveryFailed` for what is no answer.
  package static func status(
    _ operation: String, _ read: () throws(AugerError) -> [UInt8]
  ) throws(AugerError) -> Int {
    var lines = Lines()
    var isInHeaders = false
    while let line = try lines.next(read) {
      if isInHeaders {
        isInHeaders = !line.isEmpty
        continue
      }
      let words = line.split(separator: " ")
      guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].utf8.count == 3, let status = Int(words[1]) else {
        break
      }
      // 101 changes the protocol, which was not asked for.
      guard (100..<200).contains(status), status != 101 else { return status }
      isInHeaders = true
    }
    throw AugerError(.deliveryFailed, operation: operation, "the server did not answer in HTTP")
  }

  private struct Lines {
    private var received: [UInt8] = []
    private var start = 0

    /// Nil at the end, and where it does not come.
    mutating func next(_ read: () throws(AugerError) -> [UInt8]) throws(AugerError) -> String? {
      var searched = start
      while true {
        if let end = received[searched...].firstIndex(of: UInt8(ascii: "\n")) {
          defer { start = end + 1 }
          return text(to: end)
        }
        searched = received.count
        let part = received.count < HTTPAnswer.mostBytes ? try read() : []
        guard part.isEmpty else {
          received += part
          continue
        }
        defer { start = received.count }
        return start < received.count ? text(to: received.count) : nil
      }
    }

    private func text(to end: Int) -> String {
      let line = received[start..<end]
      return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
    }
  }
}
