import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata

/// The files of dashboards, for commands and jobs alike: `DASHBOARD/CHART.json`, `DASHBOARD/CHART.svg` and so on for
/// each chart, and the whole as a page `DASHBOARD.html`, its overview `DASHBOARD.json`, and in its layout as
/// `DASHBOARD.svg`. What is asked for twice is written once.
package struct DashboardFiles {
  /// What something is said of.
  package struct Subject: Sendable, Hashable {
    package var dashboard: String
    /// Nil: the dashboard as a whole.
    package var chart: String?
  }

  /// What becomes of what is made, as soon as it is.
  package struct Receiver {
    /// Takes a file, with its path below all that is written.
    package var keep: (_ path: String, _ bytes: [UInt8]) async throws -> Void
    package var warn: (Subject, Warning) -> Void
    /// Takes what went wrong, and throws what ends the work: other charts and formats go on.
    package var failed: (Subject, any Error) throws -> Void

    package init(
      keep: @escaping (_ path: String, _ bytes: [UInt8]) async throws -> Void,
      warn: @escaping (Subject, Warning) -> Void, failed: @escaping (Subject, any Error) throws -> Void
    ) {
      self.keep = keep
      self.warn = warn
      self.failed = failed
    }
  }

  package let charts: ChartFiles
  package var formats: [ChartFormat]
  package let pipeline: Pipeline
  private var paths: FilePaths

  /// - Parameter taken: paths of files that stand beside these.
  package init(_ charts: ChartFiles, _ formats: [ChartFormat], from pipeline: Pipeline, taken: [String] = []) {
    self.charts = charts
    self.formats = formats
    self.pipeline = pipeline
    paths = FilePaths(taken: taken)
  }

  /// The files of a dashboard. A chart that fails keeps none of the others back; without one that does not, there is
  /// no whole.
  package mutating func write(
    _ dashboard: Dashboard, at state: Exploration = Exploration(), to receiver: Receiver
  ) async throws {
    // What several charts read is read once.
    let pipeline = pipeline
    let (models, reasons) = try await pipeline.preparing([(dashboard, state)]) {
      var models: [ChartModel?] = []
      var reasons: [Name: String] = [:]
      for item in dashboard.chartItems {
        do { models.append(try await Self.model(of: item.name, dashboard, at: state, pipeline)) } catch {
          try receiver.failed(Subject(dashboard: dashboard.name, chart: item.name), error)
          models.append(nil)
          reasons[Name(item.name)] = ReaderText.absence(of: error)
        }
      }
      return (models, reasons)
    }
    for model in models.compactMap(\.self) {
      try await write(model, called: model.name, formats.filter { $0 != .html }, of: dashboard, to: receiver)
    }
    guard models.contains(where: { $0 != nil }) else { return }
    try await writeWhole(dashboard, models, reasons, at: state, to: receiver)
  }

  /// The files of one chart. Throws where it cannot be computed.
  package mutating func write(
    chart: String, of dashboard: Dashboard, at state: Exploration = Exploration(), to receiver: Receiver
  ) async throws {
    let model = try await Self.model(of: chart, dashboard, at: state, pipeline)
    try await write(model, called: model.name, formats.filter { $0 != .html }, of: dashboard, to: receiver)
    guard formats.contains(.html) else { return }
    let page = try await charts.page.data(for: model, called: chart, of: dashboard, at: state, from: pipeline)
    let subject = Subject(dashboard: dashboard.name, chart: model.name)
    for warning in page.warnings { receiver.warn(subject, warning) }
    try await keep(page.bytes, .html, called: chart, of: subject, receiver)
  }

  /// The files of a chart that was computed already. Its page leads nowhere.
  package mutating func write(
    _ model: ChartModel, called name: String, of dashboard: Dashboard, to receiver: Receiver
  ) async throws {
    try await write(model, called: name, formats, of: dashboard, to: receiver)
  }

  private mutating func write(
    _ model: ChartModel, called name: String, _ written: [ChartFormat], of dashboard: Dashboard, to receiver: Receiver
  ) async throws {
    let subject = Subject(dashboard: dashboard.name, chart: model.name)
    for format in written {
      let bytes: [UInt8]
      do { bytes = try await charts.data(for: model, as: format) } catch {
        try receiver.failed(subject, error)
        continue
      }
      try await keep(bytes, format, called: name, of: subject, receiver)
    }
    for warning in charts.warnings(of: model, in: formats) { receiver.warn(subject, warning) }
  }

  private mutating func writeWhole(
    _ dashboard: Dashboard, _ models: [ChartModel?], _ reasons: [Name: String], at state: Exploration,
    to receiver: Receiver
  ) async throws {
    let subject = Subject(dashboard: dashboard.name)
    for format in formats {
      let bytes: [UInt8]
      do {
        switch format {
        case .html:
          let page = try await charts.page.data(
            for: dashboard, models, reasons: reasons, at: state, from: pipeline)
          for warning in page.warnings { receiver.warn(subject, warning) }
          bytes = page.bytes
        case .json:
          let overview = try await pipeline.overview(of: dashboard, at: state)
          for warning in overview.warnings { receiver.warn(subject, warning) }
          bytes = DashboardJSON().data(for: overview)
        case .svg, .png, .pdf:
          guard models.contains(where: { $0.map(charts.isDrawn) == true }) else { continue }
          bytes = try await charts.picture(of: dashboard, models, reasons: reasons, at: state, as: format)
        case .vegaLite, .vega, .csv, .tsv, .arrow, .arrows: continue
        }
      } catch {
        try receiver.failed(subject, error)
        continue
      }
      try await keep(bytes, format, of: subject, receiver)
    }
  }

  /// Hands on a file that is not there yet.
  private mutating func keep(
    _ bytes: [UInt8], _ format: ChartFormat, called name: String? = nil, of subject: Subject, _ receiver: Receiver
  ) async throws {
    let folder = FileName.safe(subject.dashboard)
    let base = name.map { "\(folder)/\(FileName.safe($0))" } ?? folder
    let owner = [Name(subject.dashboard)] + (subject.chart.map { [Name($0)] } ?? [])
    guard let path = paths.path(base, ending: format.ending, of: owner) else { return }
    try await receiver.keep(path, bytes)
  }

  /// The files of a table that is no chart, in the formats that tables have: `queries/NAME.csv`.
  package mutating func write(
    _ table: Table, ofQuery name: String, to receiver: Receiver
  ) async throws {
    for format in formats {
      guard let written = format.ofTables,
        let path = paths.path("queries/\(FileName.safe(name))", ending: format.ending, of: ["", "", Name(name)])
      else { continue }
      try await receiver.keep(path, try charts.data(for: table, as: written))
    }
  }

  /// A chart; what goes wrong with it says which it is.
  private static func model(
    of chart: String, _ dashboard: Dashboard, at state: Exploration, _ pipeline: Pipeline
  ) async throws -> ChartModel {
    do { return try await pipeline.chart(chart, of: dashboard, at: state) } catch var error as AugerError {
      error.details = error.details.adding(.chart, chart)
      throw error
    } catch let error as DiagnosticError {
      throw DiagnosticError(
        error.diagnostics.map { diagnostic in
          var named = diagnostic
          named.details = named.details.adding(.chart, chart)
          return named
        })
    }
  }
}
