/// The language, conventions and time zone of a chart's texts. They never depend on system settings.
public struct ChartLocale: Sendable, Hashable {
  /// The Unicode identifier: `en_US`, `de_CH`.
  public package(set) var identifier: String
  /// The IANA name: `UTC`, `Europe/Berlin`. Only instants (timestamps with a zone) are converted to it.
  public package(set) var timeZone: String

  /// Creates a locale. The defaults are American English and UTC.
  public init(_ identifier: String = "en_US", timeZone: String = "UTC") {
    self.identifier = identifier
    self.timeZone = timeZone
  }
}
