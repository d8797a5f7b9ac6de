public import AugerDiagnostics

/// A panel of controls (guide, "DAPanel").
public struct PanelDefinition: Sendable {
  public var name: String
  public var title: String
  /// The variables by Sequence, without their `$`.
  public var variables: [NameReference]
  public var place: Diagnostic.Place?

  public init(
    _ name: String, title: String = "", variables: [NameReference], at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.title = title
    self.variables = variables
    self.place = place
  }
}
