import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata

/// Writes the files of dashboards, for commands and jobs: `DASHBOARD/CHART.json`, `DASHBOARD/CHART.svg` and so on for
/// each chart. A whole dashboard is written as the page `DASHBOARD.html`, the overview `DASHBOARD.json` and the picture
/// `DASHBOARD.svg`. A file that is requested twice is written once.
package struct DashboardFiles {
  /// The subject of a message.
  package struct Subject: Sendable, Hashable {
    package var dashboard: String
    /// Nil for the dashboard as a whole.
    package var chart: String?
  }

  /// The receiver of files and errors, called as soon as each is available.
  package struct Receiver {
    /// Receives a file with its path relative to the output folder.
    package var keep: (_ path: String, _ bytes: [UInt8]) async throws -> Void
    package var warn: (Subject, Warning) -> Void
    /// Receives an error. Throws to stop the work; otherwise other charts and formats continue.
    package var failed: (Subject, any Error) throws -> Void
    /// Receives the description of a picture for readers who cannot see it, before its file.
    package var describe: (_ path: String, _ text: String) -> Void = { _, _ in }

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

  /// - Parameter taken: Paths of other files in the same folder.
  package init(_ charts: ChartFiles, _ formats: [ChartFormat], from pipeline: Pipeline, taken: [String] = []) {
    self.charts = charts
    self.formats = formats
    self.pipeline = pipeline
    paths = FilePaths(taken: taken)
  }

  /// Writes the files of a dashboard. A chart that fails does not prevent the others. If all charts fail, no file of
  /// the whole dashboard is written.
  package mutating func write(
    _ dashboard: Dashboard, at state: Exploration = Exploration(), to receiver: Receiver
  ) async throws {
    // Several charts read the same query once.
    let pipeline = pipeline
    let (models, reasons) = try await pipeline.preparing([(dashboard, state)]) {
      var models: [ChartModel?] = []
      var reasons: [Name: String] = [:]
      for item in dashboard.chartItems {
        do { models.append(try await Self.model(of: item.name, dashboard, at: state, pipeline)) } catch {
          try receiver.failed(Subject(dashboard: dashboard.name, chart: item.name), error)
          models.append(nil)
          reasons[Name(item.name)] = ReaderText(pipeline.locale.texts).absence(of: error)
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

  /// Writes the files of one chart. Throws if it cannot be computed.
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

  /// Writes the files of a computed chart. Its page has no links.
  package mutating func write(
    _ model: ChartModel, called name: String, of dashboard: Dashboard, to receiver: Receiver
  ) async throws {
    try await write(model, called: name, formats, of: dashboard, to: receiver)
  }

  /// Writes an animation: the page `CHART.html`, and in other formats a file for each frame, `CHART.frames/001.svg`.
  ///
  /// - Parameter model: The chart without its steps.
  package mutating func write(
    _ animation: ChartAnimation, of model: ChartModel, called name: String, of dashboard: Dashboard,
    to receiver: Receiver
  ) async throws {
    let subject = Subject(dashboard: dashboard.name, chart: model.name)
    for format in formats {
      let files: [[UInt8]]
      do { files = try await charts.data(for: animation, of: model, as: format) } catch {
        try receiver.failed(subject, error)
        continue
      }
      if format == .html {
        if let page = files.first { try await keep(page, .html, called: name, of: subject, receiver) }
        continue
      }
      for (index, bytes) in files.enumerated() {
        let path = "\(FileName.safe(dashboard.name))/\(FileName.safe(name)).frames"
        let number = "\(index + 1)"
        let digits = String(repeating: "0", count: max(0, 3 - number.count)) + number
        try await receiver.keep("\(path)/\(digits).\(format.ending)", bytes)
      }
    }
    for warning in charts.warnings(of: model, in: formats) { receiver.warn(subject, warning) }
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
      let spoken = format.isPicture ? model.spoken : nil
      try await keep(
        bytes, format, called: name, of: subject, receiver, describedAs: spoken.map { "\($0.title). \($0.text)" })
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
        case .vegaLite, .vega, .csv, .tsv, .arrow, .arrows, .eml: continue
        }
      } catch {
        try receiver.failed(subject, error)
        continue
      }
      let titles = models.compactMap { $0?.spoken.title }.joined(separator: ", ")
      let title = dashboard.title.isEmpty ? dashboard.name : dashboard.title
      try await keep(bytes, format, of: subject, receiver, describedAs: "\(title): \(titles)")
    }
  }

  /// Passes on a file that was not written yet.
  private mutating func keep(
    _ bytes: [UInt8], _ format: ChartFormat, called name: String? = nil, of subject: Subject, _ receiver: Receiver,
    describedAs description: String? = nil
  ) async throws {
    let folder = FileName.safe(subject.dashboard)
    let base = name.map { "\(folder)/\(FileName.safe($0))" } ?? folder
    let owner = [Name(subject.dashboard)] + (subject.chart.map { [Name($0)] } ?? [])
    guard let path = paths.path(base, ending: format.ending, of: owner) else { return }
    if format.isPicture, let description { receiver.describe(path, description) }
    try await receiver.keep(path, bytes)
  }

  /// Writes the files of a table without a chart, in the table formats: `queries/NAME.csv`.
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

  /// Returns a chart. Errors name the chart.
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
