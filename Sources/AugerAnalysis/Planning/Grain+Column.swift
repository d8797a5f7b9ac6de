import AugerColumns
import AugerMetadata

extension AugerMetadata.Grain {
  /// The column of a grain, which is also the name of the drilldown argument: `Year`.
  var columnName: String { rawValue }

  /// The type of that column.
  var columnType: DataType { self == .day ? .date : .int64 }

  /// Returns the expression for the grain of a date `d`.
  func expression(of d: String, in grains: GrainDefinition) -> String {
    let month = grains.fiscalYearStart
    return switch self {
    // The year of an ISO week can differ from the year of its days.
    case .year where grains.grains.contains(.week): "weekYear(\(d))"
    case .year: month == 1 ? "year(\(d))" : "fiscalYear(\(d), \(month))"
    case .quarter: month == 1 ? "quarter(\(d))" : "fiscalQuarter(\(d), \(month))"
    case .month: "month(\(d))"
    case .week: "week(\(d))"
    case .day: "date(\(d))"
    case .hour: "hour(\(d))"
    }
  }
}
