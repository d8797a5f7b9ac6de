import AugerAnalysis
import AugerColumns
import AugerDiagnostics

/// A reader of moves in messages: `{"move": "zoom", "item": "Years", "level": 2}`.
///
/// It checks only the form. `Dashboard.place(after:from:)` checks whether the move is valid, as for every move.
package enum MoveReader {
  package static func move(_ node: JSONNode, at place: String) throws -> StateChange {
    var arguments = try Arguments(node, at: place)
    let word = try arguments.text("move")
    guard let kind = MoveKind.named(word) else {
      let words = MoveKind.all.map(\.name)
      throw Refusal(
        .moveUnknown, "unknown move '\(word)'", at: arguments.pointer("move"),
        hint: DidYouMean.hint(for: word, among: words, listing: "moves"),
        nearest: DidYouMean.nearest(to: word, among: words).map { .text($0) })
    }
    var fields: any MoveFields = arguments
    let move = try kind.read(&fields)
    try fields.finish()
    return move
  }
}

extension Arguments: MoveFields {
  mutating func name(_ field: MoveField) throws -> String { try text(field.rawValue) }

  mutating func level() throws -> Int { try whole("level", 0...1000) }

  mutating func series() throws -> [Scalar] { try scalars("series") }

  mutating func newValue(_ field: MoveField) throws -> Scalar? {
    let value = try scalar(field.rawValue)
    return value.isNull ? nil : value
  }

  mutating func picks() throws -> [Pick] {
    let place = pointer("picks")
    let picks = try Arguments(try needed("picks"), at: place)
    return try picks.others.map { Pick($0.name, try Arguments.scalars($0.value, at: picks.pointer($0.name))) }
  }

  mutating func filterState() throws -> FilterState? {
    if try optionalBool("all") == true { return nil }
    if has("lower") || has("upper") { return .range(lower: try scalar("lower"), upper: try scalar("upper")) }
    _ = try needed("values")
    return .picks(try scalars("values"))
  }

  mutating func change() throws -> WhatIfChange {
    let column = try text("column")
    let category = try optional("category").map { _ in try scalar("category") }
    let isPercent = has("percent")
    if isPercent, has("value") {
      throw Refusal(.argumentWrong, "a change must have either 'value' or 'percent'", at: pointer("percent"))
    }
    let name = isPercent ? "percent" : "value"
    let amount = try scalar(name)
    guard amount.type?.isNumeric == true else {
      throw Refusal(.argumentWrong, "'\(name)' must be a number", at: pointer(name))
    }
    return WhatIfChange(column, category: category, isPercent ? .percent(amount) : .value(amount))
  }

  mutating func selection() throws -> Selection {
    var selection = Selection(categories: try scalars("categories"), series: try scalars("series"))
    selection.paths = try list("paths") { try Arguments.scalars($0, at: $1) }
    selection.items = try list("items") { node, place in
      var item = try Arguments(node, at: place)
      let category = try item.scalar("category")
      let selected = Selection.Item(category: category, series: item.has("series") ? try item.scalar("series") : .null)
      try item.finish()
      return selected
    }
    selection.rectangles = try list("rectangles") { node, place in
      var sides = try Arguments(node, at: place)
      let rectangle = Selection.Rectangle(categories: try sides.span("categories"), values: try sides.span("values"))
      try sides.finish()
      return rectangle
    }
    return selection
  }

  private mutating func list<Value>(
    _ name: String, _ read: (JSONNode, _ place: String) throws -> Value
  ) throws -> [Value] {
    let place = pointer(name)
    guard let node = optional(name) else { return [] }
    guard let items = node.items, items.count <= AgentService.mostValues else {
      throw Refusal(
        .argumentWrong, "'\(name)' must be a list of at most \(AgentService.mostValues) elements", at: place)
    }
    return try items.enumerated().map { try read($1, "\(place)/\($0)") }
  }

  private mutating func span(_ name: String) throws -> Selection.Span? {
    guard let node = optional(name) else { return nil }
    var ends = try Arguments(node, at: pointer(name))
    let span = Selection.Span(try ends.scalar("lower"), try ends.scalar("upper"))
    try ends.finish()
    return span
  }

  mutating func sortState() throws -> SortState? {
    let words = SortState.Key.words + [SortState.Key.unsorted]
    guard let by = try optionalWord("by", of: words) else {
      throw Refusal(.argumentMissing, "'by' is missing", at: place, hint: words.joined(separator: ", "))
    }
    let isDescending = try optionalBool("descending") ?? false
    let top = try optionalWhole("top", 1...1_000_000)
    let series = try optional("series").map { _ in try scalar("series") }
    if series != nil, by != "value" {
      throw Refusal(
        .argumentWrong, "'series' requires 'by' to be 'value'",
        at: pointer("series"))
    }
    return SortState.Key(word: by, series: series).map { SortState($0, isDescending: isDescending, top: top) }
  }

  /// Reads the visible parts of the axes. Nil if neither is given.
  mutating func range() throws -> VisibleRange? {
    let horizontal = try share("horizontal")
    let vertical = try share("vertical")
    guard horizontal != nil || vertical != nil else { return nil }
    return VisibleRange(horizontal: horizontal ?? .unit, vertical: vertical ?? .unit)
  }

  private mutating func share(_ name: String) throws -> Bounds? {
    guard let node = optional(name) else { return nil }
    let ends = (node.items ?? []).compactMap { item in
      if case .number(let digits) = item { Double(digits) } else { nil }
    }
    guard ends.count == 2, node.items?.count == 2, let part = VisibleRange.share(ends[0], ends[1]) else {
      throw Refusal(
        .argumentWrong, "'\(name)' must contain two numbers from 0 to 1, the lower one first",
        at: pointer(name))
    }
    return part
  }
}
