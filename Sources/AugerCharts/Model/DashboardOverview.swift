import AugerColumns
import AugerDiagnostics

/// A dashboard in a state, without the numbers of its charts: its layout, its controls and filters, and their values.
/// Pages and apps need it in addition to the chart models.
package struct DashboardOverview: Sendable {
  package var name: String
  package var title: String
  /// The query string of the state; empty in the initial state.
  package var address: String
  /// The items in dashboard order.
  package var items: [Item]
  /// One layout for each orientation in the dashboard. Without a layout, items follow each other.
  package var layouts: [Layout]
  /// All variables, including those that are not on a panel.
  package var variables: [Control]
  package var panels: [Panel]
  package var filters: [Filter]
  /// All columns of chart data that can be changed, chart by chart (guide, "What-If Analysis").
  package var whatIf: [WhatIfControl] = []
  package var warnings: [Warning]

  package init(
    name: String, title: String = "", address: String = "", items: [Item] = [], layouts: [Layout] = [],
    variables: [Control] = [], panels: [Panel] = [], filters: [Filter] = [], warnings: [Warning] = []
  ) {
    self.name = name
    self.title = title
    self.address = address
    self.items = items
    self.layouts = layouts
    self.variables = variables
    self.panels = panels
    self.filters = filters
    self.warnings = warnings
  }

  /// A chart, group, grid, panel or diagram.
  package struct Item: Sendable, Hashable {
    /// The kind of an item, named like its node.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case chart = "Chart"
      case drillDownGroup = "DrillDownGroup"
      case overlayGroup = "OverlayGroup"
      case treeMapGroup = "TreeMapGroup"
      case dataGrid = "DataGrid"
      case panel = "DAPanel"
      case diagram = "Diagram"
      case custom = "CustomItem"
    }

    package var name: String
    package var title: String
    package var kind: Kind
    /// The current chart. For a drilldown group, the chart of the current level. Nil for items without a chart.
    package var chart: String?
    /// The titles of a drilldown group's levels down to the current one.
    package var breadcrumb: [String]

    package init(name: String, title: String, kind: Kind, chart: String? = nil, breadcrumb: [String] = []) {
      self.name = name
      self.title = title
      self.kind = kind
      self.chart = chart
      self.breadcrumb = breadcrumb
    }
  }

  /// The positions of the items on a page, in points.
  package struct Layout: Sendable, Hashable {
    /// The two orientations of a page.
    package enum Orientation: String, Sendable, Hashable, CaseIterable { case landscape, portrait }

    package struct Frame: Sendable, Hashable {
      /// The index in `items`.
      package var item: Int
      package var frame: ChartFrame

      package init(item: Int, frame: ChartFrame) {
        self.item = item
        self.frame = frame
      }
    }

    package var orientation: Orientation
    package var size: ChartSize
    package var frames: [Frame]

    package init(orientation: Orientation, size: ChartSize, frames: [Frame]) {
      self.orientation = orientation
      self.size = size
      self.frames = frames
    }
  }

  /// The control of a variable.
  package struct Control: Sendable, Hashable {
    /// MAKit's controls (guide, "Dynamic Analytic Panel").
    package enum Kind: String, Sendable, Hashable, CaseIterable { case slider, picker, `switch`, date }

    /// The type of its values (guide, "Variables").
    package enum ValueType: String, Sendable, Hashable, CaseIterable {
      case integer, float, boolean, date
      /// A synonym of `date`.
      case datetime
      case enumeration = "enum"
    }

    package struct Choice: Sendable, Hashable {
      package var value: Scalar
      package var label: String

      package init(value: Scalar, label: String) {
        self.value = value
        self.label = label
      }
    }

    /// The name without the `$`.
    package var variable: String
    package var title: String
    package var kind: Kind
    package var type: ValueType
    package var value: Scalar
    /// The initial value.
    package var start: Scalar
    /// Nil for no limit.
    package var minimum: Scalar?
    package var maximum: Scalar?
    /// The step between allowed values; nil for any value.
    package var step: Double?
    package var decimals: Int?
    package var choices: [Choice]

    package init(
      variable: String, title: String, kind: Kind, type: ValueType, value: Scalar, start: Scalar,
      minimum: Scalar? = nil, maximum: Scalar? = nil, step: Double? = nil, decimals: Int? = nil, choices: [Choice] = []
    ) {
      self.variable = variable
      self.title = title
      self.kind = kind
      self.type = type
      self.value = value
      self.start = start
      self.minimum = minimum
      self.maximum = maximum
      self.step = step
      self.decimals = decimals
      self.choices = choices
    }
  }

  /// The control for changes of a chart's column.
  package struct WhatIfControl: Sendable, Hashable {
    /// A change.
    package struct Change: Sendable, Hashable {
      /// The category whose rows change. Nil changes all rows.
      package var category: Scalar?
      package var amount: Scalar
      /// True if the amount is in percent of the original value.
      package var isPercent: Bool

      package init(category: Scalar?, amount: Scalar, isPercent: Bool) {
        self.category = category
        self.amount = amount
        self.isPercent = isPercent
      }
    }

    package var chart: String
    package var column: String
    package var title: String
    /// `float` or `integer`.
    package var type: Control.ValueType
    /// The initial value of the control. Nil for the value in the data.
    package var value: Scalar?
    /// Nil for no limit.
    package var minimum: Scalar?
    package var maximum: Scalar?
    package var step: Double?
    package var decimals: Int?
    package var changes: [Change]

    package init(
      chart: String, column: String, title: String, type: Control.ValueType, value: Scalar? = nil,
      minimum: Scalar? = nil, maximum: Scalar? = nil, step: Double? = nil, decimals: Int? = nil, changes: [Change] = []
    ) {
      self.chart = chart
      self.column = column
      self.title = title
      self.type = type
      self.value = value
      self.minimum = minimum
      self.maximum = maximum
      self.step = step
      self.decimals = decimals
      self.changes = changes
    }
  }

  /// A group of controls.
  package struct Panel: Sendable, Hashable {
    package var name: String
    package var title: String
    /// Names of variables, without the `$`.
    package var variables: [String]

    package init(name: String, title: String, variables: [String]) {
      self.name = name
      self.title = title
      self.variables = variables
    }
  }

  /// A filter with its choices and its selection.
  package struct Filter: Sendable {
    /// The FilterType.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Several values, selected from the existing ones.
      case picklist
      /// A lower and an upper value, both inclusive.
      case range
    }

    package struct Choice: Sendable, Hashable {
      package var value: Scalar
      package var label: String
      /// The number of rows of the source query with the value.
      package var count: Int
      package var isPicked: Bool
      /// True if the value is selected but no longer occurs in the data.
      package var isMissing: Bool

      package init(value: Scalar, label: String, count: Int, isPicked: Bool, isMissing: Bool) {
        self.value = value
        self.label = label
        self.count = count
        self.isPicked = isPicked
        self.isMissing = isMissing
      }
    }

    package var name: String
    package var title: String
    package var kind: Kind
    /// The choices of a picklist.
    package var choices: [Choice]
    /// The limits of a range, null without data, and the selected ends.
    package var bounds: (lower: Scalar, upper: Scalar)
    package var range: (lower: Scalar, upper: Scalar)?

    package init(
      name: String, title: String, kind: Kind, choices: [Choice] = [], bounds: (lower: Scalar, upper: Scalar),
      range: (lower: Scalar, upper: Scalar)? = nil
    ) {
      self.name = name
      self.title = title
      self.kind = kind
      self.choices = choices
      self.bounds = bounds
      self.range = range
    }
  }
}
