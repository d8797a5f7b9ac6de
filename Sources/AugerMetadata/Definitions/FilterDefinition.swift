import AugerCharts
import AugerDiagnostics

/// What a user may narrow a dashboard's data by (guide, "Filters"). Its name is the name of the query argument.
package struct FilterDefinition: Sendable, HasName {
  package typealias Kind = DashboardModel.Filter.Kind

  package var name: String
  /// Empty means the name.
  package var title: String
  package var kind: Kind
  /// The query that says what can be picked.
  package var sourceQuery: String
  /// The column of the source query.
  package var column: String
  package var format: ValueFormat?
  /// Filters whose picks the source query receives.
  package var dependsOn: [NameReference]
  package var place: Diagnostic.Place?
  package var queryPlace: Diagnostic.Place?
  package var columnPlace: Diagnostic.Place?

  package init(
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
package struct NameReference: Sendable, HasName {
  package var name: String
  package var place: Diagnostic.Place?

  package init(_ name: String, at place: Diagnostic.Place? = nil) {
    self.name = name
    self.place = place
  }
}
