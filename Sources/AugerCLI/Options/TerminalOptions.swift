import ArgumentParser
import AugerCharts
import AugerExport
import Foundation

extension TerminalChart.Dots: ExpressibleByArgument {
  /// Empty, because the help text states the default.
  package var defaultValueDescription: String { "" }
}

/// The options of charts in a terminal.
struct TerminalOptions: ParsableArguments {
  /// The use of color in the terminal.
  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// Empty, because the help text states the default.
    var defaultValueDescription: String { "" }

    var isOn: Bool {
      switch self {
      case .always: return true
      case .never: return false
      case .auto:
        let environment = ProcessInfo.processInfo.environment
        return Terminal.isStandardOutput && environment["NO_COLOR", default: ""].isEmpty
          && environment["TERM"] != "dumb"
      }
    }
  }

  @Option(
    help: ArgumentHelp(
      """
      Width of a chart in the terminal, in characters, \(TerminalChart.leastWidth) to 1000. Default: the width of the \
      terminal.
      """,
      valueName: "count"))
  var columns: Int?
  @Option(
    help: ArgumentHelp(
      "Colors in the terminal. Default: auto, unless NO_COLOR is set.", valueName: "when"))
  var color = Color.auto
  @Option(
    help: ArgumentHelp("Characters for lines and points in the terminal. Default: braille.", valueName: "style"))
  var dots = TerminalChart.Dots.braille

  func validate() throws {
    if let columns, !(TerminalChart.leastWidth...1000).contains(columns) {
      throw ValidationError("--columns must be from \(TerminalChart.leastWidth) to 1000.")
    }
  }

  func chart(_ theme: Theme) -> TerminalChart {
    var chart = TerminalChart(width: columns ?? Terminal.columns ?? 80, isColored: color.isOn, theme: theme)
    chart.dots = dots
    return chart
  }
}
