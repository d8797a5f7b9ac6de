import AugerAnalysis
import AugerColumns

extension JSONNode {
  /// A move as `MoveReader` reads it.
  init(_ move: Move) {
    switch move {
    case .drillDown(let item, let picks):
      self = Self.move(.drill, item)
        .adding("picks", .object(picks.map { Member(name: $0.column, value: Self.values($0.values)) }))
    case .drillUp(let item, let level): self = Self.move(.up, item).adding("level", JSONNode(level))
    case .zoom(let item, let level): self = Self.move(.zoom, item).adding("level", JSONNode(level))
    case .filter(let name, let state):
      let start: JSONNode = ["move": .text(MoveKind.filter.rawValue), "filter": .text(name)]
      switch state {
      case nil: self = start.adding("all", true)
      case .picks(let values)?: self = start.adding("values", Self.values(values))
      case .range(let lower, let upper)?:
        self = start.adding("lower", JSONNode(lower)).adding("upper", JSONNode(upper))
      }
    case .set(let name, let value):
      self = [
        "move": .text(MoveKind.set.rawValue), "variable": .text(name), "value": value.map { JSONNode($0) } ?? .null,
      ]
    case .change(let item, let change):
      self = Self.move(.change, item).adding("column", .text(change.column))
        .adding("category", change.category.map { JSONNode($0) })
      switch change.amount {
      case .value(let value): self = adding("value", JSONNode(value))
      case .percent(let share): self = adding("percent", JSONNode(share))
      }
    case .reset(let item): self = Self.move(.reset, item)
    case .select(let item, let selection): self = Self.move(.select, item).adding(selection)
    case .sort(let item, let sort): self = Self.move(.sort, item).adding(sort)
    case .hide(let item, let series): self = Self.move(.hide, item).adding("series", Self.values(series))
    case .highlight(let item, let category):
      self = Self.move(.highlight, item).adding("category", category.map { JSONNode($0) } ?? .null)
    case .show(let item, let range):
      self = Self.move(.show, item).adding("horizontal", range.map { Self.ends($0.horizontal) })
        .adding("vertical", range.map { Self.ends($0.vertical) })
    case .setNode(let item, let node, let value):
      self = Self.move(.node, item).adding("node", .text(node)).adding("value", value.map { JSONNode($0) } ?? .null)
    }
  }

  private static func move(_ kind: MoveKind, _ item: String) -> JSONNode {
    ["move": .text(kind.rawValue), "item": .text(item)]
  }

  private static func values(_ values: [Scalar]) -> JSONNode { .list(values.map { JSONNode($0) }) }

  private static func ends(_ range: Bounds) -> JSONNode {
    [.number(NumberText.shortest(range.lower)), .number(NumberText.shortest(range.upper))]
  }

  private func adding(_ selection: Selection) -> JSONNode {
    func span(_ span: Selection.Span) -> JSONNode { ["lower": JSONNode(span.lower), "upper": JSONNode(span.upper)] }
    let items = selection.items.map { item -> JSONNode in
      ["category": JSONNode(item.category), "series": JSONNode(item.series)]
    }
    let rectangles = selection.rectangles.map { rectangle -> JSONNode in
      ([:] as JSONNode).adding("categories", rectangle.categories.map(span))
        .adding("values", rectangle.values.map(span))
    }
    return adding("categories", selection.categories.isEmpty ? nil : Self.values(selection.categories))
      .adding("paths", selection.paths.isEmpty ? nil : .list(selection.paths.map(Self.values)))
      .adding("series", selection.series.isEmpty ? nil : Self.values(selection.series))
      .adding("items", items.isEmpty ? nil : .list(items))
      .adding("rectangles", rectangles.isEmpty ? nil : .list(rectangles))
  }

  private func adding(_ sort: SortState?) -> JSONNode {
    guard let sort else { return adding("by", "default") }
    let node =
      switch sort.key {
      case .category: adding("by", "category")
      case .value: adding("by", "value")
      case .seriesValue(let series): adding("by", "value").adding("series", JSONNode(series))
      case .series: adding("by", "series")
      }
    return node.adding("descending", sort.isDescending ? true : nil).adding("top", sort.top.map { JSONNode($0) })
  }
}
