import AugerColumns

/// What a user did to the look of a chart: selection, hidden series, order, the part in view.
///
/// Indices are those of the model: categories of level 0.
public struct ChartState: Sendable, Hashable {
  package struct Item: Sendable, Hashable {
    package var series: Int
    package var category: Int

    package init(series: Int, category: Int) {
      self.series = series
      self.category = category
    }
  }

  /// A list in its order that is also a set: every mark of a picture asks.
  private struct Chosen<Element: Hashable & Sendable>: Sendable, Hashable {
    let list: [Element]
    private let set: Set<Element>

    init(_ list: [Element]) {
      self.list = list
      set = Set(list)
    }

    func contains(_ element: Element) -> Bool { set.contains(element) }
  }

  /// How the categories or series were ordered.
  package struct Sort: Sendable, Hashable {
    package enum Key: String, Sendable, Hashable, CaseIterable { case category, value, series }

    package var key: Key
    /// The series whose value orders the categories; nil: the sum of all.
    package var series: Int?
    package var isDescending: Bool
    /// Only so many categories, and "Other".
    package var top: Int?

    package init(_ key: Key, series: Int? = nil, isDescending: Bool, top: Int? = nil) {
      self.key = key
      self.series = series
      self.isDescending = isDescending
      self.top = top
    }
  }

  /// Categories of level 0, in the order selected.
  public package(set) var selectedCategories: [Int] = []
  /// Series, in the order selected.
  public package(set) var selectedSeries: [Int] = []
  package var selectedItems: [Item] {
    get { items.list }
    set { items = Chosen(newValue) }
  }
  /// Of a chart of data items, the selected ones: rows of its `items`.
  package var selectedRows: [Int] {
    get { rows.list }
    set { rows = Chosen(newValue) }
  }
  /// Whether something was selected that holds nothing, such as an empty rectangle.
  package var hasEmptySelection = false
  private var items = Chosen<Item>([])
  private var rows = Chosen<Int>([])
  package var highlightedCategory: Int?
  package var hiddenSeries: [Int] = []
  package var sort: Sort?
  /// The parts of the axes in view, as shares of the whole, 0...1.
  package var horizontalRange: Bounds?
  package var verticalRange: Bounds?

  package init() {}

  package var isEmpty: Bool { self == ChartState() }

  /// Whether anything is selected.
  package var hasSelection: Bool {
    !selectedCategories.isEmpty || !selectedSeries.isEmpty || !selectedItems.isEmpty || !selectedRows.isEmpty
      || hasEmptySelection
  }

  /// An item is in focus if it is selected, or nothing is; selected categories and series intersect.
  package func focuses(series: Int, category: Int) -> Bool {
    if !hasSelection || items.contains(Item(series: series, category: category)) { return true }
    if selectedCategories.isEmpty && selectedSeries.isEmpty { return false }
    return (selectedCategories.isEmpty || selectedCategories.contains(category))
      && (selectedSeries.isEmpty || selectedSeries.contains(series))
  }

  /// As above, for a row of a chart of data items.
  package func focuses(row: Int, series: Int, category: Int) -> Bool {
    rows.contains(row) || focuses(series: series, category: category)
  }

  package func isHidden(series: Int) -> Bool { hiddenSeries.contains(series) }
}
