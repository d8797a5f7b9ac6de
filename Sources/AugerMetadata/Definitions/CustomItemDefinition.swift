import AugerDiagnostics

/// An item whose content a program or a file provides.
package struct CustomItemDefinition: Sendable, Equatable, HasName {
  package var name: String
  package var title: String
  /// The content: text, SVG, or the data URL of a PNG or JPEG picture. Nil if a query provides it, and before the file
  /// was read.
  package var text: String?
  /// The path of a file, relative to the file of the dashboard.
  package var file: String?
  /// A query whose first cell is the content.
  package var query: String?
  /// The description of a picture for readers who cannot see it.
  package var alternative: String
  /// The filters that its query receives.
  package var filters: [NameReference] = []
  package var theme: String?
  @Uncompared package var place: Diagnostic.Place?
  @Uncompared package var filePlace: Diagnostic.Place?
  @Uncompared package var queryPlace: Diagnostic.Place?

  package init(
    _ name: String, title: String = "", text: String? = nil, file: String? = nil, query: String? = nil,
    alternative: String = "", at place: Diagnostic.Place? = nil
  ) {
    self.name = name
    self.title = title
    self.text = text
    self.file = file
    self.query = query
    self.alternative = alternative
    self.place = place
  }
}
