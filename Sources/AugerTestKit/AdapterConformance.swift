import AugerColumns
import AugerDiagnostics
import AugerQuery

/// Checks an adapter through its public interface: any method of reading must return the expected table.
///
/// The caller stores a table in the adapter's format, usually `ReferenceTable.table`, and provides the expected
/// content. A test asserts that the result has no findings.
public enum AdapterConformance {
  /// Opens the source and checks it. `table` is a table of the source, and `expected` its required content.
  public static func findings(
    adapter: any SourceAdapter, configuration: SourceConfiguration, table: String = ReferenceTable.name,
    expected: DataTable = ReferenceTable.table
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
