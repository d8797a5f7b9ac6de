import AugerDelivery
import AugerDiagnostics
import NIOCore
import Testing

@Suite struct SMTPSessionTests {
  private typealias Step = ConversationStep<ByteBuffer, Void>

  private func session(
    _ security: MailServer.Security, user: String? = nil, to: [String] = ["a@example.org"]
  ) -> SMTPSession {
    let mail = MailServer(
      host: "localhost", port: 587, security: security, user: user, password: "secret", timeout: .seconds(30))
    let letter = MailLetter(from: "auger@example.org", to: to, text: "From: <auger@example.org>\r\n\r\nx\r\n")
    return SMTPSession(letter, mail, operation: "send")
  }

  /// Returns the first words of each sent line, and the other steps.
  private func words(_ steps: [Step]) -> [String] {
    steps.map { step in
      switch step {
      case .send(let bytes): String(String(buffer: bytes).prefix { !$0.isWhitespace })
      case .secure: "(secure)"
      case .finish: "(finish)"
      }
    }
  }

  private func hear(_ text: String, _ session: inout SMTPSession) throws -> [String] {
    words(try session.received(ByteBuffer(string: text)))
  }

  @Test func messageIsSentAfterSTARTTLS() throws {
    var session = session(.starttls, user: "me", to: ["a@example.org", "b@example.org"])
    #expect(words(session.connected()) == [])
    #expect(try hear("220 mail\r\n", &session) == ["EHLO"])
    #expect(try hear("250-mail\r\n250 starttls\r\n", &session) == ["STARTTLS"])
    #expect(try hear("220 go on\r\n", &session) == ["(secure)"])
    #expect(words(session.secured()) == ["EHLO"])
    #expect(try hear("250 mail\r\n", &session) == ["AUTH"])
    #expect(try hear("235 ok\r\n", &session) == ["MAIL"])
    #expect(try hear("250 ok\r\n", &session) == ["RCPT"])
    #expect(try hear("251 elsewhere\r\n", &session) == ["RCPT"])
    #expect(try hear("250 ok\r\n", &session) == ["DATA"])
    #expect(try hear("354 go on\r\n", &session) == ["From:"])
    #expect(try hear("250 ok\r\n", &session) == ["QUIT", "(finish)"])
  }

  @Test func greetingFollowsTheTLSHandshake() throws {
    var session = session(.tls)
    #expect(words(session.connected()) == ["(secure)"])
    #expect(words(session.secured()) == [])
    #expect(try hear("220 mail\r\n", &session) == ["EHLO"])
    #expect(try hear("250 mail\r\n", &session) == ["MAIL"])
  }

  @Test func replyCanArriveInParts() throws {
    var session = session(.none)
    _ = session.connected()
    var heard: [String] = []
    for byte in "220-mail\r\n220 here\r\n".utf8 { heard += try hear(String(UnicodeScalar(byte)), &session) }
    #expect(heard == ["EHLO"])
  }

  /// An attacker may have injected these bytes.
  @Test func dataBeforeTheHandshakeIsRejected() throws {
    var session = session(.starttls)
    _ = try hear("220 mail\r\n", &session)
    _ = try hear("250-mail\r\n250 STARTTLS\r\n", &session)
    #expect(throws: AugerError.self) { try hear("220 go on\r\n250 mail\r\n", &session) }
  }

  @Test func missingSTARTTLSFails() throws {
    var session = session(.starttls)
    _ = try hear("220 mail\r\n", &session)
    #expect { try hear("250 mail\r\n", &session) } throws: { ($0 as? AugerError)?.code == .deliveryRefused }
  }

  @Test(arguments: [("451 later", Diagnostic.Code.deliveryFailed), ("535 no", .deliveryRefused)])
  func rejectionIsTemporaryOrPermanent(reply: String, code: Diagnostic.Code) throws {
    var session = session(.none, user: "me")
    _ = try hear("220 mail\r\n", &session)
    #expect(try hear("250 mail\r\n", &session) == ["AUTH"])
    #expect { try hear(reply + "\r\n", &session) } throws: { error in
      (error as? AugerError)?.code == code && "\(error)".contains("AUTH") && !"\(error)".contains("secret")
    }
  }

  @Test(arguments: ["no such thing\r\n", "\r\n"])
  func invalidReplyFails(text: String) {
    var session = session(.none)
    #expect { try hear(text, &session) } throws: { ($0 as? AugerError)?.code == .deliveryFailed }
  }

  @Test func replySizeIsLimited() {
    var session = session(.none)
    let text = String(repeating: "220-more\r\n", count: 10_000)
    #expect { try hear(text, &session) } throws: { ($0 as? AugerError)?.code == .deliveryFailed }
  }
}
