/// Whom a job tells that its results were published.
public enum DeliveryTarget: Sendable, Hashable {
  case webhook(Webhook)
  case mail(Mail)

  /// A URL that gets a POST with a notice as JSON.
  public struct Webhook: Sendable, Hashable {
    public var url: String
    /// Signs what is sent; nil sends it unsigned.
    public var secret: String?
    public var timeout: Duration

    public static let standardTimeout: Duration = .seconds(10)

    public init(url: String, secret: String? = nil, timeout: Duration = Self.standardTimeout) {
      self.url = url
      self.secret = secret
      self.timeout = timeout
    }
  }

  /// An e-mail with the pictures of the snapshot in its text.
  public struct Mail: Sendable, Hashable {
    public enum Security: String, Sendable, CaseIterable {
      case none, starttls, tls
    }

    public var host: String
    public var port: Int
    public var security: Security
    public var user: String?
    public var password: String?
    public var from: String
    public var to: [String]
    public var subject: String
    public var timeout: Duration

    public init(
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
