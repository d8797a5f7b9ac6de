import Auger
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
    try await message(for: notice).send(by: mail, operation: operation)
  }

  func message(for notice: DeliveryNotice) throws -> MailMessage {
    guard case .published(let published) = notice.event else { return report(of: notice) }
    let files = published.manifest.files
    let pictures = files.filter { $0.path.hasSuffix(".png") }
    let attached = files.filter { $0.path.hasSuffix(".svg") && pictures.isEmpty }
    let documents = files.filter { $0.path.hasSuffix(".pdf") }
    let pages = files.filter { $0.path.hasSuffix(".html") }
    var plain = "\(notice.job)\n\nAs of \(published.manifest.asOf)\n"
    var html = "<h1>\(MailMessage.escaped(notice.job))</h1>\n<p>As of \(published.manifest.asOf)</p>\n"
    for (index, picture) in pictures.enumerated() {
      // Manifests of earlier versions have no descriptions.
      let description = picture.description ?? picture.path
      plain += "\n\(description)\n"
      html += "<p><img src=\"cid:\(index + 1)\" alt=\"\(MailMessage.escaped(description))\"></p>\n"
    }
    let others = files.filter { !$0.path.hasSuffix(".png") }
    if !others.isEmpty {
      plain += "\n" + others.map { "- \($0.path), \($0.bytes) bytes\n" }.joined()
      html += "<ul>\n" + others.map { "<li>\(MailMessage.escaped($0.path)), \($0.bytes) bytes</li>\n" }.joined()
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
      identity: "\(notice.job).\(notice.run).\(published.name)", date: notice.now, plain: plain, html: html,
      parts: parts)
  }

  /// Creates a message about a failure or its end, without results.
  private func report(of notice: DeliveryNotice) -> MailMessage {
    let subject = mail.subject.isEmpty ? notice.job : mail.subject
    var lines = ["\(notice.job): \(notice.eventName)"]
    if notice.failure?.run != notice.run { lines.append("Run \(notice.run) succeeded.") }
    if let failure = notice.failure {
      lines.append("Run \(failure.run) failed: \(failure.code): \(failure.error)")
    }
    let escaped = lines.map(MailMessage.escaped)
    let html = "<h1>\(escaped[0])</h1>\n" + escaped.dropFirst().map { "<p>\($0)</p>\n" }.joined()
    return MailMessage(
      from: mail.from, to: mail.to, subject: "\(subject): \(notice.eventName)",
      identity: "\(notice.job).\(notice.run).\(notice.eventName)", date: notice.now,
      plain: lines.joined(separator: "\n\n") + "\n", html: html, parts: [])
  }
}

extension MailMessage {
  /// Sends the message. Throws `AugerError`: `deliveryRefused` if the server rejects it, and `deliveryFailed` if the
  /// server is not available.
  package func send(by mail: DeliveryTarget.Mail, operation: String) async throws {
    #if Delivery
      let security: MailServer.Security =
        switch mail.security {
        case .none: .none
        case .starttls: .starttls
        case .tls: .tls
        }
      try await SMTPSession.send(
        MailLetter(from: from, to: to, text: text()),
        by: MailServer(
          host: mail.host, port: mail.port, security: security, user: mail.user, password: mail.password,
          timeout: mail.timeout),
        operation: operation)
    #else
      throw AugerError.hasNoDelivery(operation)
    #endif
  }
}
