import Auger
import AugerColumns
import Foundation

/// An email in the form that SMTP transmits: HTML with embedded pictures and attached files (RFC 5322, 2045, 2387).
package struct MailMessage: Sendable {
  var from: String
  var to: [String]
  var subject: String
  /// The identifier of this message. It does not change when the message is sent again.
  var identity: String
  var date: Timestamp
  /// The text as HTML. Pictures have the URLs `cid:1`, `cid:2`, ...
  var html: String
  var parts: [Part]

  package struct Part: Sendable {
    var name: String
    var type: String
    var bytes: [UInt8]
    var isInline: Bool

    package init(name: String, type: String, bytes: [UInt8], isInline: Bool) {
      self.name = name
      self.type = type
      self.bytes = bytes
      self.isInline = isInline
    }
  }

  package init(
    from: String, to: [String], subject: String, identity: String, date: Timestamp, html: String, parts: [Part]
  ) {
    self.from = from
    self.to = to
    self.subject = subject
    self.identity = identity
    self.date = date
    self.html = html
    self.parts = parts
  }

  /// Returns true if `text` is a local part and a domain, without characters that end a line or a command.
  package static func isAddress(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"<>,;:\"()[]\\".utf8.contains($0) }
  }

  /// Returns the message as text with CR LF line ends.
  package func text() -> String {
    let boundary = "=_auger_" + String(FileName.hash(identity), radix: 36)
    let domain = from.split(separator: "@").last.map(String.init) ?? "localhost"
    var lines = [
      "From: <\(from)>", "To: " + to.map { "<\($0)>" }.joined(separator: ", "), "Subject: \(Self.encoded(subject))",
      "Date: \(Self.dateText(date))", "Message-ID: <\(FileName.ascii(identity))@\(domain)>", "MIME-Version: 1.0",
      "Auto-Submitted: auto-generated",
      "Content-Type: multipart/related; type=\"text/html\"; boundary=\"\(boundary)\"", "", "--\(boundary)",
      "Content-Type: text/html; charset=utf-8", "Content-Transfer-Encoding: base64", "",
    ]
    lines += Self.base64(Array(html.utf8))
    for (index, part) in parts.enumerated() {
      let name = FileName.ascii(part.name)
      lines += [
        "--\(boundary)", "Content-Type: \(part.type); name=\"\(name)\"", "Content-Transfer-Encoding: base64",
        "Content-Disposition: \(part.isInline ? "inline" : "attachment"); filename=\"\(name)\"",
        "Content-ID: <\(index + 1)>", "",
      ]
      lines += Self.base64(part.bytes)
    }
    lines += ["--\(boundary)--", ""]
    return lines.joined(separator: "\r\n")
  }

  /// Returns the value of a header: plain ASCII unchanged, other text as folded base64 words (RFC 2047).
  static func encoded(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var words: [String] = []
    var word = ""
    for character in text.unicodeScalars {
      if word.utf8.count + String(character).utf8.count > 39 {
        words.append(word)
        word = ""
      }
      word.unicodeScalars.append(character)
    }
    words.append(word)
    return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\r\n ")
  }

  private static func base64(_ bytes: [UInt8]) -> [String] {
    Data(bytes).base64EncodedString(options: [
      .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
    ])
    .split(separator: "\r\n").map(String.init)
  }

  private static func dateText(_ moment: Timestamp) -> String {
    let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let (year, month, day) = moment.date.components
    // 1970-01-01 was a Thursday.
    let weekday = days[((Int(moment.date.days) + 3) % 7 + 7) % 7]
    return "\(weekday), \(day) \(months[month - 1]) \(year) \(moment.description.dropFirst(11).prefix(8)) +0000"
  }
}
