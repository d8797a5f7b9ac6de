import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Foundation
import TestSupport
import Testing

/// Recorded DuckDB results of expressions that have the same meaning in both languages. `Scripts/expression-judge.py`
/// records them.
struct JudgedTests {
  private static let file = Shared.repository.appendingPathComponent("Fixtures/Cases/Expressions/judged.txt")

  @Test func expressionsMatchDuckDB() throws {
    let lines = try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.count > 900)
    let decimal = Setting(
      variables: [("d", .scalar(.decimal(Decimal128(unscaled: 1, scale: 0))))])
    for line in lines {
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let result = try decimal.results(parts[0])[0]
      let expected = Self.unquoted(parts[1])
      if let value = Double(expected), let ours = Double(result), parts[1] == expected {
        #expect(abs(value - ours) <= 1e-12 * max(abs(value), 1e-9), "\(parts[0]) gave \(result), DuckDB \(expected)")
      } else {
        #expect(result.utf8.elementsEqual(expected.utf8), "\(parts[0]) gave \(result), DuckDB \(expected)")
      }
    }
  }

  private static func unquoted(_ text: String) -> String {
    // Read Unicode scalars: a combining mark would form one character with the preceding quote.
    guard text.unicodeScalars.first == "'" else { return text }
    var content = String.UnicodeScalarView()
    var isDoubled = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      isDoubled = scalar == "'" && !isDoubled
      if !isDoubled || scalar != "'" { content.append(scalar) }
    }
    return String(content)
  }
}
