import AugerDiagnostics
import AugerRefresh
import Testing

@Suite struct HTTPAnswerTests {
  private func status(_ text: String, parts size: Int) throws(AugerError) -> Int {
    var rest = Array(text.utf8)[...]
    return try HTTPAnswer.status("tell") { () throws(AugerError) in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  @Test(arguments: [
    ("HTTP/1.1 204 No Content\r\n\r\n", 204), ("HTTP/1.0 500\n", 500), ("HTTP/1.1 200 OK", 200),
    ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", 200),
    ("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 410 Gone\r\n\r\n", 410),
    ("HTTP/1.1 101 Switching Protocols\r\n\r\n", 101),
  ])
  func interimAnswersAreSkipped(text: String, status: Int) throws {
    for size in [1, 7, 1000] { #expect(try self.status(text, parts: size) == status) }
  }

  @Test(arguments: ["", "\n", "SSH-2.0-x\r\n", "HTTP/1.1 abc\r\n", "HTTP/1.1 100 Continue\r\nX: 1\r\n"])
  func whatIsNoAnswerIsRefused(text: String) {
    #expect { try status(text, parts: 5) } throws: { ($0 as? AugerError)?.code == .deliveryFailed }
  }

  /// A server that sends interim answers for ever.
  @Test func theAnswersAreBounded() {
    let interim = Array("HTTP/1.1 102 Processing\r\n\r\n".utf8)
    #expect(throws: AugerError.self) { try HTTPAnswer.status("tell") { () throws(AugerError) in interim } }
  }
}
