/// Words that mark a row of totals, such as `Total` or `Summe`.
package enum TotalsWord {
  private static let words: Set<String> = [
    "total", "totals", "grand total", "sum", "overall", "all", "gesamt", "gesamtsumme", "summe", "insgesamt", "totale",
    "totaal", "total general", "total général", "suma", "celkem", "razem", "итого", "合計", "总计", "both", "both sexes",
    "all ages", "world",
  ]

  /// Returns true if a string is one of the words. Case, colons, asterisks and additional spaces do not matter.
  package static func isTotal(_ text: String) -> Bool { words.contains(normalized(text)) }

  /// Returns a string without the differences that do not matter.
  package static func normalized(_ text: String) -> String {
    text.lowercased().filter { $0 != ":" && $0 != "*" }.split(separator: " ").joined(separator: " ")
  }
}
