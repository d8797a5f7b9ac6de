import AugerCharts
import AugerColumns

/// A part that a chart can have several of: an annotation or a what-if column.
public protocol ChartContentPart: MetadataPart {}

extension ChartContentPart {
  /// The node of a chart that contains the part.
  var listName: String { node.name.isSame(as: "Annotation") ? "Annotations" : "WhatIfColumns" }
}

/// A line, band, box or text in a chart.
///
/// ```swift
/// ChartAnnotation("Target", at: .value(100), color: "red")
/// ChartAnnotation("Campaign", at: .category("2024-03-01"), through: .category("2024-04-15"))
/// ```
public struct ChartAnnotation: ChartContentPart {
  /// A position on the axes of a chart.
  public enum Anchor: Sendable, Hashable {
    /// A position on the value axis.
    case value(Double)
    /// A category, or a date or number between categories.
    case category(String)
    /// A position on both axes.
    case point(category: String, value: Double)

    fileprivate var value: String? {
      switch self {
      case .value(let value), .point(_, let value): NumberText.shortest(value)
      case .category: nil
      }
    }

    fileprivate var category: String? {
      switch self {
      case .category(let category), .point(let category, _): category
      case .value: nil
      }
    }
  }

  public var node: MetadataNode

  /// Creates an annotation: a line at a value or category, or a text at a point.
  ///
  /// - Parameters:
  ///   - text: The text at the annotation.
  ///   - start: The position.
  ///   - end: The end of a band or box. Nil for a line or a text.
  ///   - color: The name of a color, or `#rrggbb`. Default: the color of reference lines.
  public init(_ text: String = "", at start: Anchor, through end: Anchor? = nil, color: String? = nil) {
    node = MetadataNode(
      "Annotation",
      [
        "Text": text.isEmpty ? nil : text, "Value": start.value, "EndValue": end?.value, "Category": start.category,
        "EndCategory": end?.category, "Color": color,
      ])
  }
}

/// A column of a chart's query whose values users can change.
public struct WhatIfColumn: ChartContentPart {
  public var node: MetadataNode

  /// Creates a column of numbers.
  ///
  /// - Parameters:
  ///   - column: The name of a column of the query.
  ///   - title: The label of its control. Default: the name of the column.
  ///   - value: The initial value of its control. It may be outside the bounds.
  ///   - bounds: The values that users can set. Default: all.
  ///   - step: The distance between two values, counted from the lower bound or from 0.
  public init(
    _ column: String, title: String? = nil, value: Double? = nil, in bounds: ClosedRange<Double>? = nil,
    step: Double? = nil
  ) {
    node = MetadataNode("Column", ["Name": column, "DisplayName": title, "VariableType": "float"])
    node["Value"] = value.map(NumberText.shortest)
    node.bound(
      bounds.map { (NumberText.shortest($0.lowerBound), NumberText.shortest($0.upperBound)) }, step: step)
  }

  /// Creates a column of integers.
  ///
  /// - Parameters:
  ///   - column: The name of a column of the query.
  ///   - title: The label of its control. Default: the name of the column.
  ///   - value: The initial value of its control. It may be outside the bounds.
  ///   - bounds: The values that users can set. Default: all.
  ///   - step: The distance between two values, counted from the lower bound or from 0.
  public init(
    _ column: String, title: String? = nil, value: Int, in bounds: ClosedRange<Int>? = nil, step: Double? = nil
  ) {
    node = MetadataNode("Column", ["Name": column, "DisplayName": title, "VariableType": "integer"])
    node["Value"] = "\(value)"
    node.bound(bounds.map { ("\($0.lowerBound)", "\($0.upperBound)") }, step: step)
  }
}

/// A level of the categories with its own query.
public struct ZoomingLevel: MetadataPart {
  public var node: MetadataNode

  /// Creates a level.
  ///
  /// - Parameters:
  ///   - column: The column of the categories.
  ///   - query: The query. It also returns the columns of the coarser levels.
  ///   - title: The name of the level. Default: the name of the column.
  ///   - format: The format of the categories. Default: the format of the chart's categories.
  public init(_ column: String, query: String, title: String? = nil, format: ValueFormat? = nil) {
    node = MetadataNode("ZoomingLevel", ["Query": query, "CategoryColumn": column, "Title": title])
    node.set(format)
  }
}

extension MetadataNode {
  mutating func bound(_ bounds: (lower: String, upper: String)?, step: Double?) {
    self["Min"] = bounds?.lower
    self["Max"] = bounds?.upper
    self["Step"] = step.map(NumberText.shortest)
  }
}
