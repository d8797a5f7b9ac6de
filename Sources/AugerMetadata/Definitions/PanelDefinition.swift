import AugerDiagnostics

/// A panel of controls (guide, "DAPanel").
package struct PanelDefinition: Sendable, Equatable {
  package var name: String
  package var title: String
  /// The variables by Sequence, without their `$`.
  package var variables: [NameReference]
  @Uncompared package var place: Diagnostic.Place?

  package init(
    _ name: String, title: String = "", variables: [NameReference], at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.title = title
    self.variables = variables
    self.place = place
  }
}
