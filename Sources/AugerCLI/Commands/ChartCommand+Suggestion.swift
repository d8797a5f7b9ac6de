import Auger
import AugerAnalysis
import AugerColumns
import AugerExpressions
import AugerMetadata
import AugerQuery

extension ChartCommand {
  /// Shows the dates of a suggested category by its grain or in the order of the calendar, up to the last period that
  /// the data cover.
  func show(_ suggestion: ChartSuggestion, in request: inout ChartRequest) throws {
    let column = request.category
    if let grain = suggestion.grain { request.category = "StartOf(\(column), '\(grain)')" }
    if let calendar = suggestion.calendar {
      request.derive.append(.init(calendar.name, try Expression.parse(calendar.expression)))
      request.category = Expression.reference(to: calendar.name)
    }
    request.categoryFormat = suggestion.categoryFormat
    guard value.isEmpty, let end = suggestion.incompleteEnd, let grain = suggestion.grain else { return }
    let date = end.components
    request.filters.append("\(column) < Date(\(date.year), \(date.month), \(date.day)) or \(column) is null")
    common.reporting.note(
      .chosen,
      "left out: the last \(grain), from \(end), of which the data cover less than half. "
        + "--category \(ShellWord.quoted(request.category)) shows it")
  }

  /// Reports the option that shows something else, if the choice of the value is not certain.
  func note(_ suggestion: ChartSuggestion) {
    guard !suggestion.alternatives.isEmpty else { return }
    let options = suggestion.alternatives.map { "--value \(ShellWord.quoted($0.expression))" }
    common.reporting.note(
      .chosen,
      (suggestion.value == nil ? "counted rows" : "averaged a column that may add up")
        + ". To show another value: " + options.joined(separator: " or "))
  }
}

extension ChartRequest {
  /// Names the value of a suggestion, and the number of categories that its limit was chosen from.
  ///
  /// - Parameter isWhole: True if the suggestion has the category and the series too.
  mutating func name(_ suggestion: ChartSuggestion, isWhole: Bool) {
    guard values.count == 1, !type.makesCategories else { return }
    valueTitles = [suggestion.titles.value]
    guard isWhole else { return }
    title = suggestion.titles.whole
    if let categoryLimit, let count = suggestion.categoryCount, categoryLimit < count {
      title? += ": top \(categoryLimit) of \(count)"
    }
  }
}

/// Words of a command line.
enum ShellWord {
  /// The text as it stands if it has no character of meaning for a shell, otherwise between single quotes.
  static func plain(_ text: String) -> String {
    let others = "/._-+:@%=,".unicodeScalars
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || others.contains(scalar)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// The text between single quotes.
  static func quoted(_ text: String) -> String { "'" + text.replacingBytes("'", with: "'\\''") + "'" }
}
