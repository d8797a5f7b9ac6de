extension ChartType {
  /// The type with the same marks, but with horizontal bars instead of columns. Nil for types without columns.
  package var lying: ChartType? {
    switch self {
    case .column: .bar
    case .stackedColumn, .percentColumn: .stackedBar
    case .verticalBullet: .horizontalBullet
    default: nil
    }
  }
}
