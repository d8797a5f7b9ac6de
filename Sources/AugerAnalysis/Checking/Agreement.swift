import AugerCharts
import AugerColumns
import AugerMetadata

/// The result of a type check between an argument and a parameter.
enum Agreement {
  case always
  /// Valid for some values, or some numbers of values.
  case sometimes
  case never
}

extension DataType {
  /// Returns whether values of this type convert to another without loss: the behavior of `Scalar.converted(to:)` for
  /// all values of the type.
  func agreement(with other: DataType) -> Agreement {
    switch (self, other) {
    case (.decimal(let precision, let scale), .decimal(let widest, let otherScale)):
      scale <= otherScale && precision - scale <= widest - otherScale ? .always : .sometimes
    case _ where Self.isOneKind(self, other): .always
    case (_, .string), (.bool, .int64), (.int64, .float64), (.decimal, .float64), (.date, .timestamp): .always
    case (.int64, .decimal(let precision, let scale)): precision - scale >= 19 ? .always : .sometimes
    case (.string, _), (.int64, .bool), (.float64, .int64), (.float64, .decimal), (.decimal, .int64),
      (.timestamp, .date):
      .sometimes
    default: .never
    }
  }

  private static func isOneKind(_ a: DataType, _ b: DataType) -> Bool {
    if case (.timestamp, .timestamp) = (a, b) { return true }
    return a == b
  }
}

extension QuerySignature.Use {
  /// Returns whether a selection or a filter can provide the argument for this use.
  func agreement(with origin: DrillContract.Argument.Origin) -> Agreement {
    switch (self, origin) {
    case (.value, .filter(.picklist)): .sometimes
    case (.soleValue, .filter), (.value, .filter(.range)), (.list, .filter(.range)): .never
    case (.ends, .filter(.picklist)), (.range, .filter(.picklist)): .never
    case (.range, .category), (.range, .series): .never
    default: .always
    }
  }
}
