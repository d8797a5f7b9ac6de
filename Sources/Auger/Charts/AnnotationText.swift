import AugerCharts
import AugerDiagnostics
import AugerMetadata
import AugerQuery

/// Parses an annotation on a command line: `value=100..120 category=North color=red: Target`.
enum AnnotationText {
  private static let keys = ["value", "category", "color"]

  static func parse(_ text: String) throws -> AnnotationDefinition {
    func refuse(_ reason: String) -> AugerError {
      AugerError(
        .wrongOptionValue, operation: "read --annotation", "'\(text)' \(reason)",
        hint:
          "write 'value=100: Target', 'category=2024-03-01..2024-04-01: Holidays' or 'value=10 category=North: Here'")
    }
    let end = text.firstRange(of: ": ")
    var annotation = AnnotationDefinition(end.map { String(text[$0.upperBound...]) } ?? "")
    // A key starts a part, which ends at the next key: categories may contain spaces.
    var parts: [(key: String, value: String)] = []
    for word in text[..<(end?.lowerBound ?? text.endIndex)].parts(at: " ") {
      if let (key, value) = word.parted(at: "="), keys.contains(String(key)) {
        parts.append((String(key), String(value)))
      } else if parts.isEmpty {
        throw refuse("does not begin with a value or category")
      } else {
        parts[parts.count - 1].value += " " + word
      }
    }
    for (key, value) in parts {
      let ends = value.firstRange(of: "..").map { [String(value[..<$0.lowerBound]), String(value[$0.upperBound...])] }
      switch key {
      case "value":
        let numbers = (ends ?? [value]).map { Double($0) }
        guard let first = numbers.first ?? nil, numbers.allSatisfy({ $0?.isFinite ?? false }) else {
          throw refuse("has a value that is not a number")
        }
        annotation.value = first
        annotation.endValue = numbers.count > 1 ? numbers[1] : nil
      case "category":
        annotation.category = ends?[0] ?? value
        annotation.endCategory = ends?[1]
      default:
        guard Theme.Color(named: value, in: .light) != nil else { throw refuse("has an invalid color") }
        annotation.color = value
      }
    }
    guard annotation.value != nil || annotation.category != nil else {
      throw refuse("has neither a value nor a category")
    }
    return annotation
  }
}
