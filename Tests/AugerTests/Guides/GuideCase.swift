import Auger
import AugerCSV
import AugerCharts
import AugerExport
import AugerTools
import Foundation
import TestSupport

/// The cases in `Fixtures/Cases/Guides`: a workspace for each guide, with a small dashboard for each feature.
struct GuideCase {
  let folder: String

  init(_ guide: String) { folder = Shared.repository.appendingPathComponent("Fixtures/Cases/Guides/\(guide)").path }

  /// Returns the only chart of a dashboard.
  func chart(_ name: String, of dashboard: String) async throws -> ChartModel {
    let pipeline = Pipeline(try Workspace(contentsOf: folder, adapters: [CSVAdapter()], environment: [:]))
    return try await pipeline.chart(name, of: try pipeline.dashboard(dashboard))
  }

  /// Returns the messages of `auger check`.
  func messages() throws -> [String] {
    try WorkspaceCheck([folder], adapters: [CSVAdapter()], environment: [:]).diagnostics.map(\.message)
  }
}

extension ChartModel {
  var picture: String { String(decoding: SVG().data(for: self), as: UTF8.self) }

  /// Returns the Vega-Lite specification as text.
  func vegaLite() throws -> String { String(decoding: try VegaLite().data(for: self), as: UTF8.self) }
}

extension String {
  /// Returns the texts between a start and the next end.
  func parts(from start: String, to end: String) -> [String] {
    components(separatedBy: start).dropFirst().map { $0.components(separatedBy: end)[0] }
  }
}
