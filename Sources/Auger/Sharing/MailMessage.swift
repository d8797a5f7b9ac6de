import AugerColumns
import Foundation

/// An email in the form that SMTP transmits: plain text, the same as HTML with embedded pictures, and attached files
/// (RFC 5322, 2045, 2046, 2387).
package struct MailMessage: Sendable {
  /// Empty for a draft.
  package var from: String
  package var to: [String]
  package var subject: String
  /// The identifier of this message. It does not change when the message is sent again.
  package var identity: String
  /// Nil for a draft without a known time.
  package var date: Timestamp?
  /// The message for readers without HTML or pictures.
  package var plain: String
  /// The message as HTML. Pictures have the URLs `cid:1`, `cid:2`, ...
  package var html: String
  /// The pictures and the attached files.
  package var parts: [Part]

  package struct Part: Sendable {
    package var name: String
    package var type: String
    package var bytes: [UInt8]
    package var isInline: Bool

    package init(name: String, type: String, bytes: [UInt8], isInline: Bool) {
      self.name = name
      self.type = type
      self.bytes = bytes
      self.isInline = isInline
    }
  }

  package init(
    from: String, to: [String], subject: String, identity: String, date: Timestamp?, plain: String, html: String,
    parts: [Part]
  ) {
    self.from = from
    self.to = to
    self.subject = subject
    self.identity = identity
    self.date = date
    self.plain = plain
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
    let domain = from.split(separator: "@").last.map(String.init) ?? "localhost"
    var lines: [String] = []
    if !from.isEmpty { lines.append("From: <\(from)>") }
    if !to.isEmpty { lines.append("To: " + to.map { "<\($0)>" }.joined(separator: ", ")) }
    lines.append("Subject: \(Self.encoded(subject))")
    if let date { lines.append("Date: \(Self.dateText(date))") }
    if from.isEmpty {
      // Mail programs open such a file as a new message.
      lines.append("X-Unsent: 1")
    } else {
      lines += ["Message-ID: <\(FileName.ascii(identity))@\(domain)>", "Auto-Submitted: auto-generated"]
    }
    lines.append("MIME-Version: 1.0")
    let numbered = parts.enumerated().map { (number: $0 + 1, part: $1) }
    let pictures = numbered.filter(\.part.isInline).map { Self.lines($0.part, number: $0.number) }
    let page = Self.lines(html, as: "html")
    let rich = pictures.isEmpty ? page : multipart("related; type=\"text/html\"", "rel", [page] + pictures)
    let body = multipart("alternative", "alt", [Self.lines(plain, as: "plain"), rich])
    let files = numbered.filter { !$0.part.isInline }.map { Self.lines($0.part, number: $0.number) }
    lines += files.isEmpty ? body : multipart("mixed", "mix", [body] + files)
    return (lines + [""]).joined(separator: "\r\n")
  }

  /// Returns the lines of several parts with their header.
  private func multipart(_ kind: String, _ name: String, _ parts: [[String]]) -> [String] {
    let boundary = "=_auger_\(name)_" + String(FileName.hash(identity), radix: 36)
    return ["Content-Type: multipart/\(kind); boundary=\"\(boundary)\"", ""]
      + parts.flatMap { ["--\(boundary)"] + $0 } + ["--\(boundary)--"]
  }

  private static func lines(_ text: String, as kind: String) -> [String] {
    ["Content-Type: text/\(kind); charset=utf-8", "Content-Transfer-Encoding: base64", ""] + base64(Array(text.utf8))
  }

  private static func lines(_ part: Part, number: Int) -> [String] {
    let name = FileName.ascii(part.name)
    return [
      "Content-Type: \(part.type); name=\"\(name)\"", "Content-Transfer-Encoding: base64",
      "Content-Disposition: \(part.isInline ? "inline" : "attachment"); filename=\"\(name)\"",
      "Content-ID: <\(number)>", "",
    ] + base64(part.bytes)
  }

  /// Returns text of an HTML element or attribute.
  package static func escaped(_ text: String) -> String {
    text.replacingBytes("&", with: "&amp;").replacingBytes("<", with: "&lt;").replacingBytes(">", with: "&gt;")
      .replacingBytes("\"", with: "&quot;")
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
