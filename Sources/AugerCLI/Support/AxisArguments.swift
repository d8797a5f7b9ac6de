import ArgumentParser
import AugerCharts
import AugerDiagnostics
import AugerQuery

/// What is said of a chart's axes.
struct AxisArguments: ParsableArguments {
  @Option(help: "The ends of the value axis: 0..100, or 0.. for one of them.") var valueRange: String?
  @Option(help: "Room beyond the values, as a share of their length: 0.1.") var valuePadding: String?
  @Option(help: "Where the value axis has labels: '0, 50, 100', 'every 25'.") var valueTicks: String?
  @Option(help: "The value that the category axis stands at, and columns begin at.") var valueCrossing: String?
  @Option(help: "What the value axis leaves out: 200..800.") var valueGaps: String?
  @Option(help: "The ends of an axis of numbers or dates: 2024-01-01..2024-12-31.") var categoryRange: String?
  @Option(help: "Room beyond the categories, as a share of their length.") var categoryPadding: String?
  @Option(help: "Where it has labels: 'every 3 months from 2024-02-01'.") var categoryTicks: String?
  @Option(help: "The number or date that the value axis stands at.") var categoryCrossing: String?
  @Option(help: "What it leaves out: '2024-12-24..2024-12-31, weekends'.") var categoryGaps: String?

  func axes() throws -> ChartAxes {
    var axes = ChartAxes()
    for (part, text) in [
      (AxisOptions.Part.range, valueRange), (.padding, valuePadding), (.ticks, valueTicks), (.crossing, valueCrossing),
      (.gaps, valueGaps),
    ] {
      try set(part, text, of: &axes.value, "value")
    }
    for (part, text) in [
      (AxisOptions.Part.range, categoryRange), (.padding, categoryPadding), (.ticks, categoryTicks),
      (.crossing, categoryCrossing), (.gaps, categoryGaps),
    ] {
      try set(part, text, of: &axes.category, "category")
    }
    return axes
  }

  private func set(
    _ part: AxisOptions.Part, _ text: String?, of axis: inout AxisOptions, _ name: String
  ) throws(AugerError) {
    guard let text, !axis.set(part, text) else { return }
    throw AugerError(
      .wrongOptionValue, operation: "read --\(name)-\(part.rawValue)", "'\(text)' is not \(part.expectation)")
  }
}
