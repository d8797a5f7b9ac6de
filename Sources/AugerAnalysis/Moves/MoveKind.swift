import AugerColumns
import AugerDiagnostics

/// A kind of move: its name, its fields and its part of a state.
///
/// Query strings, page forms and agent messages are read and written from `all`. A new kind requires a case of
/// `StateChange`, an entry in `all` and the values of its fields in `StateChange.written`.
package struct MoveKind: Sendable, HasName {
  /// The value of `move` in messages and of `do` in forms.
  package let name: String
  /// The message objects of this move.
  package let shapes: [MoveShape]
  /// True if pages have a form for this move.
  package let hasForm: Bool
  /// The part of a state that this move sets and that a query string contains. Nil if it belongs to another kind.
  let part: StatePart?
  /// Reads the fields of a message or a form.
  package let read: @Sendable (inout any MoveFields) throws -> StateChange

  init(
    _ name: String, _ shapes: MoveShape..., part: StatePart?, hasForm: Bool = true,
    read: @escaping @Sendable (inout any MoveFields) throws -> StateChange
  ) {
    self.name = name
    self.shapes = shapes
    self.part = part
    self.hasForm = hasForm
    self.read = read
  }

  package static func named(_ name: String) -> MoveKind? { all.first(named: name) }

  /// The fields of a form without its value.
  package func formFields(_ names: String...) -> [(name: String, value: String)] {
    [("do", name)] + zip(targets, names).map { ($0.form, $1) }
  }

  /// The fields that identify the target of a move: the item, and its column or node.
  package var targets: [MoveField] {
    shapes.first?.members.filter { $0.type == .name }.map(\.field) ?? []
  }
}

/// An object of a message: the fields of a move, and a sentence that explains it.
package struct MoveShape: Sendable {
  package struct Member: Sendable {
    package let field: MoveField
    package let type: MoveType
    package let isRequired: Bool

    static func required(_ field: MoveField, _ type: MoveType) -> Member {
      Member(field: field, type: type, isRequired: true)
    }

    static func optional(_ field: MoveField, _ type: MoveType) -> Member {
      Member(field: field, type: type, isRequired: false)
    }
  }

  package let members: [Member]
  /// Returns the sentence for an object of the dashboard, named first, and a detail of it.
  package let help: @Sendable (String, String) -> String

  init(_ members: Member..., help: @escaping @Sendable (String, String) -> String) {
    self.members = members
    self.help = help
  }
}

/// A field of a move. The raw value is its name in messages.
package enum MoveField: String, Sendable {
  case item, filter, variable, node, column
  case picks, level, all, values, lower, upper, value, percent
  case category, categories, paths, series, items, rectangles
  case by, descending, top, horizontal, vertical

  /// The name of the field in a form.
  package var form: String {
    switch self {
    case .filter, .variable, .node: "name"
    case .all: "reset"
    case .values: "value"
    case .categories: "category"
    case .by: "key"
    case .descending: "down"
    default: rawValue
    }
  }
}

/// The type of a field, if it does not depend on the dashboard.
package enum MoveType: Sendable {
  /// A name in the dashboard.
  case name
  /// A value of the data. For `valueOrNull`, null resets the move.
  case value, valueOrNull
  case values, paths, items, rectangles, picks
  case level, count, number, numberOrNull, flag, alwaysTrue
  /// A sort key of a chart, and the series whose values are used.
  case sortKey, sortSeries
  /// A part of an axis.
  case share
}

/// The fields of a move, read from a message or a form. Each source reports errors in its own format.
package protocol MoveFields {
  mutating func name(_ field: MoveField) throws -> String
  mutating func level() throws -> Int
  mutating func picks() throws -> [Pick]
  /// Reads a filter state. Nil accepts all values.
  mutating func filterState() throws -> FilterState?
  /// Reads a value to set. Nil resets it.
  mutating func newValue(_ field: MoveField) throws -> Scalar?
  mutating func change() throws -> WhatIfChange
  mutating func selection() throws -> Selection
  mutating func sortState() throws -> SortState?
  mutating func series() throws -> [Scalar]
  mutating func range() throws -> VisibleRange?
  /// Throws if a field was not read.
  func finish() throws
}

/// The value of a field for output.
package enum MoveValue: Sendable {
  case name(String)
  case whole(Int)
  case flag(Bool)
  case value(Scalar)
  case values([Scalar])
  case paths([[Scalar]])
  case items([Selection.Item])
  case rectangles([Selection.Rectangle])
  case picks([Pick])
  case share(Bounds)
}
