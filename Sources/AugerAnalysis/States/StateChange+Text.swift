import AugerColumns

extension StateChange {
  /// The kind of the move and its fields, by the table of moves: `set(variable: hike, value: 10)`.
  package var text: String {
    let (kind, fields) = written
    let texts = fields.compactMap { field, value in value.map { "\(field.rawValue): \($0.text)" } }
    return "\(kind.name)(\(texts.joined(separator: ", ")))"
  }
}

extension MoveValue {
  fileprivate var text: String {
    switch self {
    case .name(let name): name
    case .whole(let number): "\(number)"
    case .flag(let flag): "\(flag)"
    case .value(let value): value.description
    case .values(let values): values.map(\.description).listed
    case .paths(let paths): paths.map { $0.map(\.description).joined(separator: "/") }.listed
    case .items(let items): items.map { "\($0.category)~\($0.series)" }.listed
    case .rectangles(let rectangles): "\(rectangles.count)"
    case .picks(let picks): picks.map { "\($0.column):\($0.argument.text)" }.listed
    case .share(let share): "\(share.lower)..\(share.upper)"
    }
  }
}

extension QueryArgument {
  /// The values for readers: `Europe`, `[Europe, Pacific]`, `1..5`.
  var text: String {
    switch self {
    case .scalar(let value): value.description
    case .list(let values): values.map(\.description).listed
    case .range(let lower, let upper): "\(lower)..\(upper)"
    }
  }
}

extension [String] {
  /// The only string, or all strings in brackets.
  var listed: String { count == 1 ? self[0] : "[" + joined(separator: ", ") + "]" }
}
