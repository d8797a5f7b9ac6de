import AugerAnalysis
import AugerColumns
import AugerDiagnostics

/// Reads a move of a message: `{"move": "zoom", "item": "Years", "level": 2}`.
///
/// Only its form is checked. Whether it is possible `Dashboard.place(after:from:)` says, as for every move.
enum MoveReader {
  static func move(_ node: JSONNode, at place: String) throws -> Move {
    var arguments = try Arguments(node, at: place)
    let word = try arguments.text("move")
    guard let kind = MoveKind(rawValue: word) else {
      let words = MoveKind.allCases.map(\.rawValue)
      throw Refusal(
        .moveUnknown, "there is no move '\(word)'", at: arguments.pointer("move"),
        hint: DidYouMean.hint(for: word, among: words, listing: "moves"),
        nearest: DidYouMean.nearest(to: word, among: words).map { .text($0) })
    }
    let move = try self.move(kind, &arguments)
    try arguments.finish()
    return move
  }

  private static func move(_ kind: MoveKind, _ arguments: inout Arguments) throws -> Move {
    switch kind {
    case .drill:
      let item = try arguments.text("item")
      let place = arguments.pointer("picks")
      let picks = try Arguments(try arguments.needed("picks"), at: place)
      return .drillDown(
        item: item,
        picks: try picks.others.map { Pick($0.name, try Arguments.scalars($0.value, at: picks.pointer($0.name))) })
    case .up: return .drillUp(item: try arguments.text("item"), toLevel: try arguments.whole("level", 0...1000))
    case .zoom: return .zoom(item: try arguments.text("item"), level: try arguments.whole("level", 0...1000))
    case .filter: return .filter(try arguments.text("filter"), try filterState(&arguments))
    case .set:
      let value = try arguments.scalar("value")
      return .set(variable: try arguments.text("variable"), to: value.isNull ? nil : value)
    case .change: return try change(&arguments)
    case .reset: return .reset(item: try arguments.text("item"))
    case .select: return .select(item: try arguments.text("item"), try selection(&arguments))
    case .sort: return .sort(item: try arguments.text("item"), try sort(&arguments))
    case .hide: return .hide(item: try arguments.text("item"), series: try arguments.scalars("series"))
    case .highlight:
      let category = try arguments.scalar("category")
      return .highlight(item: try arguments.text("item"), category: category.isNull ? nil : category)
    case .show: return .show(item: try arguments.text("item"), try range(&arguments))
    case .node:
      let value = try arguments.scalar("value")
      return .setNode(
        item: try arguments.text("item"), node: try arguments.text("node"), to: value.isNull ? nil : value)
    }
  }

  private static func filterState(_ arguments: inout Arguments) throws -> FilterState? {
    if try arguments.optionalBool("all") == true { return nil }
    if arguments.has("lower") || arguments.has("upper") {
      return .range(lower: try arguments.scalar("lower"), upper: try arguments.scalar("upper"))
    }
    _ = try arguments.needed("values")
    return .picks(try arguments.scalars("values"))
  }

  private static func change(_ arguments: inout Arguments) throws -> Move {
    let item = try arguments.text("item")
    let column = try arguments.text("column")
    let category = try arguments.optional("category").map { _ in try arguments.scalar("category") }
    let isPercent = arguments.has("percent")
    if isPercent, arguments.has("value") {
      throw Refusal(.argumentWrong, "a change has either 'value' or 'percent'", at: arguments.pointer("percent"))
    }
    let name = isPercent ? "percent" : "value"
    let amount = try arguments.scalar(name)
    guard amount.type?.isNumeric == true else {
      throw Refusal(.argumentWrong, "'\(name)' is a number", at: arguments.pointer(name))
    }
    return .change(item: item, WhatIfChange(column, category: category, isPercent ? .percent(amount) : .value(amount)))
  }

  private static func selection(_ arguments: inout Arguments) throws -> Selection {
    var selection = Selection(
      categories: try arguments.scalars("categories"), series: try arguments.scalars("series"))
    let paths = arguments.pointer("paths")
    for (index, node) in try list("paths", &arguments).enumerated() {
      selection.paths.append(try Arguments.scalars(node, at: "\(paths)/\(index)"))
    }
    let place = arguments.pointer("items")
    for (index, node) in try list("items", &arguments).enumerated() {
      var item = try Arguments(node, at: "\(place)/\(index)")
      selection.items.append(
        Selection.Item(
          category: try item.scalar("category"), series: item.has("series") ? try item.scalar("series") : .null))
      try item.finish()
    }
    let rectangles = arguments.pointer("rectangles")
    for (index, node) in try list("rectangles", &arguments).enumerated() {
      var rectangle = try Arguments(node, at: "\(rectangles)/\(index)")
      let categories = try span("categories", &rectangle)
      let values = try span("values", &rectangle)
      try rectangle.finish()
      selection.rectangles.append(Selection.Rectangle(categories: categories, values: values))
    }
    return selection
  }

  private static func list(_ name: String, _ arguments: inout Arguments) throws -> [JSONNode] {
    guard let node = arguments.optional(name) else { return [] }
    guard let items = node.items, items.count <= AgentService.mostValues else {
      throw Refusal(
        .argumentWrong, "'\(name)' is a list of at most \(AgentService.mostValues)", at: arguments.pointer(name))
    }
    return items
  }

  private static func span(_ name: String, _ arguments: inout Arguments) throws -> Selection.Span? {
    guard let node = arguments.optional(name) else { return nil }
    var ends = try Arguments(node, at: arguments.pointer(name))
    let span = Selection.Span(try ends.scalar("lower"), try ends.scalar("upper"))
    try ends.finish()
    return span
  }

  private static func sort(_ arguments: inout Arguments) throws -> SortState? {
    let words = ["category", "value", "series", "default"]
    guard let by = try arguments.optionalWord("by", of: words) else {
      throw Refusal(.argumentMissing, "'by' is missing", at: arguments.place, hint: words.joined(separator: ", "))
    }
    let isDescending = try arguments.optionalBool("descending") ?? false
    let top = try arguments.optionalWhole("top", 1...1_000_000)
    let series = try arguments.optional("series").map { _ in try arguments.scalar("series") }
    if series != nil, by != "value" {
      throw Refusal(
        .argumentWrong, "a series is named where categories are sorted by its values: 'by' is 'value' then",
        at: arguments.pointer("series"))
    }
    switch by {
    case "category": return SortState(.category, isDescending: isDescending, top: top)
    case "value": return SortState(series.map { .seriesValue($0) } ?? .value, isDescending: isDescending, top: top)
    case "series": return SortState(.series, isDescending: isDescending, top: top)
    default: return nil
    }
  }

  /// Parts of the axes; nil where none is said.
  private static func range(_ arguments: inout Arguments) throws -> VisibleRange? {
    let horizontal = try share("horizontal", &arguments)
    let vertical = try share("vertical", &arguments)
    guard horizontal != nil || vertical != nil else { return nil }
    return VisibleRange(horizontal: horizontal ?? .unit, vertical: vertical ?? .unit)
  }

  private static func share(_ name: String, _ arguments: inout Arguments) throws -> Bounds? {
    guard let node = arguments.optional(name) else { return nil }
    let ends = (node.items ?? []).compactMap { item in
      if case .number(let digits) = item { Double(digits) } else { nil }
    }
    guard ends.count == 2, node.items?.count == 2, ends[0] >= 0, ends[0] < ends[1], ends[1] <= 1,
      let part = Bounds(inOrder: ends[0], ends[1])
    else {
      throw Refusal(
        .argumentWrong, "'\(name)' is a part of an axis: two numbers from 0 to 1, the lower one first",
        at: arguments.pointer(name))
    }
    return part
  }
}

/// What moves are called in messages.
enum MoveKind: String, Sendable, CaseIterable {
  case drill, up, zoom, filter, set, change, reset, select, sort, hide, highlight, show, node
}
