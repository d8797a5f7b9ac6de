/// A receiver that a job notifies when its results are published, when it fails and when it recovers.
package enum DeliveryTarget: Sendable, Hashable {
  case webhook(Webhook)
  case mail(Mail)

  /// A URL that receives a POST request with a notice as JSON.
  package struct Webhook: Sendable, Hashable {
    package var url: String
    /// The secret that signs the requests. Nil means that they are unsigned.
    package var secret: String?
    package var timeout: Duration = Self.standardTimeout

    package static let standardTimeout: Duration = .seconds(10)
  }

  /// An email that shows the pictures of the snapshot in its text.
  package struct Mail: Sendable, Hashable {
    package enum Security: String, Sendable, CaseIterable {
      case none, starttls, tls
    }

    package var host: String
    package var port: Int
    package var security: Security
    package var user: String?
    package var password: String?
    package var from: String
    package var to: [String]
    package var subject: String
    package var timeout: Duration

    package init(
      host: String, port: Int? = nil, security: Security = .starttls, user: String? = nil, password: String? = nil,
      from: String, to: [String], subject: String, timeout: Duration = .seconds(30)
    ) {
      self.host = host
      self.port = port ?? (security == .tls ? 465 : security == .starttls ? 587 : 25)
      self.security = security
      self.user = user
      self.password = password
      self.from = from
      self.to = to
      self.subject = subject
      self.timeout = timeout
    }
  }

  var channel: any DeliveryChannel {
    switch self {
    case .webhook(let webhook): WebhookChannel(webhook)
    case .mail(let mail): MailChannel(mail)
    }
  }
}
