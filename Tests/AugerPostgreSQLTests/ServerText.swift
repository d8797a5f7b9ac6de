import AugerColumns
import Foundation

/// Values in the server's text format, for comparison with the values that the adapter reads.
enum ServerText {
  /// Returns true if `found` equals the value that the server wrote as `text`.
  static func agrees(_ found: Scalar, _ text: String?, type: String) -> Bool {
    guard let text else { return found == .null }
    switch found {
    case .null: return false
    case .bool(let value): return text == (value ? "t" : "f")
    case .int(let value): return text == String(value)
    // Without a declared scale, each value has its own scale.
    case .decimal(let value): return type == "numeric" ? Decimal128(text) == value : text == value.description
    case .float(let value):
      if text == "NaN" { return value.isNaN }
      if type == "real" { return Float(text).map { Double($0) } == value }
      return Double(text) == value
    case .date(let value): return text == day(value)
    case .timestamp(let value): return text == moment(value, zone: type.hasSuffix("with time zone") ? "+00" : "")
    case .time(let value): return text == value.description
    case .interval(let value): return interval(value) == text
    case .binary: return text == found.description
    case .string(let value):
      if type.hasSuffix("[]") { return value == json(text, type) }
      return value.utf8.elementsEqual(text.utf8)
    }
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func day(_ value: CivilDate) -> String {
    if !value.isFinite { return value.description }
    let (year, month, day) = value.components
    return "\(padded(year > 0 ? year : 1 - year, 4))-\(padded(month, 2))-\(padded(day, 2))" + (year > 0 ? "" : " BC")
  }

  /// Returns an interval as `1 year 2 mons -3 days +04:05:06.789`. A part has a sign if it differs from the previous
  /// sign.
  private static func interval(_ value: Interval) -> String {
    var parts: [String] = []
    var wasNegative = false
    let units = [(Int(value.months) / 12, "year"), (Int(value.months) % 12, "mon"), (Int(value.days), "day")]
    for (count, unit) in units where count != 0 {
      parts.append((wasNegative && count > 0 ? "+" : "") + "\(count) \(unit)" + (count == 1 ? "" : "s"))
      wasNegative = count < 0
    }
    if value.microseconds != 0 || parts.isEmpty {
      let rest = value.microseconds.magnitude
      let sign = value.microseconds < 0 ? "-" : wasNegative ? "+" : ""
      let clock = [rest / 3_600_000_000, rest / 60_000_000 % 60, rest / 1_000_000 % 60].map { padded(Int($0), 2) }
      var text = sign + clock.joined(separator: ":")
      if rest % 1_000_000 != 0 {
        text += "." + padded(Int(rest % 1_000_000), 6)
        while text.hasSuffix("0") { text.removeLast() }
      }
      parts.append(text)
    }
    return parts.joined(separator: " ")
  }

  private static func moment(_ value: Timestamp, zone: String) -> String {
    if !value.isFinite { return value.description }
    let date = day(value.date)
    let text = value.description
    let time = text[text.index(after: text.lastIndex(of: "T") ?? text.startIndex)...]
    return date.hasSuffix(" BC") ? "\(date.dropLast(3)) \(time)\(zone) BC" : "\(date) \(time)\(zone)"
  }

  /// Converts an array in the server's format, `{1,NULL,"a,b"}`, to JSON without spaces.
  private static func json(_ text: String, _ type: String) -> String {
    var result = ""
    var scalars = Array(text.unicodeScalars)[...]
    func literal(_ value: String, wasQuoted: Bool) -> String {
      if !wasQuoted, value == "NULL" { return "null" }
      if type.hasPrefix("int") || (type.hasPrefix("numeric") && value != "NaN") { return value }
      return "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "{": result += "["
      case "}": result += "]"
      case ",": result += ","
      case "\"":
        var value = ""
        while let next = scalars.popFirst(), next != "\"" {
          value.unicodeScalars.append(next == "\\" ? scalars.popFirst() ?? next : next)
        }
        result += literal(value, wasQuoted: true)
      default:
        var value = String(scalar)
        while let next = scalars.first, next != ",", next != "}" {
          value.unicodeScalars.append(next)
          scalars.removeFirst()
        }
        result += literal(value, wasQuoted: false)
      }
    }
    return result
  }
}
