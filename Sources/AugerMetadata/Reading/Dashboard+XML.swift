import AugerDiagnostics

extension Dashboard {
  /// A dashboard from a text of the dashboard language, for a program that has no file of it: `<MobileAnalytic>` with a
  /// dashboard and its layout, `<Dashboard>` alone, or one item, such as `<Chart>`.
  ///
  /// A property list, JSON and YAML are read as well; the first characters say which of them a text is. What the
  /// language calls an error is thrown, all of it at once, each with its place in the text and, where there is one, a
  /// hint. Remarks that are no errors are left out: `auger check` prints them.
  ///
  /// - Parameters:
  ///   - xml: the text.
  ///   - name: what the dashboard is called: in `Pipeline.dashboard(_:)`, and before the places in messages.
  /// - Throws: `DiagnosticError` with MAKit's codes, such as `metadataInvalidXMLFormat` and `metadataObjectUndefined`.
  public init(xml text: String, name: String = "dashboard") throws(DiagnosticError) {
    let (metadata, diagnostics) = MetadataReader.read(bytes: Array(text.utf8), name: name)
    let errors = diagnostics.filter { $0.level == .error }
    guard let metadata, errors.isEmpty else { throw DiagnosticError(errors.isEmpty ? diagnostics : errors) }
    self = metadata.dashboard
    self.name = name
    layout = metadata.layout
  }
}
