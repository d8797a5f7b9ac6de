/// The partitions for window functions: ranges of rows, in row order.
///
/// In a chart, a partition is a series and its rows are the displayed categories.
package struct WindowFrame: Sendable {
  /// Consecutive ranges that together contain every row.
  package var partitions: [Range<Int>]
  /// False before categories are sorted. Functions that depend on the order then return their argument, which serves
  /// as the sort value.
  package var isOrdered: Bool

  package init(_ partitions: [Range<Int>], isOrdered: Bool = true) {
    self.partitions = partitions
    self.isOrdered = isOrdered
  }

  /// Creates partitions of equal length.
  package init(count: Int, length: Int, isOrdered: Bool = true) {
    self.init((0..<count).map { $0 * length..<($0 + 1) * length }, isOrdered: isOrdered)
  }
}
