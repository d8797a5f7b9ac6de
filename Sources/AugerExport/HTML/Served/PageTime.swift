import AugerCharts
import AugerColumns

/// Times on pages, in the language, the format and the time zone of a locale.
package struct PageTime: Sendable {
  let texts: PageTexts
  /// The time zone of the times.
  let zone: String
  private let formatter: ValueFormatter
  private let now: Timestamp?

  /// - Parameter now: The current time, for words such as "5 minutes ago". Nil for a cached page, which has none.
  package init(_ locale: ChartLocale, now: Timestamp? = nil) {
    texts = locale.texts
    zone = locale.timeZone
    formatter = ValueFormatter(.pattern(locale.texts[.momentPattern]), locale: locale)
    self.now = now
  }

  /// Returns the time to the minute, without its time zone.
  package func text(_ time: Timestamp) -> String {
    let whole = Self.whole(time)
    return formatter.text(.timestamp(whole), isInstant: true) ?? "\(whole)".replacing("T", with: " ")
  }

  /// Returns the time with its time zone.
  package func zoned(_ time: Timestamp) -> String { "\(text(time)) (\(zone))" }

  /// Returns the distance from the current time in words. Nil on a cached page.
  func distance(to time: Timestamp) -> String? {
    guard let now else { return nil }
    let (difference, overflow) = time.microseconds.subtractingReportingOverflow(now.microseconds)
    guard !overflow, difference != .min else { return nil }
    let seconds = Int(clamping: abs(difference) / 1_000_000)
    let isPast = difference <= 0
    switch seconds {
    case ..<60: return texts[isPast ? .justNow : .soon]
    case ..<3600: return texts.text(isPast ? .minutesAgo : .inMinutes, count: seconds / 60)
    case ..<86_400: return texts.text(isPast ? .hoursAgo : .inHours, count: seconds / 3600)
    default: return texts.text(isPast ? .daysAgo : .inDays, count: seconds / 86_400)
    }
  }

  /// Writes the time, followed by its distance from the current time.
  func write(_ time: Timestamp, to out: inout SVGBytes) {
    write(time, as: text(time), to: &out)
    guard let distance = distance(to: time) else { return }
    out.raw(" <span class=\"r\">")
    out.escaped(distance)
    out.raw("</span>")
  }

  /// Writes the distance from the current time, with the time as a tooltip. A cached page has only the time.
  func writeDistance(to time: Timestamp, to out: inout SVGBytes) {
    write(time, as: distance(to: time) ?? text(time), title: zoned(time), to: &out)
  }

  private func write(_ time: Timestamp, as text: String, title: String? = nil, to out: inout SVGBytes) {
    out.raw("<time")
    out.attribute("datetime", "\(Self.whole(time))Z")
    if let title { out.attribute("title", title) }
    out.raw(">")
    out.escaped(text)
    out.raw("</time>")
  }

  /// Returns the time without the fraction of its second.
  private static func whole(_ time: Timestamp) -> Timestamp {
    Timestamp(microseconds: time.microseconds - time.microseconds % 1_000_000)
  }
}
