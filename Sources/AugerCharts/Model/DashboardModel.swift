public import AugerColumns
public import AugerDiagnostics

/// A dashboard as it is seen at a place, without the numbers of its charts: what stands where, what can be set and
/// filtered, and to what it is. What a page or an app needs beside the chart models.
public struct DashboardModel: Sendable {
  public var name: String
  public var title: String
  /// The address of the place: empty at the start.
  public var address: String
  /// In the order of the dashboard.
  public var items: [Item]
  /// One for each orientation that the dashboard lays out; one below the other without any.
  public var layouts: [Layout]
  /// Every variable, on a panel or not.
  public var variables: [Control]
  public var panels: [Panel]
  public var filters: [Filter]
  /// Every column of a chart's data that may be changed, chart by chart (guide, "What-If Analysis").
  public var whatIf: [WhatIfControl] = []
  public var warnings: [Warning]

  public init(
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
  public struct Item: Sendable, Hashable {
    public var name: String
    public var title: String
    /// The name of its node: `Chart`, `DrillDownGroup`.
    public var kind: String
    /// The chart in view: of a drilldown group the level that was reached. Nil for what is no chart.
    public var chart: String?
    /// Of a drilldown group, the titles of the levels down to the one in view.
    public var breadcrumb: [String]

    public init(name: String, title: String, kind: String, chart: String? = nil, breadcrumb: [String] = []) {
      self.name = name
      self.title = title
      self.kind = kind
      self.chart = chart
      self.breadcrumb = breadcrumb
    }
  }

  /// Where the items stand on a page, in points.
  public struct Layout: Sendable, Hashable {
    public struct Frame: Sendable, Hashable {
      /// Index into `items`.
      public var item: Int
      public var frame: ChartFrame

      public init(item: Int, frame: ChartFrame) {
        self.item = item
        self.frame = frame
      }
    }

    /// `landscape` or `portrait`.
    public var orientation: String
    public var size: ChartSize
    public var frames: [Frame]

    public init(orientation: String, size: ChartSize, frames: [Frame]) {
      self.orientation = orientation
      self.size = size
      self.frames = frames
    }
  }

  /// How a variable is set.
  public struct Control: Sendable, Hashable {
    /// MAKit's controls (guide, "Dynamic Analytic Panel").
    public enum Kind: String, Sendable, Hashable, CaseIterable { case slider, picker, `switch`, date }

    public struct Choice: Sendable, Hashable {
      public var value: Scalar
      public var label: String

      public init(value: Scalar, label: String) {
        self.value = value
        self.label = label
      }
    }

    /// Without the `$`.
    public var variable: String
    public var title: String
    public var kind: Kind
    /// `integer`, `float`, `boolean`, `date`, `datetime` or `enum`.
    public var type: String
    public var value: Scalar
    /// The value at the start.
    public var start: Scalar
    /// Nil: unbounded.
    public var minimum: Scalar?
    public var maximum: Scalar?
    /// The distance of the values that can be set; nil: any.
    public var step: Double?
    public var decimals: Int?
    public var choices: [Choice]

    public init(
      variable: String, title: String, kind: Kind, type: String, value: Scalar, start: Scalar,
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
  public struct WhatIfControl: Sendable, Hashable {
    /// One change that was made.
    public struct Change: Sendable, Hashable {
      /// The category whose rows are changed; nil: all rows.
      public var category: Scalar?
      public var amount: Scalar
      /// Whether the amount is in hundredths of what was there.
      public var isPercent: Bool

      public init(category: Scalar?, amount: Scalar, isPercent: Bool) {
        self.category = category
        self.amount = amount
        self.isPercent = isPercent
      }
    }

    public var chart: String
    public var column: String
    public var title: String
    /// `float` or `integer`.
    public var type: String
    /// Where the control starts; nil: at what is in the data.
    public var value: Scalar?
    /// Nil: unbounded.
    public var minimum: Scalar?
    public var maximum: Scalar?
    public var step: Double?
    public var decimals: Int?
    public var changes: [Change]

    public init(
      chart: String, column: String, title: String, type: String, value: Scalar? = nil, minimum: Scalar? = nil,
      maximum: Scalar? = nil, step: Double? = nil, decimals: Int? = nil, changes: [Change] = []
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
  public struct Panel: Sendable, Hashable {
    public var name: String
    public var title: String
    /// Names of variables, without the `$`.
    public var variables: [String]

    public init(name: String, title: String, variables: [String]) {
      self.name = name
      self.title = title
      self.variables = variables
    }
  }

  /// A filter with what can be chosen and what was.
  public struct Filter: Sendable {
    public struct Choice: Sendable, Hashable {
      public var value: Scalar
      public var label: String
      /// Rows of the source query that have it.
      public var count: Int
      public var isPicked: Bool
      /// Whether it was picked and is not in the data any more.
      public var isMissing: Bool

      public init(value: Scalar, label: String, count: Int, isPicked: Bool, isMissing: Bool) {
        self.value = value
        self.label = label
        self.count = count
        self.isPicked = isPicked
        self.isMissing = isMissing
      }
    }

    public var name: String
    public var title: String
    /// `picklist` or `range`.
    public var kind: String
    /// Of a picklist.
    public var choices: [Choice]
    /// Of a range: the ends of the data, null where there are none, and what was chosen of it.
    public var bounds: (lower: Scalar, upper: Scalar)
    public var range: (lower: Scalar, upper: Scalar)?

    public init(
      name: String, title: String, kind: String, choices: [Choice] = [], bounds: (lower: Scalar, upper: Scalar),
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
