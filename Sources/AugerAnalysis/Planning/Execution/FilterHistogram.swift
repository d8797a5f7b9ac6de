import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerExpressions
import AugerQuery

/// The number of rows for the values of a filter over numbers, in bins of equal round width.
package struct FilterHistogram: Sendable, Hashable {
  /// The lower edge of the first bin.
  package let start: Double
  package let width: Double
  /// The number of rows in each bin. A bin includes its lower edge.
  package let counts: [Int]

  package init(start: Double, width: Double, counts: [Int]) {
    self.start = start
    self.width = width
    self.counts = counts
  }

  /// The number of bins to aim for. Round widths make it up to a half more or less.
  private static let bins = 30.0
  /// Minimum number of rows.
  private static let fewestRows = 10

  /// The bins between the smallest and the largest value. The engine assigns rows to them.
  package struct Bins: Sendable {
    fileprivate let key: Regrouping.Key
    fileprivate let count: Regrouping.Key
    fileprivate let width: Double
    fileprivate let lower: Double
    fileprivate let upper: Double

    /// Creates the bins of a column. Nil if the ends are not different finite numbers.
    package init?(_ column: String, between lower: Scalar, and upper: Scalar) {
      guard lower.type?.isNumeric == true, let low = lower.doubleValue, let high = upper.doubleValue,
        let round = BinWidth.round((high - low) / FilterHistogram.bins)
      else { return nil }
      var (digit, power) = round
      if case .int = lower, power < 0 { (digit, power) = (1, 0) }
      guard (-18...15).contains(power) else { return nil }
      let zeros = String(repeating: "0", count: power < 0 ? -power - 1 : power)
      let text = power < 0 ? "0.\(zeros)\(digit)" : "\(digit)\(zeros)"
      guard let width = Double(text) else { return nil }
      self.width = width
      (self.lower, self.upper) = (low, high)
      key = Regrouping.Key("bin", "Bin(\(Expression.reference(to: column)), \(text))")
      count = Regrouping.Key("count", "count()")
    }

    /// Returns the numbers of rows from a result with a row for each bin. Nil for few rows.
    fileprivate func histogram(_ table: Table) -> FilterHistogram? {
      guard table.columns.count > 1 else { return nil }
      let start = (lower / width).rounded(.down)
      let last = Int(clamping: (upper / width).rounded(.down) - start)
      guard (1..<200).contains(last) else { return nil }
      var counts = [Int](repeating: 0, count: last + 1)
      for row in 0..<table.rowCount {
        guard let edge = table.columns[0][row].doubleValue, edge.isFinite, case .int(let count) = table.columns[1][row]
        else { continue }
        // An end within rounding error of an edge is in the bin of the edge.
        let bin = min(max(0, Int(clamping: (edge / width).rounded() - start)), last)
        counts[bin] += Int(clamping: count)
      }
      guard counts.reduce(0, +) >= FilterHistogram.fewestRows else { return nil }
      return FilterHistogram(start: start * width, width: width, counts: counts)
    }
  }
}

extension FilterPlan {
  /// Returns the request for the number of rows in each bin. It differs from the plan's own request if the source query
  /// groups rows. Nil if the rows behind the groups are not known exactly.
  package func request(
    for bins: FilterHistogram.Bins, _ request: QueryRequest, knowing description: QueryDescription?
  ) -> QueryRequest? {
    guard let groups = description?.aggregation else { return request }
    guard description?.rows == .all, !groups.isLimited else { return nil }
    var request = request
    request.regrouping = Regrouping(derived: [bins.key], kept: [], measures: [bins.count])
    return request
  }

  /// Returns the number of rows in each bin, from the result of the request for them. Nil for few rows.
  ///
  /// Throws the errors of a table query.
  package func histogram(
    _ bins: FilterHistogram.Bins, from table: Table, isGrouped: Bool, sums: KeptSums = KeptSums(), workers: Int? = nil
  ) throws -> FilterHistogram? {
    if isGrouped { return bins.histogram(table) }
    var query = TableQuery(from: request.query)
    query.derive = [try TableQuery.Named("\u{1F}bin", bins.key.expression)]
    query.groupBy = [TableQuery.ColumnReference("\u{1F}bin")]
    query.measures = [try TableQuery.Named(bins.count.name, bins.count.expression)]
    let counted = try sums.table(query, QueryArguments()) {
      try TableQueryExecutor(workers: workers).execute(query, on: StoredTable(request.query, table))
    }
    return bins.histogram(counted)
  }

  /// Returns the smallest and the largest value of a column. Nil for types whose order the engine does not know.
  func ends(of column: String, in table: Table, _ sums: KeptSums) throws -> (lower: Scalar, upper: Scalar)? {
    guard let type = table[column]?.type, type.isNumeric || type.isTemporal else { return nil }
    var query = TableQuery(from: request.query)
    let reference = Expression.reference(to: column)
    query.measures = [
      try TableQuery.Named("lower", "min(\(reference))"), try TableQuery.Named("upper", "max(\(reference))"),
    ]
    let ends = try sums.table(query, QueryArguments()) {
      try TableQueryExecutor().execute(query, on: StoredTable(request.query, table))
    }
    guard ends.columns.count == 2, ends.rowCount == 1 else { return nil }
    return (ends.columns[0][0], ends.columns[1][0])
  }
}
