import HTTPTypes

/// The header field names that HTTPTypes does not define.
extension HTTPField.Name {
  /// A second `Host` field, in addition to the authority.
  static let repeatedHost = constant("Host")
  static let lastEventID = constant("Last-Event-ID")
  static let accelBuffering = constant("X-Accel-Buffering")
  static let secFetchSite = constant("Sec-Fetch-Site")
  static let contentTypeOptions = constant("X-Content-Type-Options")
  static let referrerPolicy = constant("Referrer-Policy")
  static let crossOriginResourcePolicy = constant("Cross-Origin-Resource-Policy")
  static let crossOriginOpenerPolicy = constant("Cross-Origin-Opener-Policy")
  static let contentLocation = constant("Content-Location")
  static let augerAsOf = constant("Auger-As-Of")
  static let augerAge = constant("Auger-Age")
  static let augerStale = constant("Auger-Stale")
  static let prefersColorScheme = constant("Sec-CH-Prefers-Color-Scheme")
  static let viewportWidth = constant("Sec-CH-Viewport-Width")
  static let acceptCH = constant("Accept-CH")
  static let criticalCH = constant("Critical-CH")
  static let protocolVersion = constant("MCP-Protocol-Version")

  /// Returns the field name. An invalid name would fall back to `Server`, which a test would detect.
  private static func constant(_ name: String) -> Self { Self(name) ?? .server }
}
