import AugerCharts
import AugerExpressions

/// An expression for a part of the appearance of a graph's nodes. It is evaluated for the rows whose source is the
/// node.
package struct NodeStyleDefinition: Sendable, Equatable {
  package typealias Part = ChartGraph.NodeStyle.Part

  package var part: Part
  package var expression: Expression

  package init(_ part: Part, _ expression: Expression) {
    self.part = part
    self.expression = expression
  }
}

/// The summary of an overlay.
package struct SummaryDefinition: Sendable, Hashable {
  /// The title of the total. Empty for All.
  package var title = ""
  /// The direction of a positive trend.
  package var polarity: ChartSummary.Polarity?
  package var keepsTrendHeight = false
  package var ranges: [SummaryRangeDefinition] = []

  package init() {}
}

/// A SummaryRange node of a chart.
package struct SummaryRangeDefinition: Sendable, Hashable {
  package var first: String
  package var last: String
  package var title: String

  package init(from first: String, to last: String, title: String = "") {
    self.first = first
    self.last = last
    self.title = title
  }
}

extension ParsedChart {
  /// The expressions for the appearance of items and nodes, in the order of their columns.
  package var lookExpressions: [Expression] {
    [itemColor, type.hasOutlines ? itemOutline : nil].compactMap(\.self)
      + (type.has(.links) ? nodeStyles.map(\.expression) : [])
  }
}
