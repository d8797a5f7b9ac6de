import AugerColumns

extension ChartModel {
  /// Bytes that a model and one file of it take while that is made, about: categories of all levels, and values.
  package var writtenBytes: Int {
    let categories = levels.reduce(0) { $0 + $1.count }
    let values = dimensions.reduce(0) { $0 + $1.cells.count } + (items?.count ?? 0) * max(1, dimensions.count)
    let cells = table?.columns.reduce(0) { $0 + $1.cells.count } ?? 0
    return (categories + values + cells) * Self.bytesOfCell
  }

  /// What a category or a value takes in a model and in what is written of it, while that grows.
  private static let bytesOfCell = 120
}
