import AugerDiagnostics

extension Dashboard {
  /// Creates a dashboard from text in the dashboard language, for a program without a file. The root is
  /// `<MobileAnalytic>` with a dashboard and its layout, `<Dashboard>`, or a single item such as `<Chart>`.
  ///
  /// Property lists, JSON and YAML are supported too; the first characters determine the format. All errors are thrown
  /// together, with their positions in the text and, if available, hints. Warnings and notes are omitted: `auger check`
  /// prints them.
  ///
  /// - Parameters:
  ///   - xml: The text.
  ///   - name: The name of the dashboard, for `Pipeline.dashboard(_:)` and for locations in messages.
  /// - Throws: `DiagnosticError` with MAKit's codes, such as `metadataInvalidXMLFormat` and `metadataObjectUndefined`.
  package init(xml text: String, name: String = "dashboard") throws(DiagnosticError) {
    let (metadata, diagnostics) = MetadataReader.read(bytes: Array(text.utf8), name: name)
    let errors = diagnostics.filter { $0.level == .error }
    guard let metadata, errors.isEmpty else { throw DiagnosticError(errors.isEmpty ? diagnostics : errors) }
    self = metadata.dashboard
    self.name = name
  }
}
