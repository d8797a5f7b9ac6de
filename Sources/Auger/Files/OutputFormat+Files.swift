import AugerArrow
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerQuery
import Foundation

extension OutputFormat where Output == Data {
  /// Creates a binary format. Errors of `render` that are not an `AugerError` have the code `other`.
  public init(fileExtension: String, render: @escaping @Sendable (Model) throws -> Data) {
    self.init(fileExtension: fileExtension, bytes: { Array($0) }, output: render)
  }

  /// Creates the conversion of an SVG. Rendering waits for the program `rsvg-convert`.
  init(_ format: ChartFormat, scale: Double = 1, svg: OutputFormat<Model, String>) {
    self.init(fileExtension: format.ending) { model in
      Data(try Rasterizer.make(Array(try svg.render(model).utf8), format, scale: scale, RunControl()))
    }
  }
}

extension OutputFormat where Model == ChartModel, Output == String {
  /// A page without scripts and network access: the chart, its table and notes about its data.
  ///
  /// - Parameter theme: The colors of a chart whose author did not choose a theme.
  public static func html(theme: Theme = .light) -> Self {
    Self(utf8: "html") { DashboardPage(theme: theme).data(for: $0) }
  }
}

extension OutputFormat where Model == ChartModel, Output == Data {
  /// A picture in pixels.
  ///
  /// Rendering runs the program `rsvg-convert` of librsvg and waits for it. It throws `programMissing` if the program
  /// is not installed, and `programFailed`.
  ///
  /// - Parameters:
  ///   - theme: The colors of a chart whose author did not choose a theme.
  ///   - size: The size in points. Nil for 720 by 420; charts with many bars are higher, so that labels fit.
  ///   - scale: The number of pixels per point.
  public static func png(theme: Theme = .light, size: ChartSize? = nil, scale: Double = 1) -> Self {
    Self(.png, scale: scale, svg: .svg(theme: theme, size: size))
  }

  /// A picture as a page. Rendering has the errors of `png(theme:size:scale:)`.
  ///
  /// - Parameters:
  ///   - theme: The colors of a chart whose author did not choose a theme.
  ///   - size: The size in points. Nil for the size of `svg(theme:size:)`.
  public static func pdf(theme: Theme = .light, size: ChartSize? = nil) -> Self {
    Self(.pdf, svg: .svg(theme: theme, size: size))
  }

  /// An Arrow file with the numbers that the chart shows, like `arrow` of a table.
  public static var arrow: Self {
    Self(fileExtension: "arrow") { Data(try TableFormat.arrow.data(for: $0.tabulatedInView())) }
  }
}

extension OutputFormat where Model == ChartModel, Output == String {
  /// A draft of a message that shows the chart. Rendering has the errors of `png(theme:size:scale:)`.
  static var mail: Self {
    Self(utf8: "eml") { model in
      let picture = try OutputFormat<ChartModel, Data>.png(scale: 2).render(model)
      return Array(MailMessage(sharing: model, picture: Array(picture), isVector: false).text().utf8)
    }
  }
}

extension OutputFormat where Model == DataTable, Output == Data {
  /// An Arrow file (Feather version 2), which pandas, Polars and DuckDB read. Rendering throws `unwritableValue` for
  /// values that Arrow cannot store.
  public static var arrow: Self { Self(fileExtension: "arrow") { Data(try TableFormat.arrow.data(for: $0)) } }
}

extension TableFormat {
  fileprivate func data(for table: Table) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try write(table) { bytes += $0 }
    return bytes
  }
}

extension Renderable {
  /// Writes a file in an output format. An existing file is replaced atomically.
  ///
  /// - Throws: The errors of the format, and `fileUnwritable`.
  public func write<Output>(to url: URL, as format: OutputFormat<Self, Output>) throws(AugerError) {
    try AtomicFile.write(format.bytes(try rendered(as: format)), to: url.path)
  }

  /// Writes a file in the format with its extension.
  func write(to url: URL, among formats: [FileFormat<Self>]) throws(AugerError) {
    let name = url.lastPathComponent.lowercased()
    guard let format = formats.first(where: { name.hasSuffix(".\($0.ending)") }) else {
      let ending = url.pathExtension
      throw AugerError(
        .unknownFormat, operation: "write '\(url.lastPathComponent)'",
        ending.isEmpty ? "the name has no file extension" : "output format '.\(ending)' is not supported",
        hint: "Supported extensions: " + formats.map { ".\($0.ending)" }.joined(separator: ", "))
    }
    try AtomicFile.write(try format.contents(self), to: url.path)
  }
}

/// The format of files with an extension.
struct FileFormat<Model> {
  let ending: String
  let contents: (Model) throws(AugerError) -> [UInt8]

  init<Output>(_ format: OutputFormat<Model, Output>, ending: String? = nil) {
    self.ending = ending ?? format.fileExtension
    contents = { model throws(AugerError) in format.bytes(try format.render(model)) }
  }
}

extension ChartModel {
  /// Writes a file in the format of its extension: svg, png, pdf, html, json, csv, tsv, arrow or txt; `eml` is a
  /// draft of a message, `vl.json` Vega-Lite, `vg.json` Vega. A PNG has two pixels per point. An existing file is
  /// replaced atomically.
  ///
  /// - Throws: `unknownFormat` for other extensions, the errors of the format, and `fileUnwritable`.
  public func write(to url: URL) throws(AugerError) {
    try write(
      to: url,
      among: [
        FileFormat(.vegaLite()), FileFormat(.vega()), FileFormat(.json), FileFormat(.svg()),
        FileFormat(.png(scale: 2)), FileFormat(.pdf()), FileFormat(.html()), FileFormat(.csv()),
        FileFormat(.csv(delimiter: "\t"), ending: "tsv"), FileFormat(.arrow), FileFormat(.terminal()),
        FileFormat(.mail),
      ])
  }

  /// Creates a chart from chart JSON. It is equal to the written chart.
  ///
  /// - Parameter json: UTF-8, at most 1 GB.
  /// - Throws: `chartJSONInvalid` with the line and column.
  public init(json: Data) throws(AugerError) { self = try ChartJSON().model(from: Array(json)) }
}

extension Table {
  /// Writes a file in the format of its extension: csv, tsv, json, arrow or txt. An existing file is replaced
  /// atomically.
  ///
  /// - Throws: `unknownFormat` for other extensions, the errors of the format, and `fileUnwritable`.
  public func write(to url: URL) throws(AugerError) {
    try write(
      to: url,
      among: [
        FileFormat(.csv()), FileFormat(.csv(delimiter: "\t"), ending: "tsv"), FileFormat(.json), FileFormat(.arrow),
        FileFormat(.terminal()),
      ])
  }
}
