import AugerColumns

/// Writes the texts of one column's values, row by row.
package struct ColumnTexts {
  private let formatter: ValueFormatter
  private let column: Column
  private let isInstant: Bool
  private let pattern: NumberPattern?
  private let short: (_ row: Int) -> ShortDecimal?
  private var digits = DecimalDigits()

  package init(_ formatter: ValueFormatter, _ column: Column) {
    self.formatter = formatter
    self.column = column
    isInstant = column.isInstant
    pattern = formatter.pattern
    short = ShortDecimal.reading(column)
  }

  /// Appends the text of a row's value; false where the format does not fit, and its text is the plain one.
  @discardableResult
  package mutating func append(_ row: Int, to out: inout [UInt8]) -> Bool {
    // Most values need no scalar.
    if let pattern, let short = short(row), !formatter.keepsSmall || short.isOneOrMore, pattern.append(short, to: &out)
    {
      return true
    }
    let value = column[row]
    if formatter.append(value, isInstant: isInstant, &digits, to: &out) { return true }
    out += value.description.utf8
    return false
  }
}
