import ArgumentParser
import AugerCharts
import AugerExport
import Foundation

extension TerminalChart.Dots: ExpressibleByArgument {}

/// How charts look on a terminal.
struct TerminalOptions: ParsableArguments {
  /// When characters have colours.
  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

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

  @Option(help: "Of a chart on a terminal, the characters of a line; without it, those of the terminal.")
  var columns: Int?
  @Option(help: "auto, always or never: colours on a terminal. 'auto' is where it shows them and NO_COLOR is not set.")
  var color = Color.auto
  @Option(help: "braille or blocks: the dots of lines and points on a terminal.") var dots = TerminalChart.Dots.braille

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
