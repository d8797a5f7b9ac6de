import AugerColumns

/// Writes the formatted values of one column, row by row.
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

  /// Appends the formatted value of a row. If the format does not fit, appends the plain value and returns false.
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
