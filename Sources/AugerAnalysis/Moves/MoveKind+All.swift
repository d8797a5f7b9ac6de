import AugerColumns

extension MoveKind {
  /// All kinds, in the order in which hints list them.
  package static let all = [
    drill, up, zoom, filter, set, change, reset, select, sort, hide, highlight, show, node,
  ]

  package static let drill = MoveKind(
    "drill",
    MoveShape(.required(.item, .name), .required(.picks, .picks)) { group, _ in
      "Selects categories, a series or both in the visible chart of '\(group)' and drills down."
    }, part: .drill, hasForm: false
  ) { .drillDown(item: try $0.name(.item), picks: try $0.picks()) }

  package static let up = MoveKind(
    "up",
    MoveShape(.required(.item, .name), .required(.level, .level)) { group, _ in
      "Drills up to a level of '\(group)'. Level 0 is the first chart."
    }, part: nil, hasForm: false
  ) { .drillUp(item: try $0.name(.item), toLevel: try $0.level()) }

  package static let zoom = MoveKind(
    "zoom",
    MoveShape(.required(.item, .name), .required(.level, .level)) { item, levels in
      levels.isEmpty
        ? "Zooms the visible chart of '\(item)' to a level. Level 1 is the coarsest."
        : "Zooms '\(item)' to a level. Level 1 is the coarsest: \(levels)."
    }, part: .zoom, hasForm: false
  ) { .zoom(item: try $0.name(.item), level: try $0.level()) }

  package static let filter = MoveKind(
    "filter",
    MoveShape(.required(.filter, .name), .required(.values, .values)) { name, _ in
      "Sets filter '\(name)' to a list of values."
    },
    MoveShape(.required(.filter, .name), .required(.lower, .value), .required(.upper, .value)) { name, _ in
      "Sets filter '\(name)' to a range, including both ends."
    },
    MoveShape(.required(.filter, .name), .required(.all, .alwaysTrue)) { name, _ in
      "Clears filter '\(name)'."
    }, part: .filter
  ) { .filter(try $0.name(.filter), try $0.filterState()) }

  package static let set = MoveKind(
    "set",
    MoveShape(.required(.variable, .name), .required(.value, .valueOrNull)) {
      "Sets $\($0), \($1). Null resets it."
    }, part: .variable
  ) {
    let value = try $0.newValue(.value)
    return .set(variable: try $0.name(.variable), to: value)
  }

  package static let change = MoveKind(
    "change",
    MoveShape(
      .required(.item, .name), .required(.column, .name), .optional(.category, .value), .required(.value, .value)
    ) { "Assumes a value of \($1) in '\($0)', for one category or all." },
    MoveShape(
      .required(.item, .name), .required(.column, .name), .optional(.category, .value), .required(.percent, .number)
    ) { "Assumes \($1) in '\($0)' to be higher by a percentage, or lower if it is negative." },
    part: .whatIf
  ) { .change(item: try $0.name(.item), try $0.change()) }

  package static let reset = MoveKind(
    "reset", MoveShape(.required(.item, .name)) { _, _ in "Undoes all assumed changes of a chart." },
    part: nil, hasForm: false
  ) { .reset(item: try $0.name(.item)) }

  package static let select = MoveKind(
    "select",
    MoveShape(
      .required(.item, .name), .optional(.categories, .values), .optional(.paths, .paths),
      .optional(.series, .values), .optional(.items, .items), .optional(.rectangles, .rectangles)
    ) { _, _ in "Selects parts of a chart, replacing the selection. Without parts, clears it." },
    part: .select
  ) { .select(item: try $0.name(.item), try $0.selection()) }

  package static let sort = MoveKind(
    "sort",
    MoveShape(
      .required(.item, .name), .required(.by, .sortKey), .optional(.series, .sortSeries),
      .optional(.descending, .flag), .optional(.top, .count)
    ) { _, _ in "Sorts a chart. 'top' is the maximum number of categories; the others are combined." },
    part: .sort
  ) { .sort(item: try $0.name(.item), try $0.sortState()) }

  package static let hide = MoveKind(
    "hide",
    MoveShape(.required(.item, .name), .required(.series, .values)) { _, _ in
      "Hides series. An empty list shows all."
    }, part: .hide
  ) { .hide(item: try $0.name(.item), series: try $0.series()) }

  package static let highlight = MoveKind(
    "highlight",
    MoveShape(.required(.item, .name), .required(.category, .valueOrNull)) { _, _ in
      "Highlights a category. Null removes the highlight."
    }, part: .highlight, hasForm: false
  ) {
    let category = try $0.newValue(.category)
    return .highlight(item: try $0.name(.item), category: category)
  }

  package static let show = MoveKind(
    "show",
    MoveShape(.required(.item, .name), .optional(.horizontal, .share), .optional(.vertical, .share)) { _, _ in
      "Shows a part of each axis, as shares from 0 to 1. Without parts, shows everything."
    }, part: .range
  ) { .show(item: try $0.name(.item), try $0.range()) }

  package static let node = MoveKind(
    "node",
    MoveShape(.required(.item, .name), .required(.node, .name), .required(.value, .numberOrNull)) { _, _ in
      "Sets a number of a diagram and recomputes the dependent ones. Null resets it."
    }, part: .node
  ) {
    let value = try $0.newValue(.value)
    return .setNode(item: try $0.name(.item), node: try $0.name(.node), to: value)
  }
}

extension StateChange {
  /// The kind of the move and its fields in messages. The compiler reports a kind that is missing here.
  package var written: (kind: MoveKind, fields: [(field: MoveField, value: MoveValue?)]) {
    switch self {
    case .drillDown(let item, let picks): (.drill, [(.item, .name(item)), (.picks, .picks(picks))])
    case .drillUp(let item, let level): (.up, [(.item, .name(item)), (.level, .whole(level))])
    case .zoom(let item, let level): (.zoom, [(.item, .name(item)), (.level, .whole(level))])
    case .filter(let name, nil): (.filter, [(.filter, .name(name)), (.all, .flag(true))])
    case .filter(let name, .picks(let values)?): (.filter, [(.filter, .name(name)), (.values, .values(values))])
    case .filter(let name, .range(let lower, let upper)?):
      (.filter, [(.filter, .name(name)), (.lower, .value(lower)), (.upper, .value(upper))])
    case .set(let name, let value): (.set, [(.variable, .name(name)), (.value, .value(value ?? .null))])
    case .change(let item, let change):
      (
        .change,
        [
          (.item, .name(item)), (.column, .name(change.column)), (.category, change.category.map { .value($0) }),
          change.amount.written,
        ]
      )
    case .reset(let item): (.reset, [(.item, .name(item))])
    case .select(let item, let selection):
      (
        .select,
        [
          (.item, .name(item)),
          (.categories, selection.categories.isEmpty ? nil : .values(selection.categories)),
          (.paths, selection.paths.isEmpty ? nil : .paths(selection.paths)),
          (.series, selection.series.isEmpty ? nil : .values(selection.series)),
          (.items, selection.items.isEmpty ? nil : .items(selection.items)),
          (.rectangles, selection.rectangles.isEmpty ? nil : .rectangles(selection.rectangles)),
        ]
      )
    case .sort(let item, let sort):
      (
        .sort,
        [
          (.item, .name(item)), (.by, .name(sort?.key.word ?? SortState.Key.unsorted)),
          (.series, sort?.key.series.map { .value($0) }),
          (.descending, sort?.isDescending == true ? .flag(true) : nil), (.top, sort?.top.map { .whole($0) }),
        ]
      )
    case .hide(let item, let series): (.hide, [(.item, .name(item)), (.series, .values(series))])
    case .highlight(let item, let category):
      (.highlight, [(.item, .name(item)), (.category, .value(category ?? .null))])
    case .show(let item, let range):
      (
        .show,
        [
          (.item, .name(item)), (.horizontal, range.map { .share($0.horizontal) }),
          (.vertical, range.map { .share($0.vertical) }),
        ]
      )
    case .setNode(let item, let node, let value):
      (.node, [(.item, .name(item)), (.node, .name(node)), (.value, .value(value ?? .null))])
    }
  }
}

extension WhatIfChange.Amount {
  fileprivate var written: (field: MoveField, value: MoveValue?) {
    switch self {
    case .value(let value): (.value, .value(value))
    case .percent(let value): (.percent, .value(value))
    }
  }
}
