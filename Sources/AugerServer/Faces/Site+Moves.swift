import Auger
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import HTTPTypes

extension Site {
  /// A move that a form asks for: answered with the address of the place that it leads to.
  func move(_ visit: Visit, _ name: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.post])
    let dashboard = try visit.dashboard(name)
    let item = try Self.item(of: visit.request.query)
    let next = try await destination(visit, dashboard)
    let query = [next.place.description, next.options.address].filter { !$0.isEmpty }.joined(separator: "&")
    var fields = visit.fields
    fields[.cacheControl] = "no-store"
    fields[.location] = visit.path(dashboard.name, item, on: dashboard.name) + (query.isEmpty ? "" : "?\(query)")
    return SiteResponse(.seeOther, fields: fields)
  }

  /// Where the form of a request leads to, and the options that it is sent with.
  func destination(_ visit: Visit, _ dashboard: Dashboard) async throws -> PageQuery {
    try access.check(visit.request, isChange: true)
    guard visit.request.fields[.contentType]?.hasPrefix("application/x-www-form-urlencoded") ?? false else {
      throw Problem(.unsupportedMediaType, "notAForm", "Moves are sent as a form")
    }
    let form = try FormFields(visit.request.body)
    // Options alone: what else is written there is no place.
    var query = try PageQuery(form["_options"] ?? "")
    guard query.place == Exploration() else {
      throw Problem(.badRequest, "unknownOption", "_options holds more than options")
    }
    query.options.have = form["_have"]
    let place = try visit.held(try Exploration(form["at"] ?? ""))
    try checkSize(place)
    query.place = try visit.held(try await FormMove(form).place(from: place, in: dashboard, visit.pipeline))
    try checkSize(query.place)
    return query
  }

  /// The item whose own page a form or a fragment belongs to.
  static func item(of query: String) throws -> String? {
    guard query.hasPrefix("_item=") else {
      guard query.isEmpty else { throw Problem(.badRequest, "unknownOption", "This address takes no query but _item") }
      return nil
    }
    guard let item = PercentEncoding.decoded(query.dropFirst("_item=".count)), !item.isEmpty else {
      throw Problem(.badRequest, "unknownOption", "_item names no item")
    }
    return item
  }

  /// The item and the rest of a query that may begin with `_item`.
  static func itemAndRest(_ query: String) throws -> (item: String?, rest: String) {
    guard query.hasPrefix("_item=") else { return (nil, query) }
    let (named, rest) = query.parted(at: "&") ?? (query[...], "")
    return (try item(of: String(named)), String(rest))
  }
}

/// A move as the fields of a form say it. `do` is its kind:
///
///     filter  name, value*, or lower and upper     set     name, value
///     change  item, column, value, category?       node    item, name, value
///     goal    item, name, value, by                sort    item, key, down?, top?
///     select  item, category*, series*, add?       hide    item, series*
///     show    item, lower, upper, axis?
///
/// Values are literals of addresses. `reset` takes the first five back.
struct FormMove {
  private let form: FormFields

  init(_ form: FormFields) { self.form = form }

  /// Throws 400 for fields that are not there, and what the dashboard says against the move.
  func place(from place: Exploration, in dashboard: Dashboard, _ pipeline: Pipeline) async throws -> Exploration {
    if form["do"] == "goal", form["reset"] == nil {
      let goal = GoalSeek(try named("name"), reaching: try number("value"), by: try named("by"))
      return try await pipeline.place(reaching: goal, of: try named("item"), in: dashboard, at: place)
    }
    return try dashboard.place(after: try move(at: place, in: dashboard), from: place)
  }

  private func move(at place: Exploration, in dashboard: Dashboard) throws -> Move {
    let isReset = form["reset"] != nil
    switch try named("do") {
    case "filter":
      let name = try named("name")
      if isReset { return .filter(name, nil) }
      if form["lower"] != nil || form["upper"] != nil {
        return .filter(name, .range(lower: try value("lower"), upper: try value("upper")))
      }
      let picks = form.all("value").map(ScalarLiteral.read)
      return .filter(name, picks.isEmpty ? nil : .picks(picks))
    case "set": return .set(variable: try named("name"), to: isReset ? nil : try value())
    case "change": return isReset ? .reset(item: try named("item")) : try change()
    case "node": return .setNode(item: try named("item"), node: try named("name"), to: isReset ? nil : try value())
    case "goal": return .setNode(item: try named("item"), node: try named("by"), to: nil)
    case "sort": return .sort(item: try named("item"), try sort())
    case "select": return try select(at: place, in: dashboard)
    case "hide": return .hide(item: try named("item"), series: form.all("series").map(ScalarLiteral.read))
    case "show": return try show()
    case let other: throw Problem(.badRequest, "unknownMove", "There is no move '\(other.prefix(40))'")
    }
  }

  private func change() throws -> Move {
    let item = try named("item")
    let text = try named("value")
    let isPercent = text.hasSuffix("%")
    let amount = ScalarLiteral.read(Self.unsigned(isPercent ? String(text.dropLast()) : text))
    guard amount.type?.isNumeric == true else {
      throw Problem(.unprocessableContent, "variableType", "'\(text)' is no number", hint: "write 12.5 or +10%")
    }
    let category = form["category"].flatMap { $0.isEmpty ? nil : ScalarLiteral.read($0) }
    return .change(
      item: item,
      WhatIfChange(try named("column"), category: category, isPercent ? .percent(amount) : .value(amount)))
  }

  private func sort() throws -> SortState? {
    guard let key = form["key"], !key.isEmpty else { return nil }
    let isDescending = form["down"] != nil
    let top = try form["top"].map { _ in try whole("top") }
    switch key {
    case "category": return SortState(.category, isDescending: isDescending, top: top)
    case "value": return SortState(.value, isDescending: isDescending, top: top)
    case "series": return SortState(.series, isDescending: isDescending, top: top)
    default: throw Problem(.badRequest, "formIncomplete", "Nothing is sorted by '\(key.prefix(40))'")
    }
  }

  /// What is named alone is selected; with `add`, each of it is added to what is, or taken from it.
  private func select(at place: Exploration, in dashboard: Dashboard) throws -> Move {
    let item = try named("item")
    var selection = Selection()
    if form["add"] != nil {
      // What is said of a group means its chart in view.
      let group = dashboard.drillDownGroups.first { Name($0.name) == Name(item) }
      let shown = group?.levels.dropFirst(place[item: item].drill.count).first?.name ?? item
      selection = place[item: shown].selection
    }
    func toggle(_ values: [Scalar], in list: inout [Scalar]) {
      for value in values {
        if list.contains(value) { list.removeAll { $0 == value } } else { list.append(value) }
      }
    }
    toggle(form.all("category").map(ScalarLiteral.read), in: &selection.categories)
    toggle(form.all("series").map(ScalarLiteral.read), in: &selection.series)
    return .select(item: item, selection)
  }

  private func show() throws -> Move {
    let item = try named("item")
    if form["lower"] == nil { return .show(item: item, nil) }
    let (lower, upper) = (try number("lower"), try number("upper"))
    guard lower >= 0, upper <= 1, lower < upper, let part = Bounds(inOrder: lower, upper) else {
      throw Problem(.unprocessableContent, "outOfBounds", "A part of an axis lies between 0 and 1, its lower end first")
    }
    if lower == 0, upper == 1 { return .show(item: item, nil) }
    let isVertical = form["axis"] == "vertical"
    return .show(
      item: item,
      isVertical ? VisibleRange(horizontal: .unit, vertical: part) : VisibleRange(horizontal: part))
  }

  // MARK: Fields

  private func named(_ field: String) throws -> String {
    guard let value = form[field], !value.isEmpty else {
      throw Problem(.badRequest, "formIncomplete", "The form has no field '\(field)'")
    }
    return value
  }

  private func value(_ field: String = "value") throws -> Scalar { ScalarLiteral.read(try named(field)) }

  private func number(_ field: String) throws -> Double {
    let text = try named(field)
    guard let number = Double(text), number.isFinite, number.magnitude < 1e15 || field == "value" else {
      throw Problem(.unprocessableContent, "variableType", "'\(text.prefix(40))' is no number")
    }
    return number
  }

  /// A number of categories.
  private func whole(_ field: String) throws -> Int {
    let text = try named(field)
    guard let number = Int(text), number > 0, number <= Int32.max else {
      throw Problem(.unprocessableContent, "variableType", "'\(text.prefix(40))' is not a number of categories")
    }
    return number
  }

  /// `+10` is a number that people write.
  private static func unsigned(_ text: String) -> String { text.hasPrefix("+") ? String(text.dropFirst()) : text }
}
