import AugerColumns
import AugerDiagnostics

/// Where a user is in a dashboard: what they drilled into, how far they zoomed, what they filtered, set, changed,
/// sorted and selected.
///
/// A value, and nothing but the user's choices: no result, no definition, no time. What is not in it is as the
/// dashboard starts. `description` is its address form, which reads back as the same value (spec page 5).
public struct Exploration: Sendable, Hashable {
  /// By the name of a chart, drilldown group, treemap, overlay, grid or diagram.
  package var items = NamedValues<ItemState>()
  /// By the name of a filter.
  package var filters = NamedValues<FilterState>()
  /// By the name of a variable, without the `$`.
  package var variables = NamedValues<Scalar>()

  /// Nothing chosen: the dashboard as it opens.
  public init() {}

  /// The state of an item; setting the starting state removes it.
  package subscript(item name: String) -> ItemState {
    get { items[name] ?? ItemState() }
    set { items[name] = newValue == ItemState() ? nil : newValue }
  }
}

/// Where a user is in one item of a dashboard.
package struct ItemState: Sendable, Hashable {
  /// Of a drilldown group: what was picked in each level, the first level's picks first.
  package var drill: [[Pick]] = []
  /// The zooming level as listed, from 1, the coarsest; nil: where the chart starts.
  package var zoom: Int?
  /// Changes of the data, in the order they apply; at most one for each column and category.
  package var whatIf: [WhatIfChange] = []
  package var selection = Selection()
  package var sort: SortState?
  /// Parts of the axes that are in view.
  package var range: VisibleRange?
  /// The series that are not shown, by their values.
  package var hidden: [Scalar] = []
  package var highlighted: Scalar?
  /// Of a diagram: the nodes that were set, by their names.
  package var nodes = NamedValues<Scalar>()

  package init() {}
}

/// A column and what was picked of it: of one level of a drilldown.
public struct Pick: Sendable, Hashable {
  package var column: String
  /// In the order picked; at least one, none of them null.
  package var values: [Scalar]

  /// At least one value of a column, none of them null, in the order picked.
  public init(_ column: String, _ values: [Scalar]) {
    self.column = column
    self.values = values
  }

  public static func == (a: Pick, b: Pick) -> Bool {
    Name(a.column) == Name(b.column) && a.values == b.values
  }

  public func hash(into hasher: inout Hasher) {
    for byte in column.utf8 { hasher.combine(byte) }
    hasher.combine(values)
  }
}

/// What a filter lets through.
public enum FilterState: Sendable, Hashable {
  /// In the order picked; at least one.
  case picks([Scalar])
  /// Both ends included.
  case range(lower: Scalar, upper: Scalar)
}

/// One change of the data behind a chart, before its values are computed.
public struct WhatIfChange: Sendable, Hashable {
  /// What becomes of the column.
  public enum Amount: Sendable, Hashable {
    /// The column has this value instead.
    case value(Scalar)
    /// The column is so many hundredths larger, or smaller where negative.
    case percent(Scalar)
  }

  package var column: String
  /// The category whose rows are changed; nil: all rows.
  package var category: Scalar?
  package var amount: Amount

  /// A change of a column: of the rows of one category, or of all where none is named.
  public init(_ column: String, category: Scalar? = nil, _ amount: Amount) {
    self.column = column
    self.category = category
    self.amount = amount
  }

  public static func == (a: WhatIfChange, b: WhatIfChange) -> Bool {
    a.hasTarget(of: b) && a.amount == b.amount
  }

  public func hash(into hasher: inout Hasher) {
    for byte in column.utf8 { hasher.combine(byte) }
    hasher.combine(category)
    hasher.combine(amount)
  }

  /// Whether two changes cannot stand together: one column of one category.
  func hasTarget(of other: WhatIfChange) -> Bool {
    Name(column) == Name(other.column) && category == other.category
  }
}

/// What is in focus: an item is if it is selected, or nothing is. Categories and series intersect. Of rectangles the
/// chart says what lies in them: what does is selected.
public struct Selection: Sendable, Hashable {
  package struct Item: Sendable, Hashable {
    package var category: Scalar
    /// Null in a chart without series.
    package var series: Scalar

    package init(category: Scalar, series: Scalar) {
      self.category = category
      self.series = series
    }
  }

  /// From one value to another, both included.
  package struct Span: Sendable, Hashable {
    package var lower: Scalar
    package var upper: Scalar

    package init(_ lower: Scalar, _ upper: Scalar) {
      self.lower = lower
      self.upper = upper
    }
  }

  /// A rectangle of a chart's plot, in the data's own terms.
  package struct Rectangle: Sendable, Hashable {
    /// Along the axis of categories; nil: all of it. Texts reach from one category to another as they stand there.
    package var categories: Span?
    /// Along the axis of values; nil: all of it.
    package var values: Span?

    package init(categories: Span? = nil, values: Span? = nil) {
      self.categories = categories
      self.values = values
    }
  }

  package var categories: [Scalar] = []
  /// Categories of a zoomed chart by their ancestors and their own value, the coarsest first: March of 2011.
  package var paths: [[Scalar]] = []
  package var series: [Scalar] = []
  package var items: [Item] = []
  package var rectangles: [Rectangle] = []

  /// Categories, series, or both: then the items where they meet.
  public init(categories: [Scalar] = [], series: [Scalar] = []) {
    self.categories = categories
    self.series = series
  }

  package var isEmpty: Bool {
    categories.isEmpty && paths.isEmpty && series.isEmpty && items.isEmpty && rectangles.isEmpty
  }

  /// Whether an item is in focus, as far as can be said without the chart: what lies in a rectangle is for
  /// `ChartState.focuses` to say.
  package func focuses(category: Scalar, series value: Scalar) -> Bool {
    if isEmpty || items.contains(Item(category: category, series: value)) { return true }
    let named = categories + paths.compactMap(\.last)
    if named.isEmpty && series.isEmpty { return false }
    return (named.isEmpty || named.contains(category)) && (series.isEmpty || series.contains(value))
  }
}

/// How the categories, or the series, are ordered, and how many are shown.
public struct SortState: Sendable, Hashable {
  /// What is ordered, and by what.
  public enum Key: Sendable, Hashable {
    /// The categories, by themselves.
    case category
    /// The categories by their first value, all series together.
    case value
    /// The categories by the first value of one series.
    case seriesValue(Scalar)
    /// The series, by their names.
    case series
  }

  package var key: Key
  package var isDescending: Bool
  /// Only so many categories; the rest become one, "Other".
  package var top: Int?

  /// An order; `top`: only so many categories, the rest of them as one, "Other".
  public init(_ key: Key, isDescending: Bool = false, top: Int? = nil) {
    self.key = key
    self.isDescending = isDescending
    self.top = top
  }
}

/// The part of each axis that is in view, as shares of the whole: 0 ≤ lower < upper ≤ 1.
///
/// Categories are counted in their order, downwards where they run downwards; those that the part touches are in view.
/// Axes of numbers and moments show that share of their length, from the lower end.
public struct VisibleRange: Sendable, Hashable {
  package var horizontal: Bounds
  package var vertical: Bounds

  /// Shares of the length of each axis, from 0 to 1.
  public init(horizontal: ClosedRange<Double>, vertical: ClosedRange<Double>? = nil) {
    self.init(horizontal: Bounds(horizontal), vertical: vertical.map { Bounds($0) } ?? .unit)
  }

  package init(horizontal: Bounds, vertical: Bounds = .unit) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// A part of an axis. Nil unless 0 ≤ lower < upper ≤ 1.
  package static func share(_ lower: Double, _ upper: Double) -> Bounds? {
    lower >= 0 && upper <= 1 && lower < upper ? Bounds(inOrder: lower, upper) : nil
  }
}
