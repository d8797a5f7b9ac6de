import Auger
import AugerColumns
import AugerDiagnostics
import Crypto
import Foundation

/// Sends a notice to a URL: a POST with JSON, signed.
///
/// `Auger-Signature: t=1732190000,v1=...` holds the time and the HMAC-SHA256, in hexadecimal digits, of the time, a
/// point and the body; `Auger-Delivery` is the same whenever the same run is sent again.
struct WebhookChannel: DeliveryChannel {
  private let webhook: DeliveryTarget.Webhook

  init(_ webhook: DeliveryTarget.Webhook) { self.webhook = webhook }

  /// The host alone: paths of webhooks are secrets.
  var name: String { "webhook at \(URLComponents(string: webhook.url)?.host ?? "a URL")" }

  func deliver(_ notice: DeliveryNotice) async throws {
    let body = try notice.payload()
    var headers = [
      ("Content-Type", "application/json"), ("User-Agent", "auger"),
      ("Auger-Delivery", FileName.ascii(notice.identity)),
    ]
    if let secret = webhook.secret {
      headers.append(("Auger-Signature", Self.signature(of: body, secret: secret, at: notice.now)))
    }
    let operation = "notify \(name) of job '\(notice.job)'"
    let status = try await WebhookRequest(url: webhook.url, headers: headers, body: body, operation: operation)
      .send(within: webhook.timeout)
    guard !(200..<300).contains(status) else { return }
    let mayPass = status >= 500 || status == 408 || status == 425 || status == 429
    throw AugerError(
      mayPass ? .deliveryFailed : .deliveryRefused, operation: operation, "the server answered with status \(status)")
  }

  static func signature(of body: [UInt8], secret: String, at moment: Timestamp) -> String {
    let time = String(moment.microseconds / 1_000_000)
    let code = HMAC<Crypto.SHA256>.authenticationCode(
      for: Array(time.utf8) + [UInt8(ascii: ".")] + body, using: SymmetricKey(data: Array(secret.utf8)))
    return "t=\(time),v1=\(SnapshotManifest.File.hexadecimal(code))"
  }
}
