import AugerCharts
import AugerColumns
import AugerDiagnostics

/// An output format of charts, dashboards or tables. `Output` is the type of the result: a `String` or `Data`.
///
/// ```swift
/// let svg = try chart.rendered(as: .svg(theme: .dark))    // String
/// let png = try chart.rendered(as: .png(scale: 2))        // Data
/// ```
///
/// A custom format is a static member:
///
/// ```swift
/// extension OutputFormat where Model == ChartModel, Output == String {
///   static var summary: Self {
///     Self(fileExtension: "txt") { chart in "\(chart.title): \(chart.categories.count) categories" }
///   }
/// }
/// ```
public struct OutputFormat<Model, Output: Sendable>: Sendable {
  /// The file extension, without the period.
  public let fileExtension: String
  private let output: @Sendable (Model) throws -> Output
  /// The contents of a file with the output.
  package let bytes: @Sendable (Output) -> [UInt8]

  package init(
    fileExtension: String, bytes: @escaping @Sendable (Output) -> [UInt8],
    output: @escaping @Sendable (Model) throws -> Output
  ) {
    self.fileExtension = fileExtension
    self.bytes = bytes
    self.output = output
  }

  package func render(_ model: Model) throws(AugerError) -> Output {
    do { return try output(model) } catch { throw AugerError(error) }
  }
}

extension OutputFormat where Output == String {
  /// Creates a text format. A file contains the text in UTF-8. Errors of `render` that are not an `AugerError` have the
  /// code `other`.
  public init(fileExtension: String, render: @escaping @Sendable (Model) throws -> String) {
    self.init(fileExtension: fileExtension, bytes: { Array($0.utf8) }, output: render)
  }

  /// Creates a text format from a renderer of UTF-8.
  package init(utf8 fileExtension: String, _ render: @escaping @Sendable (Model) throws -> [UInt8]) {
    self.init(fileExtension: fileExtension) { String(decoding: try render($0), as: UTF8.self) }
  }
}

/// A result that can be written in output formats: a chart, the charts of a dashboard, or a table.
public protocol Renderable: Sendable {}

extension Renderable {
  /// Returns the contents in an output format, which determines the type of the result.
  ///
  /// Equal models give equal results.
  ///
  /// - Throws: The errors of the format.
  public func rendered<Output>(as format: OutputFormat<Self, Output>) throws(AugerError) -> Output {
    try format.render(self)
  }
}

extension ChartModel: Renderable {}
extension Table: Renderable {}

extension OutputFormat where Model == ChartModel, Output == String {
  /// Chart JSON, described by the schema `auger.chart-1`.
  public static var json: Self { Self(utf8: "json") { ChartJSON().data(for: $0) } }

  /// A picture.
  ///
  /// - Parameters:
  ///   - theme: The colors of a chart whose author did not choose a theme.
  ///   - size: The size in points. Nil for 720 by 420; charts with many bars are higher, so that labels fit.
  public static func svg(theme: Theme = .light, size: ChartSize? = nil) -> Self {
    Self(utf8: "svg") { SVG(theme: theme, size: size).data(for: $0) }
  }

  /// A Vega-Lite specification with the data of the chart. Rendering throws `noVegaLite` for charts that Vega-Lite has
  /// no marks for, with the name of another format.
  ///
  /// - Parameters:
  ///   - theme: The colors of a chart whose author did not choose a theme.
  ///   - size: The size of the plot in pixels.
  public static func vegaLite(
    theme: Theme = .light, size: ChartSize = ChartSize(width: 640, height: 320)
  ) -> Self {
    Self(utf8: "vl.json") { try VegaLite(theme: theme, size: size).data(for: $0) }
  }

  /// A Vega specification of a treemap or graph with its data. Rendering throws `noVega` for other charts.
  ///
  /// - Parameters:
  ///   - theme: The colors of a chart whose author did not choose a theme.
  ///   - size: The size of the plot in pixels.
  package static func vega(theme: Theme = .light, size: ChartSize = ChartSize(width: 640, height: 320)) -> Self {
    Self(utf8: "vg.json") { try Vega(theme: theme, size: size).data(for: $0) }
  }

  /// Lines of characters for terminals.
  ///
  /// - Parameters:
  ///   - width: The number of characters per line, at least 40.
  ///   - height: The number of lines of a plot, without its axis.
  ///   - theme: The colors of series, written as ANSI escapes. Nil for text without colors.
  public static func terminal(width: Int = 80, height: Int = 16, theme: Theme? = nil) -> Self {
    Self(utf8: "txt") { model in
      var terminal = TerminalChart(width: width, isColored: theme != nil, theme: theme ?? .dark)
      terminal.height = height
      return terminal.data(for: model)
    }
  }

  /// The numbers that the chart shows, like `csv(delimiter:)` of a table: one row for each category and one column for
  /// each series.
  public static func csv(delimiter: Character = ",") -> Self {
    Self(utf8: "csv") { try DelimitedText(separator: delimiter).data(for: $0.tabulatedInView()) }
  }
}

extension OutputFormat where Model == DataTable, Output == String {
  /// Rows of comma-separated values (RFC 4180) with a header. Null is an empty field, and an empty string is `""`.
  ///
  /// - Parameter delimiter: An ASCII character between fields, such as `;` or a tab. Rendering throws `unknownOption`
  ///   for other characters.
  public static func csv(delimiter: Character = ",") -> Self {
    Self(utf8: "csv") { try DelimitedText(separator: delimiter).data(for: $0) }
  }

  /// A JSON array with an object for each row. Dates and times are ISO 8601 strings.
  public static var json: Self { Self(utf8: "json") { JSONRows().data(for: $0) } }

  /// Lines of characters for terminals: the first 50 rows, and the columns that fit.
  ///
  /// - Parameter width: The number of characters per line, at least 40.
  public static func terminal(width: Int = 80) -> Self {
    Self(utf8: "txt") { TerminalChart(width: width).data(for: $0).bytes }
  }
}

extension DelimitedText {
  /// - Throws: `unknownOption` if the character is not ASCII, or if it is a quote or a line end.
  fileprivate init(separator: Character) throws(AugerError) {
    guard let byte = separator.asciiValue, !["\"", "\n", "\r", "\r\n"].contains(separator) else {
      throw AugerError(
        .unknownOption, operation: "write CSV", "\(String(separator).debugDescription) cannot separate fields",
        hint: "Use an ASCII character, such as a comma, a semicolon or a tab.")
    }
    self.init(delimiter: byte)
  }
}
