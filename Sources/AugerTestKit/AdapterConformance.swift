import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Checks an adapter from outside: that a table of it is what it should be, however it is read.
///
/// The caller stores a table in the adapter's own format - `ReferenceTable.table` if it can hold that - and says what
/// the adapter must make of it. A test asserts that there are no findings.
public enum AdapterConformance {
  /// Opens the source and checks it. `table` is a table of it, `expected` the contents it must have.
  public static func findings(
    adapter: any SourceAdapter, configuration: SourceConfiguration, table: String = ReferenceTable.name,
    expected: Table = ReferenceTable.table
  ) -> [Finding] {
    do {
      let source = try adapter.open(configuration)
      defer { source.close() }
      let suite = AdapterChecks(source: source, tableName: table, expected: expected)
      return adapterFindings(adapter, configuration, source) + suite.findings()
    } catch {
      return [Finding("open", "the source cannot be opened: \(error)")]
    }
  }

  private static func adapterFindings(
    _ adapter: any SourceAdapter, _ configuration: SourceConfiguration, _ source: any Source
  ) -> [Finding] {
    var findings: [Finding] = []
    if source.name != configuration.name {
      findings.append(Finding("open", "the source is named '\(source.name)', not '\(configuration.name)'"))
    }
    if adapter.pathExtensions.contains(where: { $0.hasPrefix(".") || $0 != $0.lowercased() }) {
      findings.append(Finding("open", "path extensions are lowercase and without a dot: \(adapter.pathExtensions)"))
    }
    var wrong = configuration
    wrong.options.append(SourceOption("noSuchOption", "1"))
    do {
      try adapter.open(wrong).close()
      findings.append(Finding("open", "an unknown option was accepted"))
    } catch let error as DiagnosticError where error.diagnostics.contains(where: { $0.code == .unknownOption }) {
    } catch {
      findings.append(Finding("open", "an unknown option gave \(error), not a DiagnosticError with unknownOption"))
    }
    return findings
  }
}
