import AugerColumns

/// The display state of a chart: selection, hidden series, sort order, visible part.
///
/// Indices are those of the model, with categories of level 0.
package struct ChartState: Sendable, Hashable {
  package struct Item: Sendable, Hashable {
    package var series: Int
    package var category: Int

    package init(series: Int, category: Int) {
      self.series = series
      self.category = category
    }
  }

  /// A list that is also a set, because rendering tests membership for every mark.
  private struct Chosen<Element: Hashable & Sendable>: Sendable, Hashable {
    let list: [Element]
    private let set: Set<Element>

    init(_ list: [Element]) {
      self.list = list
      set = Set(list)
    }

    func contains(_ element: Element) -> Bool { set.contains(element) }
  }

  /// The sort order of the categories or series.
  package struct Sort: Sendable, Hashable {
    package enum Key: String, Sendable, Hashable, CaseIterable { case category, value, series }

    package var key: Key
    /// The series whose values determine the order of the categories. Nil for the sum of all.
    package var series: Int?
    package var isDescending: Bool
    /// Maximum number of categories, in addition to "Other".
    package var top: Int?

    package init(_ key: Key, series: Int? = nil, isDescending: Bool, top: Int? = nil) {
      self.key = key
      self.series = series
      self.isDescending = isDescending
      self.top = top
    }
  }

  /// The selected categories of level 0, in selection order.
  package var selectedCategories: [Int] = []
  /// The selected series, in selection order.
  package var selectedSeries: [Int] = []
  package var selectedItems: [Item] {
    get { items.list }
    set { items = Chosen(newValue) }
  }
  /// The selected data items: rows of `items`.
  package var selectedRows: [Int] {
    get { rows.list }
    set { rows = Chosen(newValue) }
  }
  /// True if the selection contains no items, such as an empty rectangle.
  package var hasEmptySelection = false
  private var items = Chosen<Item>([])
  private var rows = Chosen<Int>([])
  package var highlightedCategory: Int?
  package var hiddenSeries: [Int] = []
  package var sort: Sort?
  /// The visible parts of the axes, as fractions from 0 to 1.
  package var horizontalRange: Bounds?
  package var verticalRange: Bounds?

  package init() {}

  package var isEmpty: Bool { self == ChartState() }

  /// True if a selection exists.
  package var hasSelection: Bool {
    !selectedCategories.isEmpty || !selectedSeries.isEmpty || !selectedItems.isEmpty || !selectedRows.isEmpty
      || hasEmptySelection
  }

  /// Returns true if an item is in focus: it is selected, or nothing is. Selected categories and series intersect.
  package func focuses(series: Int, category: Int) -> Bool {
    if !hasSelection || items.contains(Item(series: series, category: category)) { return true }
    if selectedCategories.isEmpty && selectedSeries.isEmpty { return false }
    return (selectedCategories.isEmpty || selectedCategories.contains(category))
      && (selectedSeries.isEmpty || selectedSeries.contains(series))
  }

  /// Returns true if a row of a chart of data items is in focus.
  package func focuses(row: Int, series: Int, category: Int) -> Bool {
    rows.contains(row) || focuses(series: series, category: category)
  }

  package func isHidden(series: Int) -> Bool { hiddenSeries.contains(series) }
}
