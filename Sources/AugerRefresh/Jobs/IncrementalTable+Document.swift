import Auger
import AugerColumns
import AugerDiagnostics
import AugerDocuments
import AugerQuery

extension IncrementalTable {
  /// Reads `incremental: { table: orders, watermark: updated_at, key: order_id }` of a job.
  ///
  /// Returns nil if the key is missing or its value is invalid. Errors have been reported.
  init?(_ job: inout DocumentReader, _ workspace: Workspace) {
    guard var reader = job.mapping("incremental", as: "'incremental'") else { return nil }
    let table = reader.string("table")
    let watermark = reader.string("watermark")
    let name = reader.string("as")
    let key = reader.texts("key")?.map(\.text) ?? []
    let lookback = Self.lookback(&reader)
    let drift = reader.choice("drift", of: Drift.allCases.map { ($0.rawValue, $0) })
    let isCounted = reader.bool("count")
    let kept = { (source: SourceDefinition) in source.adapter == TableStoreAdapter.adapterName }
    let source = Self.source(&reader, "source", among: workspace.sources.filter { !kept($0) }, workspace)
    let store = Self.source(&reader, "store", among: workspace.sources.filter(kept), workspace)
    reader.finish()
    guard let table, let watermark, let source, let store else { return nil }
    self.init(
      source: source, table: table, store: store, name: name, watermark: watermark, key: key,
      lookback: lookback ?? .duration(.zero), drift: drift ?? .refuse, isCounted: isCounted ?? true)
  }

  /// Reads `1h` as a duration and a number without a unit as a number.
  private static func lookback(_ reader: inout DocumentReader) -> Lookback? {
    guard let node = reader.value("lookback"), let text = reader.string("lookback") else { return nil }
    if let number = Int64(text), number >= 0 { return .number(number) }
    if let duration = DurationText.parse(text), duration >= .zero { return .duration(duration) }
    reader.reject(
      node, "'lookback' must be a duration or a whole number, not '\(text)'", hint: "'1h' of a time, '1000' of numbers")
    return nil
  }

  /// Returns the source that a key names, or the only source of the workspace.
  private static func source(
    _ reader: inout DocumentReader, _ key: String, among sources: [SourceDefinition], _ workspace: Workspace
  ) -> String? {
    let names = sources.map(\.configuration.name)
    guard let node = reader.value(key) else {
      if names.count == 1 { return names[0] }
      let example = "sources: { store: { adapter: store, path: .auger/tables } }"
      reader.collector.report(
        Diagnostic(
          .missingKey, "\(reader.what) needs '\(key)'", at: reader.place,
          hint: names.isEmpty && key == "store"
            ? "Declare a source that stores tables: \(example)." : "Sources: \(names.joined(separator: ", "))."))
      return nil
    }
    guard let text = reader.string(key) else { return nil }
    if let found = names.first(where: { Name($0) == Name(text) }) { return found }
    let isOther = workspace.sources.contains { Name($0.configuration.name) == Name(text) }
    reader.reject(
      node,
      !isOther
        ? "source '\(text)' does not exist"
        : key == "store" ? "source '\(text)' does not store tables" : "source '\(text)' is a table store",
      hint: DidYouMean.hint(for: text, among: names, listing: "sources"))
    return nil
  }
}
