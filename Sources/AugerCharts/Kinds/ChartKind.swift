/// The common properties of all charts of a type. `ChartLook` in AugerExport contains their appearance.
///
/// A new type requires a case of `ChartType`, an entry in `ChartKind+All.swift` and an entry of `ChartLook`.
package struct ChartKind: Sendable {
  package struct Features: OptionSet, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// A horizontal and a vertical axis.
    package static let axes = Self(rawValue: 1 << 0)
    /// Reference lines and thresholds, which require one axis of single values.
    package static let thresholds = Self(rawValue: 1 << 1)
    /// Categories that are numbers or dates have proportional positions.
    package static let distances = Self(rawValue: 1 << 2)
    /// Each item can have its own color. In other types, colors have a meaning.
    package static let itemColors = Self(rawValue: 1 << 3)
    /// A legend can list the series.
    package static let legend = Self(rawValue: 1 << 4)
    /// Small multiples can be compared.
    package static let multiples = Self(rawValue: 1 << 5)
    /// A summary is available because each category has a value.
    package static let summary = Self(rawValue: 1 << 6)
    /// A layer of an overlay is drawn as this type. Layers of other types are drawn as columns.
    package static let layers = Self(rawValue: 1 << 7)
    package static let ofMAKit = Self(rawValue: 1 << 8)
    /// The series of a category can be stacked.
    package static let stacks = Self(rawValue: 1 << 9)
    /// One value for each category and series along a category axis.
    package static let categories = Self(rawValue: 1 << 10)
    /// Categories run downwards, and values to the right.
    package static let lying = Self(rawValue: 1 << 11)
    /// Marks extend from zero to their value.
    package static let fromZero = Self(rawValue: 1 << 12)
    /// A few values of a single series are written at their marks.
    package static let valueLabels = Self(rawValue: 1 << 13)
    /// A line connects the values of a series, so that forecast values have another style.
    package static let joined = Self(rawValue: 1 << 14)
    /// Values show a distribution instead of sizes: zero has no meaning on their axis.
    package static let spread = Self(rawValue: 1 << 15)
    /// The legend of a single series explains colors.
    package static let directions = Self(rawValue: 1 << 16)
    /// Values are the parts of a whole.
    package static let slices = Self(rawValue: 1 << 17)
    /// The chart has data items, which are never aggregated.
    package static let items = Self(rawValue: 1 << 18)
    /// Every row is a data item.
    package static let rows = Self(rawValue: 1 << 19)
    /// Points have the numbers or dates of an axis as positions.
    package static let points = Self(rawValue: 1 << 20)
    /// The second value is the size of a point.
    package static let sizes = Self(rawValue: 1 << 21)
    /// Additional values are the errors of the first.
    package static let errors = Self(rawValue: 1 << 22)
    /// Each value starts at the sum of the previous ones.
    package static let steps = Self(rawValue: 1 << 23)
    /// A single value per row is replaced by its quartiles.
    package static let quartiles = Self(rawValue: 1 << 24)
    /// An actual value is compared with ranges and a target.
    package static let ranges = Self(rawValue: 1 << 25)
    /// Categories are ranges of the value axis, with their names inside.
    package static let regions = Self(rawValue: 1 << 26)
    /// Categories are the bins of a value.
    package static let bins = Self(rawValue: 1 << 27)
    /// A colored cell for each category and series.
    package static let cells = Self(rawValue: 1 << 28)
    /// Nested areas.
    package static let tiles = Self(rawValue: 1 << 29)
    /// Rows and columns of cells.
    package static let table = Self(rawValue: 1 << 30)
    /// Nodes and the links between them. The first two values are the names of nodes.
    package static let links = Self(rawValue: 1 << 31)
    /// Values can run to the right instead of upwards.
    package static let turns = Self(rawValue: 1 << 40)

    static let plain: Self = [.axes, .thresholds, .distances, .itemColors, .legend, .multiples, .summary, .layers]
  }

  package var features: Features
  /// The meaning of the values, by ValueSequence from 1.
  package var valueRoles = ["y"]
  /// The minimum number of values in a definition.
  package var leastValueCount = 1
  /// The default stacking.
  package var stacking = Stacking.none
  /// The name of the type for readers, such as "Column chart".
  package var title: PageText
  /// A description for the page of charts.
  package var documentation: String

  package init(
    _ title: PageText, _ documentation: String, _ features: Features, values: [String] = ["y"], least: Int = 1,
    stacking: Stacking = .none
  ) {
    self.title = title
    self.documentation = documentation
    self.features = features
    valueRoles = values
    leastValueCount = least
    self.stacking = stacking
  }

  /// The number of values that marks show. Nil if all are shown.
  package var drawnValueCount: Int? {
    features.isDisjoint(with: [.categories, .slices, .table, .links]) ? valueRoles.count : nil
  }

  /// The number of values that are positions on the value axis, as opposed to sizes or errors. Nil if all are.
  package var placedValueCount: Int? { features.isDisjoint(with: [.sizes, .errors]) ? nil : 1 }

  private static let all = Dictionary(uniqueKeysWithValues: ChartType.allCases.map { ($0, described($0)) })

  /// Replaced entries in the current task, for tests with custom types.
  @TaskLocal package static var replaced: [ChartType: ChartKind] = [:]

  static subscript(type: ChartType) -> ChartKind { replaced[type] ?? all[type] ?? described(type) }
}

extension ChartType {
  package var kind: ChartKind { ChartKind[self] }

  /// Returns true if charts of the type have all of these features.
  package func has(_ features: ChartKind.Features) -> Bool { kind.features.isSuperset(of: features) }

  /// Returns true if charts of the type have none of these features.
  package func isDisjoint(with features: ChartKind.Features) -> Bool { kind.features.isDisjoint(with: features) }

  package var hasValueAxis: Bool { has(.axes) && !has(.cells) }

  /// True if each series can have a color of its own. In other types, colors have a meaning.
  package var hasSeriesColors: Bool {
    has([.legend, .axes]) && kind.features.isDisjoint(with: [.directions, .ranges, .regions, .slices])
      && self != .contour
  }

  /// True if regions between contours are drawn.
  package var hasContours: Bool { self == .contour }

  /// True if each item is a rectangle that can have an outline.
  package var hasOutlines: Bool { has([.categories, .fromZero]) || self == .rangeColumn }

  /// True if a page can mark the values of a series while the pointer moves.
  package var scrubs: Bool { has(.categories) && !has(.lying) }

  /// True if categories are computed from values.
  package var makesCategories: Bool { has(.bins) || has(.links) }
}
