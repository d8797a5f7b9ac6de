import AugerColumns

// Reads and writes axis options in the syntax of metadata and the command line.
extension AxisOptions {
  /// The options that are a string each.
  package enum Part: String, Sendable, CaseIterable {
    case range, padding, ticks, crossing, gaps, minorTicks, width, labelClipping, side

    /// The expected syntax, for messages: `two ends ...`.
    package var expectation: String {
      switch self {
      case .range: "two ends with '..' between them, as in '0..100', '2024-01-01..2024-12-31' or '0..'"
      case .padding: "a share from 0 to 10, as in '0.1'"
      case .ticks:
        "points with commas between them, as in '0, 50, 100', or 'every 25', 'every 3 months', 'every week from "
          + "2024-01-01'"
      case .crossing: "a number, a date or a moment"
      case .gaps:
        "ranges with commas between them, as in '200..800', '2024-12-24..2024-12-31', '2024-12-25', 'weekends' or "
          + "'every day from 2024-01-01 18:00 for 14 hours'"
      case .minorTicks: "'auto', or points as for ticks, as in 'every 5' or 'every month'"
      case .width: "a length in points from 0 to 1000, as in '60'"
      case .labelClipping: "'low', 'high' or 'both'"
      case .side: "'left', 'right', 'top' or 'bottom'"
      }
    }
  }

  /// Sets an option from its string. Returns false and changes nothing if the string is invalid.
  package mutating func set(_ part: Part, _ text: String) -> Bool {
    switch part {
    case .range:
      guard let (lower, upper) = Self.ends(text), lower != nil || upper != nil else { return false }
      (self.lower, self.upper) = (lower, upper)
    case .padding:
      guard let share = Self.point(text)?.doubleValue, (0...10).contains(share) else { return false }
      padding = share
    case .ticks:
      guard let ticks = AxisTicks(text) else { return false }
      self.ticks = ticks
    case .crossing:
      guard let point = Self.point(text) else { return false }
      crossing = point
    case .gaps:
      let gaps = text.split(separator: ",", omittingEmptySubsequences: false).map { Self.gap(String($0)) }
      let read = gaps.compactMap(\.self)
      guard read.count == gaps.count else { return false }
      self.gaps = read
    case .minorTicks:
      if Self.trimmed(text).lowercased() == "auto" {
        minorTicks = .automatic
      } else {
        guard let ticks = AxisTicks(text) else { return false }
        minorTicks = .chosen(ticks)
      }
    case .width:
      guard let points = Self.point(text)?.doubleValue, (0...1000).contains(points) else { return false }
      width = points
    case .labelClipping:
      guard let clipping = AxisLabelClipping(rawValue: Self.trimmed(text).lowercased()) else { return false }
      labelClipping = clipping
    case .side:
      guard let side = AxisSide(rawValue: Self.trimmed(text).lowercased()) else { return false }
      self.side = side
    }
    return true
  }

  /// Returns a finite float, a date or a timestamp; nil for any other string.
  package static func point(_ text: String) -> Scalar? {
    let text = trimmed(text)
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
    if isPlain, let number = Double(text) { return number.isFinite ? .float(number) : nil }
    if case .date(let date)? = Scalar(text: text, type: .date), date.isFinite { return .date(date) }
    if case .timestamp(let moment)? = Scalar(text: text, type: .timestamp(zone: nil)), moment.isFinite {
      return .timestamp(moment)
    }
    return nil
  }

  /// Returns the text that `point` parses.
  package static func text(of point: Scalar) -> String {
    if case .float(let number) = point { NumberText.shortest(number) } else { point.description }
  }

  package static func trimmed(_ text: String) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let bytes = text.utf8.drop(while: isSpace).reversed().drop(while: isSpace).reversed()
    return String(decoding: Array(bytes), as: UTF8.self)
  }

  /// Returns both ends, each of which is optional. Nil if they have different types or are not ascending.
  private static func ends(_ text: String) -> (Scalar?, Scalar?)? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let (first, second) = (trimmed(String(text[..<dots.lowerBound])), trimmed(String(text[dots.upperBound...])))
    let (lower, upper) = (point(first), point(second))
    guard first.isEmpty || lower != nil, second.isEmpty || upper != nil else { return nil }
    if let low = lower?.axisNumber, let high = upper?.axisNumber {
      guard low.isTemporal == high.isTemporal, low.number < high.number || lower == upper && low.isTemporal else {
        return nil
      }
    }
    return (lower, upper)
  }

  private static func gap(_ text: String) -> AxisGap? {
    let trimmed = trimmed(text)
    if trimmed.lowercased() == "weekends" { return .weekends }
    if case .date(let day)? = point(trimmed) { return .day(day) }
    if trimmed.lowercased().hasPrefix("every") { return AxisGap(every: trimmed) }
    guard case (let lower?, let upper?)? = ends(text) else { return nil }
    return .range(lower, upper)
  }
}

extension AxisGap {
  /// Parses `every week from 2024-01-06 for 2 days`; nil for any other string.
  package init?(every text: String) {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map { $0.lowercased() }
    guard words.first == "every", let from = words.firstIndex(of: "from"), let length = words.firstIndex(of: "for"),
      from < length, let step = AxisStep(Array(words[1..<from])), let size = AxisStep(Array(words[(length + 1)...])),
      let anchor = AxisOptions.point(words[(from + 1)..<length].joined(separator: " ").uppercased()),
      AxisRepeat(step, anchor: anchor, length: size) != nil
    else { return nil }
    self = .every(step, anchor: anchor, length: size)
  }

  /// The text that was parsed: `every week from 2024-01-06 for 2 days`. Nil for other gaps.
  package var repetition: String? {
    guard case .every(let step, let anchor, let length) = self else { return nil }
    return "every \(step.text) from \(AxisOptions.text(of: anchor)) for \(length.text)"
  }
}

extension AxisTicks {
  /// Parses `0, 50, 100` or `every 3 months from 2024-02-01`; nil for any other string.
  package init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "\t" || $0 == "\n" }.map(String.init)
    guard words.first?.lowercased() == "every" else {
      let points = text.split(separator: ",", omittingEmptySubsequences: false).map { AxisOptions.point(String($0)) }
      let values = points.compactMap(\.self)
      guard values.count == points.count, values.count <= Self.most else { return nil }
      self = .values(values)
      return
    }
    var rest = words.dropFirst()
    var anchor: Scalar?
    if let from = rest.firstIndex(where: { $0.lowercased() == "from" }) {
      guard let point = AxisOptions.point(rest[(from + 1)...].joined(separator: " ")) else { return nil }
      anchor = point
      rest = rest[..<from]
    }
    guard let step = AxisStep(rest.map { $0.lowercased() }) else { return nil }
    self = .every(step, anchor: anchor)
  }

  /// Maximum number of ticks. More would not help a reader.
  static let most = 500
}

extension AxisStep {
  private static let units: [(name: String, step: AxisStep)] = [
    ("second", .microseconds(Timestamp.microsecondsPerSecond)),
    ("minute", .microseconds(60 * Timestamp.microsecondsPerSecond)),
    ("hour", .microseconds(3600 * Timestamp.microsecondsPerSecond)),
    ("day", .microseconds(Timestamp.microsecondsPerDay)), ("week", .microseconds(7 * Timestamp.microsecondsPerDay)),
    ("month", .months(1)), ("quarter", .months(3)), ("year", .months(12)),
  ]

  /// Parses `25`, `month` or `3 months`.
  package init?(_ words: [String]) {
    guard let first = words.first, words.count <= 2 else { return nil }
    let number = AxisOptions.point(first)?.doubleValue
    if words.count == 1, let number {
      guard number > 0 else { return nil }
      self = .number(number)
      return
    }
    guard words.count == 1 || number != nil, let name = words.last,
      let unit = Self.units.first(where: { name == $0.name || name == $0.name + "s" })?.step,
      let count = Int(exactly: number ?? 1), (1...100_000).contains(count)
    else { return nil }
    switch unit {
    case .microseconds(let size): self = .microseconds(size * Int64(count))
    case .months(let months): self = .months(months * count)
    case .number: return nil
    }
  }

  /// The text that was parsed: `3 months`.
  package var text: String {
    switch self {
    case .number(let step): return NumberText.shortest(step)
    case .months(let months):
      let (count, unit) = months % 12 == 0 ? (months / 12, "year") : (months, "month")
      return count == 1 ? unit : "\(count) \(unit)s"
    case .microseconds(let size):
      for (name, step) in Self.units.reversed() {
        guard case .microseconds(let unit) = step, size % unit == 0 else { continue }
        return size == unit ? name : "\(size / unit) \(name)s"
      }
      return "\(size) microseconds"
    }
  }
}

extension Scalar {
  /// The number on an axis: the number itself, or microseconds since 1970.
  package var axisNumber: (number: Double, isTemporal: Bool)? {
    switch self {
    case .date(let date): (Double(date.days) * Double(Timestamp.microsecondsPerDay), true)
    case .timestamp(let moment): (Double(moment.microseconds), true)
    default: doubleValue.map { ($0, false) }
    }
  }
}
