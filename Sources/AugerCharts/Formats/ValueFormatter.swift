import AugerColumns
import AugerDiagnostics

/// Writes values as text by a format, a locale and what the text is for.
public struct ValueFormatter: Sendable {
  /// What a text is for: `Rounded` groups the digits of values, not of categories (years) and series.
  public enum Role: Sendable, Hashable {
    case value
    case category
    case series
  }

  public let format: ValueFormat?
  public let locale: ChartLocale
  public let role: Role

  public init(_ format: ValueFormat?, locale: ChartLocale = ChartLocale(), role: Role = .value) {
    self.format = format
    self.locale = locale
    self.role = role
  }

  /// The text of a value; nil where the format does not fit it.
  public func text(_ value: Scalar) -> String? { value.description }

  /// One text for each row. Where the format does not fit, the plain text, and one counted `formatMismatch`.
  public func texts(_ column: Column, warnings: inout Warnings) -> [String] {
    column.scalars.map(\.description)
  }
}
