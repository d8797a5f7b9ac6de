import AugerColumns

extension ChartModel {
  /// The estimated number of bytes of a model and of one output file during its creation, from the categories of all
  /// levels and the values.
  package var writtenBytes: Int {
    let categories = levels.reduce(0) { $0 + $1.count }
    let values = dimensions.reduce(0) { $0 + $1.cells.count } + (items?.count ?? 0) * max(1, dimensions.count)
    let cells = table?.columns.reduce(0) { $0 + $1.cells.count } ?? 0
    return (categories + values + cells) * Self.bytesOfCell
  }

  /// The estimated bytes of a category or a value in a model and in growing output.
  private static let bytesOfCell = 120
}
