import AugerCharts
import AugerColumns
import AugerDiagnostics

/// A choice of values. The queries of the charts that name the filter receive the selected ones as an argument.
///
/// ```swift
/// let sales = Dashboard("sales") {
///   Filter("Product", query: "Sales")
///   ChartDefinition("Regions", type: .bar, query: "Sales", category: "Region", values: .sum("Amount"))
///     .filtered(by: "Product")
/// }
/// let bikes = try sales.initialState.applying(.filter("Product", by: ["Bikes"]))
/// ```
///
/// The argument has the name of the filter. A pipeline over tables compares it with the column of this name.
public struct Filter: DashboardPart {
  /// The selection of a filter: some values of a list, or a lower and an upper value.
  public enum Kind: String, Sendable, Hashable, CaseIterable { case picklist, range }

  public var node: MetadataNode

  /// Creates a filter.
  ///
  /// - Parameters:
  ///   - name: The name, which is also the name of the argument.
  ///   - query: The query, or table, that returns the available values.
  ///   - column: The column of the values. Default: the name of the filter.
  ///   - kind: The kind of selection.
  ///   - title: The label of its control. Default: the name.
  ///   - dependsOn: Filters whose selected values are arguments of the query.
  public init(
    _ name: String, query: String, column: String? = nil, kind: Kind = .picklist, title: String? = nil,
    dependsOn: [String] = []
  ) {
    node = MetadataNode(
      "Filter",
      [
        "Name": name, "SourceQuery": query, "FilterType": kind.rawValue, "Column": column ?? name,
        "DisplayName": title, "DependsOn": dependsOn.isEmpty ? nil : dependsOn.joined(separator: ","),
      ])
  }
}

/// A value that users can set. Expressions refer to it by its name with a `$`.
///
/// ```swift
/// Variable("hike", value: 0.0, in: 0...18, step: 0.5, title: "Price increase in %")
/// Variable("currency", choices: ["EUR": "Euro", "CHF": "Swiss franc"])
/// ```
public struct Variable: DashboardPart {
  public var node: MetadataNode

  /// Creates a variable for numbers or dates. The Swift type of `value` determines its type: 10 is an integer, 10.0 a
  /// float.
  ///
  /// - Parameters:
  ///   - name: The name without the `$`.
  ///   - value: The initial value.
  ///   - bounds: The values that users can set. Default: all.
  ///   - step: The distance between two values, counted from the lower bound or from 0. In days for dates.
  ///   - title: The label of its control. Default: the name.
  public init<Value: ColumnValue & Comparable>(
    _ name: String, value: Value, in bounds: ClosedRange<Value>? = nil, step: Double? = nil, title: String? = nil
  ) {
    node = Self.node(name, title, value.scalar)
    node["Value"] = value.scalar.metadataText
    node.bound(
      bounds.map { ($0.lowerBound.scalar.metadataText, $0.upperBound.scalar.metadataText) }, step: step)
  }

  /// Creates a variable that is true or false.
  ///
  /// - Parameters:
  ///   - name: The name without the `$`.
  ///   - value: The initial value.
  ///   - title: The label of its control. Default: the name.
  public init(_ name: String, value: Bool, title: String? = nil) {
    node = Self.node(name, title, .bool(value))
    node["Value"] = "\(value)"
  }

  /// Creates a variable with a list of choices.
  ///
  /// - Parameters:
  ///   - name: The name without the `$`.
  ///   - choices: The values in expressions with their labels.
  ///   - selected: The value of the initial choice. Default: the first one.
  ///   - title: The label of its control. Default: the name.
  public init(
    _ name: String, choices: KeyValuePairs<String, String>, selected: String? = nil, title: String? = nil
  ) {
    node = Self.node(name, title, .string(""))
    if let selected {
      // The number after the last choice is invalid, like the value.
      node["Selection"] = "\(choices.firstIndex { $0.key.isSame(as: selected) } ?? choices.count)"
    }
    node.append(
      choices.map { value, label in
        MetadataNode("Choice", ["Value": value, "Display": label.isSame(as: value) ? nil : label])
      }, to: "Choices")
  }

  private static func node(_ name: String, _ title: String?, _ value: Scalar) -> MetadataNode {
    let type: VariableType =
      switch value {
      case .int: .integer
      case .bool: .boolean
      case .date: .date
      case .timestamp: .datetime
      case .string: .enumeration
      case .null, .float, .decimal, .time, .interval, .binary: .float
      }
    return MetadataNode("Variable", ["Name": "$\(name)", "DisplayName": title, "VariableType": type.rawValue])
  }
}

extension Scalar {
  /// The value in the dashboard language: `12.5`, `date(2024,2,29)`.
  fileprivate var metadataText: String {
    switch self {
    case .float(let value): NumberText.shortest(value)
    case .date(let date): "date(\(date.year),\(date.month),\(date.day))"
    case .timestamp(let moment):
      "date(\(moment.date.year),\(moment.date.month),\(moment.date.day)"
        + ",\(moment.hour),\(moment.minute),\(moment.second))"
    default: description
    }
  }
}

/// A panel with controls of variables.
public struct Panel: DashboardItem {
  public var node: MetadataNode

  /// Creates a panel of controls, or of content that the program provides.
  ///
  /// ```swift
  /// Panel("Note", title: "Method", text: "Prices include all taxes.")
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, unique in its dashboard.
  ///   - variables: The names of the variables without the `$`.
  ///   - title: The title above the panel. Default: none.
  ///   - text: Content instead of controls: text, SVG, or the data URL of a PNG or JPEG picture.
  ///   - query: A query whose first cell is the content.
  ///   - alternative: A description of a picture for readers who cannot see it.
  public init(
    _ name: String, variables: [String] = [], title: String? = nil, text: String? = nil, query: String? = nil,
    alternative: String? = nil
  ) {
    node = MetadataNode(
      text == nil && query == nil ? "DAPanel" : "CustomItem",
      ["Name": name, "Title": title, "Text": text, "Query": query, "Alternative": alternative],
      children: variables.map { MetadataNode("VariableName", ["Name": "$\($0)"]) })
  }
}
