import Auger
import AugerDiagnostics
import Foundation

#if Delivery
  import AugerDelivery
#endif

/// A channel that sends each notice to a URL: a signed POST request with JSON.
///
/// `Auger-Signature` contains the time and a signature of time and body (`WebhookRequest.signature`).
/// `Auger-Delivery` does not change when the same notice is sent again.
struct WebhookChannel: DeliveryChannel {
  private let webhook: DeliveryTarget.Webhook

  init(_ webhook: DeliveryTarget.Webhook) { self.webhook = webhook }

  /// The name for logs. It contains only the host, because paths of webhooks are secrets.
  var name: String { "webhook at \(URLComponents(string: webhook.url)?.host ?? "a URL")" }

  func deliver(_ notice: DeliveryNotice) async throws {
    let operation = "notify \(name) of job '\(notice.job)'"
    #if Delivery
      let body = try notice.payload()
      var headers = [
        ("Content-Type", "application/json"), ("User-Agent", "auger"),
        ("Auger-Delivery", FileName.ascii(notice.identity)),
      ]
      if let secret = webhook.secret {
        headers.append(WebhookRequest.signature(of: body, secret: secret, at: notice.now.microseconds / 1_000_000))
      }
      let status = try await WebhookRequest(url: webhook.url, headers: headers, body: body, operation: operation)
        .send(within: webhook.timeout)
      guard !(200..<300).contains(status) else { return }
      let mayPass = status >= 500 || status == 408 || status == 425 || status == 429
      throw AugerError(
        mayPass ? .deliveryFailed : .deliveryRefused, operation: operation, "the server answered with status \(status)")
    #else
      throw AugerError.hasNoDelivery(operation)
    #endif
  }
}
