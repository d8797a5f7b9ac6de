import AugerAnalysis
import AugerColumns
import AugerDiagnostics

extension JSONNode {
  /// Creates the JSON form of a move, which `MoveReader` reads.
  package init(_ move: StateChange) {
    let (kind, fields) = move.written
    self = ["move": .text(kind.name)]
    for (field, value) in fields { self = adding(field.rawValue, value.map { JSONNode($0) }) }
  }

  /// Creates a move of a kind without its value.
  init(_ kind: MoveKind, of targets: String...) {
    self = .object([Member(name: "move", value: .text(kind.name))])
    for (field, name) in zip(kind.targets, targets) { self = adding(field.rawValue, .text(name)) }
  }

  private init(_ value: MoveValue) {
    switch value {
    case .name(let name): self = .text(name)
    case .whole(let number): self = JSONNode(number)
    case .flag(let flag): self = .bool(flag)
    case .value(let value): self = JSONNode(value)
    case .values(let values): self.init(values)
    case .paths(let paths): self = .list(paths.map { JSONNode($0) })
    case .items(let items):
      self = .list(items.map { ["category": JSONNode($0.category), "series": JSONNode($0.series)] })
    case .rectangles(let rectangles):
      self = .list(
        rectangles.map {
          ([:] as JSONNode).adding("categories", $0.categories.map { JSONNode($0) })
            .adding("values", $0.values.map { JSONNode($0) })
        })
    case .picks(let picks): self = .object(picks.map { Member(name: $0.column, value: JSONNode($0.values)) })
    case .share(let part):
      self = [.number(NumberText.shortest(part.lower)), .number(NumberText.shortest(part.upper))]
    }
  }

  private init(_ values: [Scalar]) { self = .list(values.map { JSONNode($0) }) }

  private init(_ span: Selection.Span) { self = ["lower": JSONNode(span.lower), "upper": JSONNode(span.upper)] }
}
