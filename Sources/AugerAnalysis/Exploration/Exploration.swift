import AugerColumns
import AugerDiagnostics

/// The state of a dashboard: drill paths, zooming levels, filters, variables, what-if changes, sort orders and
/// selections.
///
/// The state contains only the choices of the user: no results, no definitions, no time. Anything that it does not
/// contain has its initial value. `description` is its query string, from which the same state can be parsed (spec page
/// 5).
package struct Exploration: Sendable, Hashable {
  /// States by the name of a chart, drilldown group, treemap, overlay, grid or diagram.
  package var items = NamedValues<ItemState>()
  /// Filter states by the name of the filter.
  package var filters = NamedValues<FilterState>()
  /// Values by the name of the variable, without the `$`.
  package var variables = NamedValues<Scalar>()

  /// Creates the initial state of a dashboard.
  package init() {}

  /// The state of an item. Setting the initial state removes it.
  package subscript(item name: String) -> ItemState {
    get { items[name] ?? ItemState() }
    set { items[name] = newValue == ItemState() ? nil : newValue }
  }
}

/// The state of one item of a dashboard.
package struct ItemState: Sendable, Hashable {
  /// The drill path of a drilldown group: the selection in each level, the first level first.
  package var drill: [[Pick]] = []
  /// The zooming level, from 1, the coarsest. Nil for the initial level of the chart.
  package var zoom: Int?
  /// Changes of the data in the order of application, at most one for each column and category.
  package var whatIf: [WhatIfChange] = []
  package var selection = Selection()
  package var sort: SortState?
  /// The visible parts of the axes.
  package var range: VisibleRange?
  /// The hidden series, by their values.
  package var hidden: [Scalar] = []
  package var highlighted: Scalar?
  /// The nodes of a diagram that were set, by name.
  package var nodes = NamedValues<Scalar>()

  package init() {}
}

/// A column and its selected values in one level of a drilldown.
package struct Pick: Sendable, Hashable {
  package var column: String
  /// The values in selection order: at least one, and none is null.
  package var values: [Scalar]

  /// Creates a selection of at least one value of a column, in selection order. No value may be null.
  package init(_ column: String, _ values: [Scalar]) {
    self.column = column
    self.values = values
  }

  package static func == (a: Pick, b: Pick) -> Bool {
    Name(a.column) == Name(b.column) && a.values == b.values
  }

  package func hash(into hasher: inout Hasher) {
    for byte in column.utf8 { hasher.combine(byte) }
    hasher.combine(values)
  }
}

/// The values that a filter accepts.
package enum FilterState: Sendable, Hashable {
  /// Selected values in selection order, at least one.
  case picks([Scalar])
  /// A range, both ends inclusive.
  case range(lower: Scalar, upper: Scalar)
}

/// A change of the data of a chart, applied before its values are computed.
package struct WhatIfChange: Sendable, Hashable {
  package typealias Amount = Move.Amount

  package var column: String
  /// The category whose rows change. Nil changes all rows.
  package var category: Scalar?
  package var amount: Amount

  /// Creates a change of a column for the rows of one category. Without a category, it applies to all rows.
  package init(_ column: String, category: Scalar? = nil, _ amount: Amount) {
    self.column = column
    self.category = category
    self.amount = amount
  }

  package static func == (a: WhatIfChange, b: WhatIfChange) -> Bool {
    a.hasTarget(of: b) && a.amount == b.amount
  }

  package func hash(into hasher: inout Hasher) {
    for byte in column.utf8 { hasher.combine(byte) }
    hasher.combine(category)
    hasher.combine(amount)
  }

  /// Returns true if both changes have the same column and category, so that they cannot be combined.
  func hasTarget(of other: WhatIfChange) -> Bool {
    Name(column) == Name(other.column) && category == other.category
  }
}

/// The selected categories, series and rectangles. Without a selection, every item is in focus. Categories and series
/// intersect. The chart determines which items lie in a rectangle.
public struct Selection: Sendable, Hashable {
  package struct Item: Sendable, Hashable {
    package var category: Scalar
    /// The series of the item. Null in a chart without series.
    package var series: Scalar

    package init(category: Scalar, series: Scalar) {
      self.category = category
      self.series = series
    }
  }

  /// A range of values, both ends inclusive.
  package struct Span: Sendable, Hashable {
    package var lower: Scalar
    package var upper: Scalar

    package init(_ lower: Scalar, _ upper: Scalar) {
      self.lower = lower
      self.upper = upper
    }
  }

  /// A rectangle in the plot area of a chart, in data coordinates.
  package struct Rectangle: Sendable, Hashable {
    /// The range on the category axis. Nil for the whole axis. Strings are compared by their position on the axis.
    package var categories: Span?
    /// The range on the value axis. Nil for the whole axis.
    package var values: Span?

    package init(categories: Span? = nil, values: Span? = nil) {
      self.categories = categories
      self.values = values
    }
  }

  /// The selected categories, by their values.
  public var categories: [Scalar] = []
  /// Categories of a zoomed chart as paths from the coarsest ancestor to the category: March of 2011.
  package var paths: [[Scalar]] = []
  /// The selected series, by their values.
  public var series: [Scalar] = []
  package var items: [Item] = []
  package var rectangles: [Rectangle] = []

  /// Creates a selection of categories, series, or the items in their intersection.
  public init(categories: [Scalar] = [], series: [Scalar] = []) {
    self.categories = categories
    self.series = series
  }

  package var isEmpty: Bool {
    categories.isEmpty && paths.isEmpty && series.isEmpty && items.isEmpty && rectangles.isEmpty
  }

  /// Returns true if an item is in focus, without data of the chart. For rectangles, use `ChartState.focuses`.
  package func focuses(category: Scalar, series value: Scalar) -> Bool {
    if isEmpty || items.contains(Item(category: category, series: value)) { return true }
    let named = categories + paths.compactMap(\.last)
    if named.isEmpty && series.isEmpty { return false }
    return (named.isEmpty || named.contains(category)) && (series.isEmpty || series.contains(value))
  }
}

/// The sort order of the categories or series, and the number of categories to show.
package struct SortState: Sendable, Hashable {
  package typealias Key = Move.SortKey

  package var key: Key
  package var isDescending: Bool
  /// Maximum number of categories. The others are combined into "Other".
  package var top: Int?

  /// Creates a sort order. `top` limits the number of categories and combines the others into "Other".
  package init(_ key: Key, isDescending: Bool = false, top: Int? = nil) {
    self.key = key
    self.isDescending = isDescending
    self.top = top
  }
}

/// The visible part of each axis, as fractions of its length: 0 ≤ lower < upper ≤ 1.
///
/// Categories are counted in their order, from the top on a vertical axis. A category is visible if it intersects the
/// range. Axes of numbers and dates show that fraction of their length, from the lower end.
package struct VisibleRange: Sendable, Hashable {
  package var horizontal: Bounds
  package var vertical: Bounds

  /// Creates a range from fractions of each axis, from 0 to 1.
  package init(horizontal: ClosedRange<Double>, vertical: ClosedRange<Double>? = nil) {
    self.init(horizontal: Bounds(horizontal), vertical: vertical.map { Bounds($0) } ?? .unit)
  }

  package init(horizontal: Bounds, vertical: Bounds = .unit) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Returns a part of an axis. Nil unless 0 ≤ lower < upper ≤ 1.
  package static func share(_ lower: Double, _ upper: Double) -> Bounds? {
    lower >= 0 && upper <= 1 && lower < upper ? Bounds(inOrder: lower, upper) : nil
  }
}
