import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerMetadata
import AugerQuery

/// The chart that `auger chart FILE` shows: open parts of a request are chosen from the data of its table.
package struct ChartChoice: Sendable {
  /// The request with its category, values and type.
  package private(set) var request: ChartRequest
  /// Sentences that explain the choice.
  package private(set) var notes: [String] = []
  /// True if the value was chosen automatically, so that its numbers get a readable format.
  package let isOfValue: Bool
  private let isOfCategory: Bool

  /// Reads the table if the category or the values are open.
  ///
  /// Throws `nothingSuggested` if no column is suitable, `graphIncomplete` for a graph without source and target, and
  /// `stackingNotPossible`.
  package init(
    of request: ChartRequest, on table: any ScannableTable, workers: Int? = nil, _ control: RunControl = RunControl()
  ) async throws {
    self.request = request
    let type = request.type ?? .column
    if type.has(.links), request.values.count < 2 {
      throw AugerError(
        .graphIncomplete, operation: "draw a graph", "a graph needs the source and the target of its links",
        hint: "--value SOURCE --value TARGET, and --value WEIGHT if they have one")
    }
    isOfValue = request.values.isEmpty
    isOfCategory = request.category == nil && !type.makesCategories
    if isOfValue || isOfCategory { try choose(try await Facts(of: table, workers: workers, control), of: table.name) }
    let chosen = self.request.type ?? .column
    self.request.type = chosen
    if request.stacking != nil, !chosen.has(.stacks) {
      throw AugerError(
        .stackingNotPossible, operation: "stack the chart", "a \(chosen.rawValue) chart cannot be stacked",
        hint: "Column, Bar and Area charts can be stacked.")
    }
    // A pie starts with its largest slice.
    if self.request.sort == nil, chosen.has(.slices) {
      self.request.sort = ChartSort(.value, isDescending: true)
    }
  }

  /// The profile of a table and its suggested chart.
  private struct Facts {
    let profile: TableProfile
    let suggestion: ChartSuggestion
    let footer: TotalsFooter?

    init(of table: any ScannableTable, workers: Int?, _ control: RunControl) async throws {
      let executor = TableQueryExecutor(workers: workers)
      (profile, suggestion, footer) = try await Workers.blocking(control) {
        let profile = try TableProfile(of: table, executor: executor, control)
        let suggestion = try ChartSuggestion(profile) { column in
          let counts = TableQuery(
            from: table.name, groupBy: [.init(column)], measures: [try .init("rows of the group", "count()")],
            orderBy: [.init("rows of the group", isDescending: true)], limit: 1)
          let answer = try executor.execute(counts, on: table, control)
          guard case .int(let rows)? = answer.columns.last?.scalars.first else { return 0 }
          return Int(rows)
        }
        // Only files contain manually written rows of totals, not databases.
        let footer =
          table.pushdown == nil ? try TotalsFooter(of: table, profile, executor: executor, control) : nil
        return (profile, suggestion, footer)
      }
    }
  }

  private mutating func choose(_ facts: Facts, of table: String) throws {
    let asked = request
    let isFree = asked.categoryLimit == nil && asked.sort == nil
    var suggestion = facts.suggestion
    // Filters reduce the number of groups that were counted.
    if !asked.filters.isEmpty { suggestion.categoryCount = nil }
    if let footer = facts.footer {
      request.filters.insert(try ChartRequest.expression(footer.condition, of: "where"), at: 0)
      notes.append("left out: \(footer.description)")
    }
    var type = asked.type ?? .column
    let countsRows = type.has(.bins) || type.has(.quartiles)
    if asked.type == nil, asked.category == nil, isOfValue, suggestion.type.has(.bins) { type = suggestion.type }
    var top: Int?
    if asked.category == nil, !type.makesCategories {
      // A table without rows is an empty chart, so that any column is suitable.
      let first = facts.profile.rowCount == 0 ? facts.profile.columns.first?.field.name : nil
      guard let chosen = suggestion.category ?? first else {
        throw AugerError(
          .nothingSuggested, operation: "choose a chart", "no column of '\(table)' can be inferred as the category",
          hint: "Name a category with --category.")
      }
      request.category = try ChartRequest.expression(Expression.reference(to: chosen), of: "category")
      if !countsRows { try showDates(of: chosen, by: suggestion) }
      if request.series == nil, let series = suggestion.series {
        request.series = try ChartRequest.expression(Expression.reference(to: series), of: "series")
      }
      if isFree, !countsRows, asked.type == nil { top = suggestion.categoryLimit }
      if isFree, !countsRows, suggestion.isSorted { request.sort = ChartSort(.value, isDescending: true) }
    }
    request.categoryLimit = asked.categoryLimit ?? top
    if isOfValue {
      let isRow = countsRows || type.has(.bins)
      let measure = SuggestedMeasures.Measure(column: suggestion.value, aggregate: suggestion.aggregate)
      let row = suggestion.value.map(Expression.reference(to:)) ?? "count()"
      request.values = [try ChartRequest.expression(isRow ? row : measure.expression, of: "value")]
      if !isRow, !suggestion.alternatives.isEmpty {
        let options = suggestion.alternatives.map { "--value \(ShellWord.quoted($0.expression))" }
        notes.append(
          (suggestion.value == nil ? "counted rows" : "averaged a column that may add up")
            + ". To show another value: " + options.joined(separator: " or "))
      }
    }
    if asked.type == nil, !type.has(.bins) { type = asked.category == nil ? suggestion.type : .column }
    request.type = type
    notes.append(
      "chose: \(type.rawValue) of \(request.values[0].source.text)"
        + (request.category.map { " by \($0.source.text)" } ?? "")
        + (request.series.map { ", series \($0.source.text)" } ?? "") + (top.map { ", the top \($0)" } ?? "")
        + (top == nil ? "" : suggestion.categoryCount.map { " of \($0)" } ?? ""))
    guard isOfValue, asked.valueTitles.isEmpty, !type.makesCategories else { return }
    request.valueTitles = [suggestion.titles.value]
    guard asked.category == nil, asked.series == nil, asked.title == nil else { return }
    request.title = suggestion.titles.whole
    if let top, let count = suggestion.categoryCount, top < count { request.title? += ": top \(top) of \(count)" }
  }

  /// Shows the dates of a suggested category by their grain or in calendar order, up to the last complete period.
  private mutating func showDates(of column: String, by suggestion: ChartSuggestion) throws {
    let reference = Expression.reference(to: column)
    var category = reference
    if let grain = suggestion.grain { category = "StartOf(\(reference), '\(grain)')" }
    if let calendar = suggestion.calendar {
      request.derive.insert(.init(calendar.name, try Expression.parse(calendar.expression)), at: 0)
      category = Expression.reference(to: calendar.name)
    }
    request.category = try ChartRequest.expression(category, of: "category")
    request.categoryFormat = request.categoryFormat ?? suggestion.categoryFormat
    guard isOfValue, let end = suggestion.incompleteEnd, let grain = suggestion.grain else { return }
    let date = end.components
    let condition = "\(reference) < Date(\(date.year), \(date.month), \(date.day)) or \(reference) is null"
    request.filters.append(try ChartRequest.expression(condition, of: "where"))
    notes.append(
      "left out: the last \(grain), from \(end), of which the data cover less than half. "
        + "--category \(ShellWord.quoted(category)) shows it")
  }
}

/// Quotes words for a command line.
package enum ShellWord {
  /// Returns the string unchanged if it contains no special characters of a shell, otherwise in single quotes.
  package static func plain(_ text: String) -> String {
    let others = "/._-+:@%=,".unicodeScalars
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || others.contains(scalar)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// Returns the string in single quotes.
  package static func quoted(_ text: String) -> String { "'" + text.replacingBytes("'", with: "'\\''") + "'" }
}

extension Diagnostic.Code {
  /// The chart is to be chosen automatically, but no column is suitable.
  package static let nothingSuggested = Self("nothingSuggested")
  /// Stacking of a chart type whose series cannot be stacked.
  package static let stackingNotPossible = Self("stackingNotPossible")
}
