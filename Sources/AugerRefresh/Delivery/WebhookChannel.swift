import AugerColumns
import AugerDiagnostics
import AugerQuery
import Crypto
import Foundation

/// Sends a notice to a URL: a POST with JSON, signed.
///
/// `Auger-Signature: t=1732190000,v1=...` holds the time and the HMAC-SHA256, in hexadecimal digits, of the time, a
/// point and the body; `Auger-Delivery` is the same whenever the same run is told of.
struct WebhookChannel: DeliveryChannel {
  private let webhook: DeliveryTarget.Webhook

  init(_ webhook: DeliveryTarget.Webhook) { self.webhook = webhook }

  /// The host alone: paths of webhooks are secrets.
  var name: String { "webhook at \(URLComponents(string: webhook.url)?.host ?? "a URL")" }

  func deliver(_ notice: DeliveryNotice) async throws {
    let body = try notice.payload()
    var headers = [
      ("Content-Type", "application/json"), ("User-Agent", "auger"), ("Auger-Delivery", ByteText.safe(notice.identity)),
    ]
    if let secret = webhook.secret {
      headers.append(("Auger-Signature", Self.signature(of: body, secret: secret, at: notice.now)))
    }
    let operation = "tell \(name) of job '\(notice.job)'"
    let control = RunControl()
    let all = headers
    let status = try await Workers.blocking(control) {
      try HTTPPost(url: webhook.url, headers: all, body: body).send(operation, within: webhook.timeout, control)
    }
    guard !(200..<300).contains(status) else { return }
    let mayPass = status >= 500 || status == 408 || status == 425 || status == 429
    throw AugerError(
      mayPass ? .deliveryFailed : .deliveryRefused, operation: operation, "the server answered with status \(status)")
  }

  static func signature(of body: [UInt8], secret: String, at moment: Timestamp) -> String {
    let time = String(moment.microseconds / 1_000_000)
    let code = HMAC<SHA256>.authenticationCode(
      for: Array(time.utf8) + [UInt8(ascii: ".")] + body, using: SymmetricKey(data: Array(secret.utf8)))
    return "t=\(time),v1=\(SnapshotManifest.File.hexadecimal(code))"
  }
}

/// One request of HTTP/1.1, of whose answer the status is all that counts. Redirections are not followed: what is
/// signed is for one server.
struct HTTPPost {
  var url: String
  var headers: [(String, String)]
  var body: [UInt8]

  /// The status of the answer. Blocks.
  func send(_ operation: String, within timeout: Duration, _ control: RunControl) throws(AugerError) -> Int {
    guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty else {
      throw AugerError(.deliveryRefused, operation: operation, "the URL has no host")
    }
    if let port = parts.port, !(1...65_535).contains(port) {
      throw AugerError(.deliveryRefused, operation: operation, "there is no port \(port)", hint: "ports: 1 to 65535")
    }
    let isSecure = parts.scheme?.lowercased() == "https"
    let name = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let wire = try Wire(
      operation, host: name, port: parts.port ?? (isSecure ? 443 : 80), within: timeout, control)
    if isSecure { try wire.secure(host: name) }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    var lines = ["POST \(path)\(parts.percentEncodedQuery.map { "?" + $0 } ?? "") HTTP/1.1"]
    lines.append("Host: \(host)\(parts.port.map { ":\($0)" } ?? "")")
    lines += headers.map { "\($0.0): \($0.1)" }
    lines += ["Content-Length: \(body.count)", "Connection: close", "", ""]
    try wire.write(Array(lines.joined(separator: "\r\n").utf8) + body)
    return try HTTPAnswer.status(operation) { () throws(AugerError) in try wire.read() }
  }
}
