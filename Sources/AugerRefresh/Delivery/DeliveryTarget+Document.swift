import Auger
import AugerDiagnostics
import AugerDocuments
import Foundation

extension DeliveryTarget {
  /// Reads `webhook:` and `email:` of a job's `publish:`.
  static func targets(_ publish: inout DocumentReader) -> [DeliveryTarget] {
    var targets: [DeliveryTarget] = []
    if var reader = publish.mapping("webhook", as: "'webhook'") {
      if let webhook = Webhook(&reader) { targets.append(.webhook(webhook)) }
      reportIfNotSent(reader, "webhooks")
      reader.finish()
    }
    if var reader = publish.mapping("email", as: "'email'") {
      if let mail = Mail(&reader) { targets.append(.mail(mail)) }
      reportIfNotSent(reader, "e-mails")
      reader.finish()
    }
    return targets
  }

  /// Warns if this build omits the trait `Delivery` and cannot send notices. Other builds may run the same job.
  private static func reportIfNotSent(_ reader: DocumentReader, _ what: String) {
    #if !Delivery
      reader.collector.report(
        Diagnostic(
          .deliveryRefused, level: .warning, "this build does not send \(what)", at: reader.place,
          hint: AugerError.deliveryHint))
    #endif
  }
}

extension DeliveryTarget.Webhook {
  fileprivate init?(_ reader: inout DocumentReader) {
    let node = reader.value("url")
    let url = reader.string("url")
    let secret = reader.string("secret")
    let timeout = reader.duration("timeout")
    guard let node, let url else { return nil }
    guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
      // The path of a webhook is a secret.
      var place = node.place
      place.isSecret = true
      reader.collector.report(
        Diagnostic(.wrongValue, "the URL of a webhook must begin with http or https", at: place))
      return nil
    }
    if let port = URLComponents(string: url)?.port, !(1...65_535).contains(port) {
      var place = node.place
      place.isSecret = true
      reader.collector.report(
        Diagnostic(
          .wrongValue, "the URL of a webhook has no port \(port)", at: place, hint: "Use a port from 1 to 65535."))
      return nil
    }
    if let secretNode = reader.value("secret"), secret?.isEmpty == true {
      reader.reject(secretNode, "the secret is empty", hint: "Check that the environment variable is set.")
      return nil
    }
    self.init(url: url, secret: secret, timeout: timeout ?? Self.standardTimeout)
  }
}

extension DeliveryTarget.Mail {
  fileprivate init?(_ reader: inout DocumentReader) {
    let host = reader.string("host")
    let port = reader.int("port")
    let security = reader.choice("security", of: Security.allCases.map { ($0.rawValue, $0) })
    let (user, password) = (reader.string("user"), reader.string("password"))
    let fromNode = reader.value("from")
    let from = reader.string("from")
    let to = reader.texts("to")
    let subject = reader.string("subject")
    let timeout = reader.duration("timeout")
    var isGood = true
    for (text, node) in (to ?? []) + (fromNode.flatMap { node in from.map { [($0, node)] } } ?? [])
    where !MailMessage.isAddress(text) {
      reader.reject(node, "'\(text)' is not an e-mail address", hint: "Write an address such as name@example.org.")
      isGood = false
    }
    guard isGood, let host, let from, let to, !to.isEmpty else { return nil }
    self.init(
      host: host, port: port, security: security ?? .starttls, user: user, password: password, from: from,
      to: to.map(\.text), subject: subject ?? "", timeout: timeout ?? .seconds(30))
  }
}
