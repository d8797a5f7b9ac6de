import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import HTTPTypes

extension Site {
  /// Applies the move of a form and redirects to the URL of the new state.
  func move(_ visit: Visit, _ name: String) async throws -> SiteResponse {
    try Self.require(visit.request, [.post])
    let dashboard = try visit.dashboard(name)
    let item = try Self.item(of: visit.request.query)
    let next = try await destination(visit, dashboard)
    let query = [next.state.description, next.options.address].filter { !$0.isEmpty }.joined(separator: "&")
    var fields = visit.fields
    fields.setCaching(.never)
    fields[.location] = visit.path(dashboard.name, item, on: dashboard.name) + (query.isEmpty ? "" : "?\(query)")
    return SiteResponse(.seeOther, fields: fields)
  }

  /// Returns the state after the move of a form, and the options of the form.
  func destination(_ visit: Visit, _ dashboard: Dashboard) async throws -> PageQuery {
    try access.check(visit.request, isChange: true)
    guard visit.request.fields[.contentType]?.hasPrefix("application/x-www-form-urlencoded") ?? false else {
      throw Problem(.unsupportedMediaType, .notAForm, "Moves are sent as a form")
    }
    let form = try FormFields(visit.request.body)
    // The field may contain only options, not a state.
    var query = try PageQuery(form["_options"] ?? "")
    guard query.state == Exploration() else {
      throw Problem(.badRequest, .unknownOption, "_options must contain only options")
    }
    query.options.have = form["_have"]
    let state = try visit.held(try Exploration(form["at"] ?? ""))
    try checkSize(state)
    query.state = try visit.held(try await FormMove(form, from: state, in: dashboard).place(visit.pipeline))
    try checkSize(query.state)
    return query
  }

  /// Returns the item on whose own page a form or fragment is.
  static func item(of query: String) throws -> String? {
    guard query.hasPrefix("_item=") else {
      guard query.isEmpty else {
        throw Problem(.badRequest, .unknownOption, "This URL accepts only the query parameter _item")
      }
      return nil
    }
    guard let item = PercentEncoding.decodedPart(query.dropFirst("_item=".count)), !item.isEmpty else {
      throw Problem(.badRequest, .unknownOption, "_item names no item")
    }
    return item
  }

  /// Splits a query that may start with `_item` into the item and the rest.
  static func itemAndRest(_ query: String) throws -> (item: String?, rest: String) {
    guard query.hasPrefix("_item=") else { return (nil, query) }
    let (named, rest) = query.parted(at: "&") ?? (query[...], "")
    return (try item(of: String(named)), String(rest))
  }
}

/// A move as the fields of a form. `do` is its kind, the others are `MoveField`s with literal values.
///
/// ```
/// filter  name, value*, or lower and upper     set     name, value
/// change  item, column, value, category?       node    item, name, value
/// goal    item, name, value, by                sort    item, key, down?, top?
/// select  item, category*, series*, add?       hide    item, series*
/// show    item, lower, upper, axis?
/// ```
///
/// `reset` undoes any of the first five kinds.
struct FormMove: MoveFields {
  private let form: FormFields
  private let state: Exploration
  private let dashboard: Dashboard

  init(_ form: FormFields, from state: Exploration, in dashboard: Dashboard) {
    self.form = form
    self.state = state
    self.dashboard = dashboard
  }

  /// Returns the state after the move. Throws 400 for missing fields, or the reason why the move is invalid.
  func place(_ pipeline: Pipeline) async throws -> Exploration {
    if form["do"] == "goal", !isReset {
      let goal = GoalSeek(try named("name"), reaching: try number("value"), by: try named("by"))
      return try await pipeline.place(reaching: goal, of: try named("item"), in: dashboard, at: state)
    }
    return try dashboard.place(after: try move(), from: state)
  }

  private func move() throws -> StateChange {
    let word = try named("do")
    if word == "goal" { return .setNode(item: try named("item"), node: try named("by"), to: nil) }
    guard let kind = MoveKind.named(word), kind.hasForm else {
      throw Problem(.badRequest, .unknownMove, "Move '\(word.prefix(40))' does not exist")
    }
    if isReset, kind.name == MoveKind.change.name { return .reset(item: try named("item")) }
    var fields: any MoveFields = self
    return try kind.read(&fields)
  }

  // MARK: Fields

  private var isReset: Bool { has(.all) }

  private func has(_ field: MoveField) -> Bool { form[field.form] != nil }

  private func values(_ field: MoveField) -> [Scalar] { form.all(field.form).map(ScalarLiteral.read) }

  private func value(_ field: MoveField) throws -> Scalar { ScalarLiteral.read(try name(field)) }

  func name(_ field: MoveField) throws -> String { try named(field.form) }

  func newValue(_ field: MoveField) throws -> Scalar? { isReset ? nil : try value(field) }

  func series() throws -> [Scalar] { values(.series) }

  func filterState() throws -> FilterState? {
    if isReset { return nil }
    if has(.lower) || has(.upper) { return .range(lower: try value(.lower), upper: try value(.upper)) }
    let values = values(.values)
    return values.isEmpty ? nil : .picks(values)
  }

  func change() throws -> WhatIfChange {
    let text = try name(.value)
    let isPercent = text.hasSuffix("%")
    // A plus sign before a number is not part of a literal.
    let number = (text.hasPrefix("+") ? text.dropFirst() : text[...]).dropLast(isPercent ? 1 : 0)
    let amount = ScalarLiteral.read(String(number))
    guard amount.type?.isNumeric == true else {
      throw Problem(
        .unprocessableContent, .variableType, .problemNotANumber, ["value": text], hint: .problemNumberHint)
    }
    let category = form[MoveField.category.form].flatMap { $0.isEmpty ? nil : ScalarLiteral.read($0) }
    return WhatIfChange(try name(.column), category: category, isPercent ? .percent(amount) : .value(amount))
  }

  func sortState() throws -> SortState? {
    guard let word = form[MoveField.by.form], !word.isEmpty else { return nil }
    let top = try has(.top) ? count(.top) : nil
    guard let key = SortState.Key(word: word) else {
      throw Problem(.badRequest, .formIncomplete, "'\(word.prefix(40))' is not a valid sort order")
    }
    return SortState(key, isDescending: has(.descending), top: top)
  }

  /// Returns the new selection. With `add`, toggles each value in the current selection.
  func selection() throws -> Selection {
    var selection = Selection()
    if form["add"] != nil {
      let item = try name(.item)
      // The name of a group refers to its visible chart.
      let group = dashboard.drillDownGroups.first(named: item)
      let shown = group?.levels.dropFirst(state[item: item].drill.count).first?.name ?? item
      selection = state[item: shown].selection
    }
    func toggle(_ values: [Scalar], in list: inout [Scalar]) {
      for value in values {
        if list.contains(value) { list.removeAll { $0 == value } } else { list.append(value) }
      }
    }
    toggle(values(.categories), in: &selection.categories)
    toggle(values(.series), in: &selection.series)
    return selection
  }

  func range() throws -> VisibleRange? {
    guard has(.lower) else { return nil }
    let part = try share("lower", "upper")
    // A script also sends the part of the other axis.
    let other = form["otherLower"] == nil ? .unit : try share("otherLower", "otherUpper")
    if part == .unit, other == .unit { return nil }
    let isVertical = form["axis"] == MoveField.vertical.rawValue
    return VisibleRange(horizontal: isVertical ? other : part, vertical: isVertical ? part : other)
  }

  private func share(_ lower: String, _ upper: String) throws -> Bounds {
    guard let part = VisibleRange.share(try number(lower), try number(upper)) else {
      throw Problem(.unprocessableContent, .outOfBounds, "A part of an axis lies between 0 and 1, its lower end first")
    }
    return part
  }

  // Forms do not have these fields.
  func level() throws -> Int { throw Self.missing(MoveField.level.form) }
  func picks() throws -> [Pick] { throw Self.missing(MoveField.picks.form) }

  /// Ignores additional fields of a form.
  func finish() {}

  // MARK: Texts

  private func named(_ field: String) throws -> String {
    guard let value = form[field], !value.isEmpty else { throw Self.missing(field) }
    return value
  }

  private static func missing(_ field: String) -> Problem {
    Problem(.badRequest, .formIncomplete, "The form has no field '\(field)'")
  }

  private func number(_ field: String) throws -> Double {
    let text = try named(field)
    guard let number = Double(text), number.isFinite, number.magnitude < 1e15 || field == "value" else {
      throw Problem(.unprocessableContent, .variableType, .problemNotANumber, ["value": String(text.prefix(40))])
    }
    return number
  }

  private func count(_ field: MoveField) throws -> Int {
    let text = try name(field)
    guard let number = Int(text), number > 0, number <= SortState.mostCategories else {
      throw Problem(.unprocessableContent, .variableType, "'\(text.prefix(40))' is not a number of categories")
    }
    return number
  }
}
