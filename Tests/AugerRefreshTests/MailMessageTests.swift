import Auger
import AugerColumns
import AugerRefresh
import Foundation
import Testing

@Suite struct MailMessageTests {
  private func message(subject: String = "Sales", parts: [MailMessage.Part] = []) -> String {
    MailMessage(
      from: "auger@example.org", to: ["a@example.org", "b@example.org"], subject: subject, identity: "sales.1.x",
      date: Timestamp(microseconds: 1_709_210_096_000_000), plain: "Größe",
      html: "<p>Größe</p>", parts: parts
    ).text()
  }

  @Test func headersContainSenderSubjectAndDate() {
    let lines = message().components(separatedBy: "\r\n")
    #expect(lines.contains("From: <auger@example.org>") && lines.contains("To: <a@example.org>, <b@example.org>"))
    #expect(lines.contains("Subject: Sales") && lines.contains("Date: Thu, 29 Feb 2024 12:34:56 +0000"))
    #expect(lines.contains("Message-ID: <sales.1.x@example.org>"))
    #expect(lines.contains(Data("<p>Größe</p>".utf8).base64EncodedString()))
    #expect(message() == message() && lines.allSatisfy { $0.utf8.count <= 998 && !$0.contains("\n") })
  }

  @Test func textRefersToPicturesByNumber() {
    let text = message(parts: [
      MailMessage.Part(name: "sales/Große Säulen.png", type: "image/png", bytes: [1, 2, 3], isInline: true),
      MailMessage.Part(name: "sales.svg", type: "image/svg+xml", bytes: Array("<svg/>".utf8), isInline: false),
    ])
    #expect(
      text.contains("Content-Disposition: inline; filename=\"sales_Gro_e_S_ulen.png\"\r\nContent-ID: <1>\r\n\r\nAQID"))
    #expect(text.contains("Content-Disposition: attachment; filename=\"sales.svg\"\r\nContent-ID: <2>"))
  }

  /// Readers without HTML see the plain text, and attachments follow both.
  @Test func plainTextPrecedesThePage() throws {
    let text = message(parts: [
      MailMessage.Part(name: "a.png", type: "image/png", bytes: [1], isInline: true),
      MailMessage.Part(name: "b.pdf", type: "application/pdf", bytes: [2], isInline: false),
    ])
    let types = text.components(separatedBy: "\r\n").filter { $0.hasPrefix("Content-Type: ") }.map {
      String($0.dropFirst("Content-Type: ".count).prefix { $0 != ";" })
    }
    #expect(
      types == [
        "multipart/mixed", "multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png",
        "application/pdf",
      ])
    #expect(text.contains("\r\n\r\n" + Data("Größe".utf8).base64EncodedString() + "\r\n--"))
  }

  @Test func draftHasNoSenderAndOpensAsANewMessage() {
    let draft = MailMessage(
      from: "", to: [], subject: "Sales", identity: "x", date: nil, plain: "a", html: "b", parts: []
    ).text()
    #expect(draft.contains("X-Unsent: 1\r\n") && draft.hasPrefix("Subject: Sales\r\n"))
    for header in ["From:", "To:", "Date:", "Message-ID:", "Auto-Submitted:"] { #expect(!draft.contains(header)) }
  }

  /// Text in a subject cannot start another header field.
  @Test(arguments: ["Umsätze", "a\r\nBcc: x@example.org", String(repeating: "Ω", count: 100)])
  func subjectsCannotInjectHeaders(subject: String) throws {
    let text = message(subject: subject)
    let header = try #require(text.components(separatedBy: "\r\n").first { $0.hasPrefix("Subject: ") })
    #expect(header.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && header.utf8.count <= 76)
    #expect(!text.components(separatedBy: "\r\n").contains { $0.hasPrefix("Bcc") })
  }

  @Test func addressesCannotContainCommands() {
    #expect(MailMessage.isAddress("a.b+c@example.org"))
    for text in ["", "a", "a@", "@b", "a@b>\r\nRCPT", "a b@c", "a@b@c", "<a@b>", "ä@b"] {
      #expect(!MailMessage.isAddress(text), "\(text)")
    }
  }
}
