import AugerDiagnostics
import Foundation
import NIOCore

/// An SMTP session (RFC 5321), with TLS from the start or after STARTTLS.
package struct SMTPSession: Conversation {
  /// The reply that the session expects next.
  private enum Stage {
    case greeting, hello, starttls, login, sender
    /// The reply to the recipient with this index.
    case recipient(Int)
    case data, message
  }

  private let letter: MailLetter
  private let mail: MailServer
  private let operation: String
  private var stage = Stage.greeting
  private var isSecure = false
  private var bytes: [UInt8] = []
  private var lines: [String] = []
  /// The size of the current reply.
  private var size = 0

  private static let longestReply = 64 << 10

  package init(_ letter: MailLetter, _ mail: MailServer, operation: String) {
    self.letter = letter
    self.mail = mail
    self.operation = operation
  }

  /// Sends a letter. Throws `AugerError`: `deliveryRefused` if the server rejects it, `deliveryFailed` if the server is
  /// not available or rejects it temporarily.
  package static func send(_ letter: MailLetter, by mail: MailServer, operation: String) async throws {
    let server = DeliveryServer(host: mail.host, port: mail.port, timeout: mail.timeout, operation: operation)
    try await server.hold(SMTPSession(letter, mail, operation: operation))
  }

  package mutating func connected() -> [ConversationStep<ByteBuffer, Void>] {
    mail.security == .tls ? [.secure] : []
  }

  package mutating func secured() -> [ConversationStep<ByteBuffer, Void>] {
    isSecure = true
    // With TLS from the start, the server sends its greeting first.
    guard case .starttls = stage else { return [] }
    return command("EHLO localhost", .hello)
  }

  package mutating func received(_ part: ByteBuffer) throws(AugerError) -> [ConversationStep<ByteBuffer, Void>] {
    bytes += part.readableBytesView
    size += part.readableBytes
    var steps: [Step] = []
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: bytes[..<end].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      bytes.removeSubrange(...end)
      guard line.utf8.count >= 3, let code = Int(line.prefix(3)) else {
        throw AugerError(.deliveryFailed, operation: operation, "the server does not support SMTP")
      }
      lines.append(String(line.dropFirst(4)))
      guard line.dropFirst(3).first != "-" else { continue }
      try accept(code)
      steps += try next()
      lines = []
      size = bytes.count
    }
    guard size < Self.longestReply else {
      throw AugerError(.deliveryFailed, operation: operation, "the server's reply does not end")
    }
    return steps
  }

  package func unfinished() -> AugerError {
    AugerError(.deliveryFailed, operation: operation, "the server closed the connection")
  }

  /// Throws if the reply is not the expected one.
  private func accept(_ code: Int) throws(AugerError) {
    let (wanted, asked) =
      switch stage {
      case .greeting: (220, "the connection")
      case .hello: (250, "EHLO")
      case .starttls: (220, "STARTTLS")
      case .login: (235, "AUTH")
      case .sender: (250, "MAIL")
      case .recipient: (250, "RCPT")
      case .data: (354, "DATA")
      case .message: (250, "the message")
      }
    guard code == wanted || (wanted == 250 && code == 251) else {
      throw AugerError(
        (400..<500).contains(code) ? .deliveryFailed : .deliveryRefused, operation: operation,
        "the server answered \(asked) with \(code)", underlying: lines.joined(separator: " "))
    }
  }

  /// Returns the steps after an expected reply.
  private mutating func next() throws(AugerError) -> [Step] {
    switch stage {
    case .greeting: return command("EHLO localhost", .hello)
    case .hello:
      guard mail.security == .starttls, !isSecure else { return login() }
      guard lines.dropFirst().contains(where: { $0.uppercased() == "STARTTLS" }) else {
        throw refused("the server offers no STARTTLS")
      }
      return command("STARTTLS", .starttls)
    case .starttls:
      // Reject bytes received before the TLS handshake: an attacker may have injected them.
      guard bytes.isEmpty else { throw refused("the server sent data before the secure connection was established") }
      return [.secure]
    case .login: return sender()
    case .sender: return recipient(0)
    case .recipient(let number): return recipient(number + 1)
    case .data:
      stage = .message
      return [.send(ByteBuffer(bytes: Self.stuffed(letter.text)))]
    case .message:
      // The message has been sent, so the reply to QUIT does not matter.
      return [.send(ByteBuffer(string: "QUIT\r\n")), .finish(())]
    }
  }

  private mutating func login() -> [Step] {
    guard let user = mail.user else { return sender() }
    let secret = Data("\0\(user)\0\(mail.password ?? "")".utf8).base64EncodedString()
    return command("AUTH PLAIN \(secret)", .login)
  }

  private mutating func sender() -> [Step] { command("MAIL FROM:<\(letter.from)>", .sender) }

  private mutating func recipient(_ number: Int) -> [Step] {
    guard number < letter.to.count else { return command("DATA", .data) }
    return command("RCPT TO:<\(letter.to[number])>", .recipient(number))
  }

  private mutating func command(_ text: String, _ stage: Stage) -> [Step] {
    self.stage = stage
    return [.send(ByteBuffer(string: text + "\r\n"))]
  }

  private func refused(_ message: String) -> AugerError {
    AugerError(.deliveryRefused, operation: operation, message)
  }

  /// Returns the message with each leading point doubled and with the final line of a single point.
  private static func stuffed(_ text: String) -> [UInt8] {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let stuffed = lines.map { $0.hasPrefix(".") ? "." + $0 : String($0) }.joined(separator: "\r\n")
    return Array((stuffed + "\r\n.\r\n").utf8)
  }
}
