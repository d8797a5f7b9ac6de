import AugerColumns

/// Dates as variables write them: `date(2000,12,30)`, `datetime(2000,12,30,23,59,0)` (guide, "Variables").
enum DateCall {
  /// Nil for any other text, and for days that there are not.
  static func parse(_ text: String) -> Scalar? {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
    let name = String(text[..<open]).trimmed.lowercased()
    guard name == "date" || name == "datetime" else { return nil }
    let parts = text[text.index(after: open)...].dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part -> Int? in
      let digits = String(part).trimmed
      return !digits.isEmpty && digits.utf8.count <= 6 && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        ? Int(digits) : nil
    }
    guard numbers.count == parts.count, numbers.count == 3 || (name == "datetime" && numbers.count == 6),
      let date = CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])
    else { return nil }
    guard numbers.count == 6 else { return .date(date) }
    let padded = numbers[3...].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return Scalar(text: "\(date)T\(padded.joined(separator: ":"))", type: .timestamp(zone: nil))
  }
}
