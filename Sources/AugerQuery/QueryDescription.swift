import AugerDiagnostics
import AugerExpressions

/// What is known of a query without executing it.
public struct QueryDescription: Sendable {
  /// The names of the arguments that it uses, or declares.
  package var parameters: [String]
  /// Of a table query that groups rows, what its columns are; nil for rows as they are, and for SQL text.
  package var aggregation: Aggregation?
  /// How long a result may be used again. Nil: as long as its data have the same version, or for 30 seconds if they
  /// have none.
  package var cache: Duration?
  /// How much longer it may be given, and be said to be old, where a newer one cannot be had; nil: not at all.
  package var stale: Duration?
  /// What it reads, as people call it: a file, a table of a database.
  package var source: String?
  /// What its answer asks of the clock; nil: nothing.
  package var clockUse: ClockUse?

  /// What a delegate knows of a query. `parameters`: the arguments that it takes; others are not sent, with a warning.
  /// `cache`: how long an answer may be used again. `source`: what receipts say it was read from.
  public init(
    parameters: [String], aggregation: Aggregation? = nil, cache: Duration? = nil, source: String? = nil
  ) {
    self.parameters = parameters
    self.aggregation = aggregation
    self.cache = cache
    self.source = source
  }

  /// What the columns of a query that groups rows are.
  public struct Aggregation: Sendable {
    package var keys: [String]
    package var measures: [TableQuery.Named]
    /// Whether only some of the groups are in the answer, so that their parts cannot be added up otherwise.
    package var isLimited: Bool
    /// Whether charts show the groups in the order of the answer, which other keys would not have.
    package var isSorted: Bool

    /// Each measure with the expression that aggregates rows, such as `sum(Sales)`.
    ///
    /// Throws `syntaxError` for an expression that cannot be read.
    public init(
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

/// Other keys for a table query: some of its own, and new ones computed from its columns. Other measures, if wanted.
public struct Regrouping: Sendable, Hashable {
  /// A key or measure with the expression that it is computed by.
  public struct Key: Sendable, Hashable {
    /// The name of the column that it makes.
    public var name: String
    /// The expression, in Auger's language: `year(order_date)`.
    public var expression: String

    /// A name and an expression. Whether it can be read is found when the query is executed.
    public init(_ name: String, _ expression: String) {
      self.name = name
      self.expression = expression
    }
  }

  /// In the order of the answer's columns.
  public var derived: [Key]
  /// Keys of the query itself that stay, by their names.
  public var kept: [String]
  /// In the place of the query's own measures; nil: those.
  public var measures: [Key]?

  package init(derived: [Key], kept: [String], measures: [Key]? = nil) {
    self.derived = derived
    self.kept = kept
    self.measures = measures
  }
}
