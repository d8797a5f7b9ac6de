import AugerDiagnostics
import AugerExpressions

/// The properties of a query that are known without executing it.
public struct QueryDescription: Sendable {
  /// The names of the arguments that the query uses or declares.
  package var parameters: [String]
  /// The columns of a table query that groups rows. Nil for ungrouped rows and for SQL text.
  package var aggregation: Aggregation?
  /// The time for which a cached result is valid. Nil means as long as the version of the data is the same, or 30
  /// seconds if the data has no version.
  package var cache: Duration?
  /// The additional time for which an old result can be served, marked as stale, if the query fails. Nil means no
  /// time.
  package var stale: Duration?
  /// The display name of the data that it reads: a file, a table of a database.
  package var source: String?
  /// The clock functions that the result depends on. Nil if it depends on none.
  package var clockUse: ClockUse?
  /// The marks whose underlying rows are known exactly.
  package var rows = KnownRows.all

  package enum KnownRows: Sendable {
    case none
    /// Only marks of one group, because the query leaves out groups.
    case groups
    case all
  }

  /// Creates a description. `parameters` are the arguments that the query accepts; other arguments are not sent and
  /// cause a warning. `cache` is the time for which a result is valid, and `source` its origin in receipts.
  public init(parameters: [String], cache: Duration? = nil, source: String? = nil) {
    self.init(parameters: parameters, aggregation: nil, cache: cache, source: source)
  }

  package init(
    parameters: [String], aggregation: Aggregation?, cache: Duration? = nil, source: String? = nil
  ) {
    self.parameters = parameters
    self.aggregation = aggregation
    self.cache = cache
    self.source = source
  }

  /// The columns of a query that groups rows.
  package struct Aggregation: Sendable {
    package var keys: [String]
    package var measures: [TableQuery.Named]
    /// True if the result contains only some of the groups, so that it cannot be rolled up.
    package var isLimited: Bool
    /// True if charts show the groups in the order of the result. Other keys would change that order.
    package var isSorted: Bool

    /// Creates an aggregation from measures and their expressions, such as `sum(Sales)`.
    ///
    /// Throws `syntaxError` for an invalid expression.
    package init(
      keys: [String], measures: [Regrouping.Key], isLimited: Bool = false, isSorted: Bool = false
    ) throws(DiagnosticError) {
      var named: [TableQuery.Named] = []
      for measure in measures { named.append(try TableQuery.Named(measure.name, measure.expression)) }
      self.init(keys: keys, measures: named, isLimited: isLimited, isSorted: isSorted)
    }

    package init(
      keys: [String], measures: [TableQuery.Named], isLimited: Bool = false, isSorted: Bool = false
    ) {
      self.keys = keys
      self.measures = measures
      self.isLimited = isLimited
      self.isSorted = isSorted
    }
  }
}

/// A replacement of the keys of a table query: some of its own keys, and new keys computed from its columns. It can
/// also replace the measures, or the whole result by the rows that the query reads.
package struct Regrouping: Sendable, Hashable {
  /// A key or measure with its expression.
  package struct Key: Sendable, Hashable {
    /// The name of the resulting column.
    package var name: String
    /// The expression in Auger's language, such as `year(order_date)`.
    package var expression: String

    /// Creates a key. The expression is parsed when the query is executed.
    package init(_ name: String, _ expression: String) {
      self.name = name
      self.expression = expression
    }
  }

  /// The new keys, in the order of the columns of the result.
  package var derived: [Key]
  /// The names of the query's own keys that remain.
  package var kept: [String]
  /// The measures that replace the query's own. Nil means the query's own measures.
  package var measures: [Key]?
  /// The rows that replace the result. Nil for groups.
  package var rows: UnderlyingRows?

  package init(derived: [Key], kept: [String], measures: [Key]? = nil) {
    self.derived = derived
    self.kept = kept
    self.measures = measures
  }

  /// Creates a request for the rows that a query reads.
  package init(rows: UnderlyingRows) {
    self.init(derived: [], kept: [])
    self.rows = rows
  }
}
