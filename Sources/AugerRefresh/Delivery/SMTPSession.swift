import AugerDiagnostics
import AugerQuery
import Foundation

/// One conversation with a mail server (RFC 5321), by TLS from the start or from STARTTLS on.
struct SMTPSession {
  private let wire: Wire
  private let operation: String
  private var received: [UInt8] = []
  private var abilities: [String] = []

  private static let longestReply = 64 << 10

  /// Sends a message, on a thread of its own.
  static func send(_ message: MailMessage, by mail: DeliveryTarget.Mail, operation: String) async throws {
    let control = RunControl()
    try await Workers.blocking(control) {
      var session = SMTPSession(
        wire: try Wire(operation, host: mail.host, port: mail.port, within: mail.timeout, control),
        operation: operation)
      try session.send(message, mail)
    }
  }

  private init(wire: Wire, operation: String) {
    self.wire = wire
    self.operation = operation
  }

  private mutating func send(_ message: MailMessage, _ mail: DeliveryTarget.Mail) throws(AugerError) {
    if mail.security == .tls { try wire.secure(host: mail.host) }
    _ = try reply(220, to: "the connection")
    try greet()
    if mail.security == .starttls {
      guard abilities.contains("STARTTLS") else { throw refused("the server offers no STARTTLS") }
      try command("STARTTLS", 220)
      // What came before the handshake was written by anybody.
      guard received.isEmpty else { throw refused("the server spoke before its secure connection") }
      try wire.secure(host: mail.host)
      try greet()
    }
    if let user = mail.user {
      let secret = Data("\0\(user)\0\(mail.password ?? "")".utf8).base64EncodedString()
      try command("AUTH PLAIN \(secret)", 235, shownAs: "AUTH")
    }
    try command("MAIL FROM:<\(message.from)>", 250)
    for address in message.to { try command("RCPT TO:<\(address)>", 250) }
    try command("DATA", 354)
    try wire.write(Self.stuffed(message.text()))
    _ = try reply(250, to: "the message")
    // It is sent: what comes of the farewell does not matter.
    try? wire.write(Array("QUIT\r\n".utf8))
  }

  private mutating func greet() throws(AugerError) {
    let lines = try command("EHLO localhost", 250)
    abilities = lines.dropFirst().map { $0.uppercased() }
  }

  @discardableResult
  private mutating func command(_ text: String, _ code: Int, shownAs name: String? = nil) throws(AugerError) -> [String]
  {
    try wire.write(Array((text + "\r\n").utf8))
    return try reply(code, to: name ?? String(text.prefix { $0 != " " && $0 != ":" }))
  }

  /// The lines of a reply without their code; anything but the code that is wanted throws.
  private mutating func reply(_ wanted: Int, to what: String) throws(AugerError) -> [String] {
    var lines: [String] = []
    while true {
      let line = try line()
      guard line.utf8.count >= 3, let code = Int(line.prefix(3)) else {
        throw AugerError(.deliveryFailed, operation: operation, "the server does not speak SMTP")
      }
      lines.append(String(line.dropFirst(4)))
      if line.dropFirst(3).first == "-" { continue }
      if code == wanted || (wanted == 250 && code == 251) { return lines }
      throw AugerError(
        (400..<500).contains(code) ? .deliveryFailed : .deliveryRefused, operation: operation,
        "the server answered \(what) with \(code)", underlying: lines.joined(separator: " "))
    }
  }

  private mutating func line() throws(AugerError) -> String {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        let line = received[..<end].filter { $0 != UInt8(ascii: "\r") }
        received.removeSubrange(...end)
        return String(decoding: line, as: UTF8.self)
      }
      let part = try wire.read()
      guard !part.isEmpty, received.count < Self.longestReply else {
        throw AugerError(.deliveryFailed, operation: operation, "the server ended the conversation")
      }
      received += part
    }
  }

  private func refused(_ message: String) -> AugerError {
    AugerError(.deliveryRefused, operation: operation, message)
  }

  /// A line that begins with a point gets another; a line with a point alone ends it.
  private static func stuffed(_ text: String) -> [UInt8] {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    let stuffed = lines.map { $0.hasPrefix(".") ? "." + $0 : String($0) }.joined(separator: "\r\n")
    return Array((stuffed + "\r\n.\r\n").utf8)
  }
}
