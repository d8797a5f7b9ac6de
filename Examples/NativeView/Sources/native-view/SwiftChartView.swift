#if canImport(SwiftUI) && canImport(Charts)
  import Auger
  import Charts
  import SwiftUI

  /// A SwiftUI view that shows a chart as columns of Swift Charts.
  struct SwiftChartView: View {
    let chart: ChartModel
    /// Receives the selection of a tapped category that leads to another chart.
    let drillDown: (QueryArguments) -> Void
    @State private var tapped: String?

    init(_ chart: ChartModel, drillDown: @escaping (QueryArguments) -> Void = { _ in }) {
      self.chart = chart
      self.drillDown = drillDown
    }

    var body: some View {
      VStack(alignment: .leading) {
        Text(chart.title).font(.headline)
        Chart(chart.points) { point in
          // A category without a value has no column.
          if let number = point.number {
            BarMark(x: .value("Category", point.category.text), y: .value(point.measure, number))
              .foregroundStyle(by: .value("Series", point.series.text))
              .position(by: .value("Series", point.series.text))
              .accessibilityValue(point.text)
          }
        }
        .chartXSelection(value: $tapped)
        .onChange(of: tapped) { _, text in
          guard let category = chart.categories.firstIndex(where: { $0.text == text }) else { return }
          if let selection = chart.drill?.selection(category: category) { drillDown(selection) }
        }
      }
    }
  }
#endif
