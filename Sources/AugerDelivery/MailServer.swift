/// The address and the credentials of a mail server.
package struct MailServer: Sendable {
  package enum Security: Sendable {
    case none, starttls, tls
  }

  package var host: String
  package var port: Int
  package var security: Security
  package var user: String?
  package var password: String?
  package var timeout: Duration

  package init(
    host: String, port: Int, security: Security, user: String? = nil, password: String? = nil, timeout: Duration
  ) {
    self.host = host
    self.port = port
    self.security = security
    self.user = user
    self.password = password
    self.timeout = timeout
  }
}

/// An email with its envelope: sender, recipients, and the message with headers and CR LF line ends.
package struct MailLetter: Sendable {
  package var from: String
  package var to: [String]
  package var text: String

  package init(from: String, to: [String], text: String) {
    self.from = from
    self.to = to
    self.text = text
  }
}
