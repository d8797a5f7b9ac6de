public import AugerCharts
public import AugerDiagnostics

/// What a person may narrow a dashboard's data by (guide, "Filters"). Its name is the name of the query argument.
public struct FilterDefinition: Sendable {
  /// FilterType.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Several values, picked from those that there are.
    case picklist
    /// A lower and an upper value, both included.
    case range
  }

  public var name: String
  /// Empty means the name.
  public var title: String
  public var kind: Kind
  /// The query that says what can be picked.
  public var sourceQuery: String
  /// The column of the source query.
  public var column: String
  public var format: ValueFormat?
  /// Filters whose picks the source query receives.
  public var dependsOn: [NameReference]
  public var place: Diagnostic.Place?
  public var queryPlace: Diagnostic.Place?
  public var columnPlace: Diagnostic.Place?

  public init(
    _ name: String, title: String = "", kind: Kind, sourceQuery: String, column: String, format: ValueFormat? = nil,
    dependsOn: [NameReference] = [], at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.title = title
    self.kind = kind
    self.sourceQuery = sourceQuery
    self.column = column
    self.format = format
    self.dependsOn = dependsOn
    self.place = place
  }
}

/// A name that was written to refer to something, and where.
public struct NameReference: Sendable {
  public var name: String
  public var place: Diagnostic.Place?

  public init(_ name: String, at place: Diagnostic.Place? = nil) {
    self.name = name
    self.place = place
  }
}
