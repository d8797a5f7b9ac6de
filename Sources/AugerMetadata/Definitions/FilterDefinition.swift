import AugerCharts
import AugerDiagnostics

/// A filter for the data of a dashboard (guide, "Filters"). Its name is the name of the query argument.
package struct FilterDefinition: Sendable, Equatable, HasName {
  package typealias Kind = DashboardOverview.Filter.Kind

  package var name: String
  /// Empty for the name.
  package var title: String
  package var kind: Kind
  /// The query that provides the choices.
  package var sourceQuery: String
  /// The column of the source query.
  package var column: String
  package var format: ValueFormat?
  /// Filters that the source query receives.
  package var dependsOn: [NameReference]
  @Uncompared package var place: Diagnostic.Place?
  @Uncompared package var queryPlace: Diagnostic.Place?
  @Uncompared package var columnPlace: Diagnostic.Place?

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

/// A reference to a name, with its location.
package struct NameReference: Sendable, Equatable, HasName {
  package var name: String
  @Uncompared package var place: Diagnostic.Place?

  package init(_ name: String, at place: Diagnostic.Place? = nil) {
    self.name = name
    self.place = place
  }
}
