import AugerColumns
import AugerDiagnostics

/// A dashboard as it is seen at a place, without the numbers of its charts: what stands where, what can be set and
/// filtered, and to what it is. What a page or an app needs beside the chart models.
package struct DashboardModel: Sendable {
  package var name: String
  package var title: String
  /// The address of the place: empty at the start.
  package var address: String
  /// In the order of the dashboard.
  package var items: [Item]
  /// One for each orientation that the dashboard lays out; one below the other without any.
  package var layouts: [Layout]
  /// Every variable, on a panel or not.
  package var variables: [Control]
  package var panels: [Panel]
  package var filters: [Filter]
  /// Every column of a chart's data that may be changed, chart by chart (guide, "What-If Analysis").
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
    /// By the name of its node.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      case chart = "Chart"
      case drillDownGroup = "DrillDownGroup"
      case overlayGroup = "OverlayGroup"
      case treeMapGroup = "TreeMapGroup"
      case dataGrid = "DataGrid"
      case panel = "DAPanel"
      case diagram = "Diagram"
    }

    package var name: String
    package var title: String
    package var kind: Kind
    /// The chart in view: of a drilldown group the level that was reached. Nil for what is no chart.
    package var chart: String?
    /// Of a drilldown group, the titles of the levels down to the one in view.
    package var breadcrumb: [String]

    package init(name: String, title: String, kind: Kind, chart: String? = nil, breadcrumb: [String] = []) {
      self.name = name
      self.title = title
      self.kind = kind
      self.chart = chart
      self.breadcrumb = breadcrumb
    }
  }

  /// Where the items stand on a page, in points.
  package struct Layout: Sendable, Hashable {
    /// The two ways to hold a page.
    package enum Orientation: String, Sendable, Hashable, CaseIterable { case landscape, portrait }

    package struct Frame: Sendable, Hashable {
      /// Index into `items`.
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

  /// How a variable is set.
  package struct Control: Sendable, Hashable {
    /// MAKit's controls (guide, "Dynamic Analytic Panel").
    package enum Kind: String, Sendable, Hashable, CaseIterable { case slider, picker, `switch`, date }

    /// What values it has (guide, "Variables").
    package enum ValueType: String, Sendable, Hashable, CaseIterable {
      case integer, float, boolean, date
      /// Another word for `date`.
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

    /// Without the `$`.
    package var variable: String
    package var title: String
    package var kind: Kind
    package var type: ValueType
    package var value: Scalar
    /// The value at the start.
    package var start: Scalar
    /// Nil: unbounded.
    package var minimum: Scalar?
    package var maximum: Scalar?
    /// The distance of the values that can be set; nil: any.
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

  /// How a column of a chart's data is changed.
  package struct WhatIfControl: Sendable, Hashable {
    /// One change that was made.
    package struct Change: Sendable, Hashable {
      /// The category whose rows are changed; nil: all rows.
      package var category: Scalar?
      package var amount: Scalar
      /// Whether the amount is in hundredths of what was there.
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
    /// Where the control starts; nil: at what is in the data.
    package var value: Scalar?
    /// Nil: unbounded.
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

  /// Controls that stand together.
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

  /// A filter with what can be chosen and what was.
  package struct Filter: Sendable {
    /// FilterType.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
      /// Several values, picked from those that there are.
      case picklist
      /// A lower and an upper value, both included.
      case range
    }

    package struct Choice: Sendable, Hashable {
      package var value: Scalar
      package var label: String
      /// Rows of the source query that have it.
      package var count: Int
      package var isPicked: Bool
      /// Whether it was picked and is not in the data any more.
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
    /// Of a picklist.
    package var choices: [Choice]
    /// Of a range: the ends of the data, null where there are none, and what was chosen of it.
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
