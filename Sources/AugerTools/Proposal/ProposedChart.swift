import AugerColumns

/// A chart of a proposed dashboard.
struct ProposedChart {
  var name: String
  var title: String
  var type: String
  var query = ""
  var category = ""
  var categoryTitle = ""
  var categoryAttributes = ""
  var attributes = ""
  /// The levels of a trend, coarsest first. They replace the query.
  var levels: [(query: String, column: String, title: String, format: String)] = []
  var series: ProposedStar.Dimension?
  var measures: [ProposedMeasure] = []
  /// Columns of rows: name, title and format.
  var values: [(String, String, String)] = []

  init(_ name: String, _ title: String, type: String) {
    (self.name, self.title, self.type) = (name, title, type)
  }
}

/// The range of the dates, and a suitable grain.
struct ProposedSpan {
  let days: Int
  let grain: String

  /// Returns nil if a range of more than a thousand years indicates an error in the data.
  init?(_ column: SurveyedTable.Column, usual: ClosedRange<CivilDate>?) {
    guard let first = usual?.lowerBound ?? CivilDate(of: column.minimum),
      let last = usual?.upperBound ?? CivilDate(of: column.maximum)
    else { return nil }
    days = Int(last.days) - Int(first.days) + 1
    guard days < 400_000 else { return nil }
    grain =
      switch days {
      case 11_000...: "Year"
      case 4600...: "Quarter"
      case 250...: "Month"
      case 93...: "Week"
      default: "Day"
      }
  }

  /// The next finer grain, if the dates have more values than this one.
  func finer(in column: SurveyedTable.Column) -> String? {
    guard column.distinct > count * 3 / 2 else { return nil }
    return switch grain {
    case "Year": "Quarter"
    case "Quarter": "Month"
    case "Month", "Week": "Day"
    default: nil
    }
  }

  /// The number of periods.
  var count: Int {
    switch grain {
    case "Year": days / 365 + 1
    case "Quarter": days / 91 + 1
    case "Month": days / 30 + 1
    case "Week": days / 7 + 1
    default: days
    }
  }

  var format: String { Self.format(grain) }

  static func format(_ grain: String) -> String {
    switch grain {
    case "Year": "pattern:yyyy"
    case "Quarter", "Month": "pattern:MMM yyyy"
    default: "pattern:MMM d"
    }
  }
}
