import AugerDiagnostics

#if Delivery
  import AugerDelivery
#endif

/// A channel that sends a snapshot by email. PNG pictures are in the text, other formats are attached or listed.
///
/// SVG pictures, PDF files and HTML pages are attached. All other files are listed by name.
struct MailChannel: DeliveryChannel {
  private let mail: DeliveryTarget.Mail

  init(_ mail: DeliveryTarget.Mail) { self.mail = mail }

  var name: String { "e-mail by \(mail.host)" }

  func deliver(_ notice: DeliveryNotice) async throws {
    let operation = "send an e-mail for job '\(notice.job)'"
    #if Delivery
      let message = try message(for: notice)
      let security: MailServer.Security =
        switch mail.security {
        case .none: .none
        case .starttls: .starttls
        case .tls: .tls
        }
      try await SMTPSession.send(
        MailLetter(from: message.from, to: message.to, text: message.text()),
        by: MailServer(
          host: mail.host, port: mail.port, security: security, user: mail.user, password: mail.password,
          timeout: mail.timeout),
        operation: operation)
    #else
      throw AugerError.hasNoDelivery(operation)
    #endif
  }

  func message(for notice: DeliveryNotice) throws -> MailMessage {
    guard case .published(let published) = notice.event else { return report(of: notice) }
    let files = published.manifest.files
    let pictures = files.filter { $0.path.hasSuffix(".png") }
    let attached = files.filter { $0.path.hasSuffix(".svg") && pictures.isEmpty }
    let documents = files.filter { $0.path.hasSuffix(".pdf") }
    let pages = files.filter { $0.path.hasSuffix(".html") }
    var html = "<h1>\(Self.escaped(notice.job))</h1>\n<p>As of \(published.manifest.asOf)</p>\n"
    for (index, picture) in pictures.enumerated() {
      html += "<p><img src=\"cid:\(index + 1)\" alt=\"\(Self.escaped(picture.path))\"></p>\n"
    }
    let others = files.filter { !$0.path.hasSuffix(".png") }
    if !others.isEmpty {
      html += "<ul>\n" + others.map { "<li>\(Self.escaped($0.path)), \($0.bytes) bytes</li>\n" }.joined()
      html += "</ul>\n"
    }
    func parts(_ files: [SnapshotManifest.File], _ type: String, isInline: Bool) throws -> [MailMessage.Part] {
      try files.map {
        MailMessage.Part(name: $0.path, type: type, bytes: try notice.contents(of: $0), isInline: isInline)
      }
    }
    let parts =
      try parts(pictures, "image/png", isInline: true) + parts(attached, "image/svg+xml", isInline: false)
      + parts(documents, "application/pdf", isInline: false) + parts(pages, "text/html", isInline: false)
    return MailMessage(
      from: mail.from, to: mail.to, subject: mail.subject.isEmpty ? "\(notice.job): new results" : mail.subject,
      identity: "\(notice.job).\(notice.run).\(published.name)", date: notice.now, html: html, parts: parts)
  }

  /// Creates a message about a failure or its end, without results.
  private func report(of notice: DeliveryNotice) -> MailMessage {
    let subject = mail.subject.isEmpty ? notice.job : mail.subject
    var html = "<h1>\(Self.escaped(notice.job)): \(notice.eventName)</h1>\n"
    if notice.failure?.run != notice.run { html += "<p>Run \(notice.run) succeeded.</p>\n" }
    if let failure = notice.failure {
      html += "<p>Run \(failure.run) failed: \(Self.escaped("\(failure.code): \(failure.error)"))</p>\n"
    }
    return MailMessage(
      from: mail.from, to: mail.to, subject: "\(subject): \(notice.eventName)",
      identity: "\(notice.job).\(notice.run).\(notice.eventName)", date: notice.now, html: html, parts: [])
  }

  private static func escaped(_ text: String) -> String {
    text.replacingBytes("&", with: "&amp;").replacingBytes("<", with: "&lt;").replacingBytes(">", with: "&gt;")
      .replacingBytes("\"", with: "&quot;")
  }
}
