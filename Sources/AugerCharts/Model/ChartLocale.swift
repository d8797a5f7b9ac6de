/// The language, conventions and time zone of a chart's texts. Never the system's.
public struct ChartLocale: Sendable, Hashable {
  /// As Unicode names it: `en_US`, `de_CH`.
  public package(set) var identifier: String
  /// IANA name: `UTC`, `Europe/Berlin`. Only instants (timestamps with a zone) are moved into it.
  public package(set) var timeZone: String

  public init(_ identifier: String = "en_US", timeZone: String = "UTC") {
    self.identifier = identifier
    self.timeZone = timeZone
  }
}
