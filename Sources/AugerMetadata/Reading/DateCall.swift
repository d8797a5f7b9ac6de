import AugerColumns

/// The date syntax of variables: `date(2000,12,30)`, `date(2000,12,30,23,59,0)`, or `datetime` with the same parts
/// (guide, "Variables" and "Runtime Functions": Date accepts three to six parts).
package enum DateCall {
  /// Returns nil for any other text, and for days and times that do not exist.
  package static func parse(_ text: String) -> Scalar? {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let name = String(text[..<open]).trimmed.lowercased()
    guard name == "date" || name == "datetime" else { return nil }
    let parts = text[text.index(after: open)...].dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      let digits = String(part).trimmed
      return !digits.isEmpty && digits.utf8.count <= 6 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? Int(digits) : nil
    }
    guard numbers.count == parts.count, (3...6).contains(numbers.count),
      let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    else { return nil }
    if numbers.count == 3 { return .date(date) }
    let clock = numbers[3...] + [Int](repeating: 0, count: 6 - numbers.count)
    guard clock[3] < 24, clock[4] < 60, clock[5] < 60 else { return nil }
    return .timestamp(Timestamp(date, hour: clock[3], minute: clock[4], second: clock[5]))
  }
}
