import AugerCharts
import AugerColumns

extension ChartModel {
  /// The selected categories of the finest level and the selected series, in selection order.
  public var selection: Selection {
    Selection(
      categories: state.selectedCategories.map { levels[0].values[$0] },
      series: state.selectedSeries.map { series[$0].value })
  }
}
