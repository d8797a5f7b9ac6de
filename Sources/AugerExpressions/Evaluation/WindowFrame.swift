/// What window forms run over: the rows of each partition, in the order of the rows.
///
/// In a chart a partition is a series, its rows are the categories as they are shown.
package struct WindowFrame: Sendable {
  /// Ranges of rows that follow one another and together hold every row.
  package var partitions: [Range<Int>]
  /// Without an order, forms that depend on it give their argument: what a chart is sorted by before there is an order.
  package var isOrdered: Bool

  package init(_ partitions: [Range<Int>], isOrdered: Bool = true) {
    self.partitions = partitions
    self.isOrdered = isOrdered
  }

  /// Partitions of equal length.
  package init(count: Int, length: Int, isOrdered: Bool = true) {
    self.init((0..<count).map { $0 * length..<($0 + 1) * length }, isOrdered: isOrdered)
  }
}
