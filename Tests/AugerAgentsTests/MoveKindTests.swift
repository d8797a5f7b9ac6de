import AugerAgents
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import Testing

/// Round trips of every kind of move through its message form.
@Suite struct MoveKindTests {
  /// Each move with the query string of the resulting state. Nil if the move leads back to an earlier state.
  private static let samples: [(move: StateChange, address: String?)] = [
    (.drillDown(item: "Sales", picks: [Pick("Region", ["Europe", "Asia"])]), "Sales.drill=Region:Europe,Asia"),
    (.drillUp(item: "Sales", toLevel: 1), nil),
    (.zoom(item: "Years", level: 3), "Years.zoom=3"),
    (.filter("Regions", .picks(["Asia", .int(5)])), "filter.Regions=Asia,5"),
    (.filter("Years", .range(lower: .int(2011), upper: .int(2013))), "filter.Years=2011..2013"),
    (.filter("Regions", nil), nil),
    (.set(variable: "rise", to: .int(5)), "$rise=5"),
    (.set(variable: "rise", to: nil), nil),
    (.change(item: "Risen", WhatIfChange("Amount", .percent(.int(-10)))), "Risen.whatif.Amount=-10%25"),
    (.change(item: "Risen", WhatIfChange("Amount", category: "Asia", .value(.int(3)))), "Risen.whatif.Amount[Asia]=3"),
    (.reset(item: "Risen"), nil),
    (.select(item: "Risen", selection), selected),
    (.sort(item: "Risen", SortState(.value, isDescending: true, top: 10)), "Risen.sort=-value;top:10"),
    (.sort(item: "Risen", SortState(.seriesValue("North"))), "Risen.sort=value:North"),
    (.sort(item: "Risen", nil), nil),
    (.hide(item: "Risen", series: ["North"]), "Risen.hide=North"),
    (.highlight(item: "Risen", category: "Asia"), "Risen.highlight=Asia"),
    (.highlight(item: "Risen", category: nil), nil),
    (.show(item: "Risen", VisibleRange(horizontal: 0...0.5, vertical: 0.25...1)), "Risen.range=0..0.5;0.25..1"),
    (.show(item: "Risen", nil), nil),
    (.setNode(item: "Tree", node: "Price", to: .int(2)), "Tree.node[Price]=2"),
    (.setNode(item: "Tree", node: "Price", to: nil), nil),
  ]

  private static let selection = {
    var selection = Selection(categories: ["Asia"], series: ["North"])
    selection.paths = [[.int(2011), "March"]]
    selection.items = [Selection.Item(category: "Asia", series: .null)]
    selection.rectangles = [Selection.Rectangle(categories: nil, values: .init(.int(0), .int(9)))]
    return selection
  }()

  private static let selected =
    "Risen.select=categories:Asia;paths:2011/March;series:North;items:Asia~null;rectangles:~0..9"

  @Test func everyKindHasASample() {
    let written = Set(Self.samples.map(\.move.written.kind.name))
    #expect(written == Set(MoveKind.all.map(\.name)))
    for kind in MoveKind.all { #expect(MoveKind.named(kind.name)?.name == kind.name) }
    // Only moves that undo others have no query string of their own.
    let addressed = Set(Self.samples.filter { $0.address != nil }.map(\.move.written.kind.name))
    #expect(Set(MoveKind.all.map(\.name)).subtracting(addressed) == ["up", "reset"])
  }

  @Test func everyMoveSurvivesAMessageRoundTrip() throws {
    for (move, _) in Self.samples {
      #expect(try MoveReader.move(JSONNode(move), at: "") == move)
    }
  }

  /// The fields of each message match one shape of its kind, and so the schema of the tool.
  @Test func everyMessageMatchesAShape() throws {
    for (move, _) in Self.samples {
      let (kind, _) = move.written
      guard case .object(let members) = JSONNode(move) else { throw NoObject() }
      let names = Set(members.map(\.name)).subtracting(["move"])
      let fits = kind.shapes.contains { shape in
        let required = shape.members.filter(\.isRequired).map(\.field.rawValue)
        return names.isSuperset(of: required) && names.isSubset(of: shape.members.map(\.field.rawValue))
      }
      #expect(fits, "\(move)")
    }
  }

  @Test func everyMoveLeadsToTheStateOfItsQueryString() throws {
    let dashboard = Dashboard(name: "empty", items: [])
    for case (let move, let address?) in Self.samples {
      let state = try Exploration(address)
      #expect(state.description == address)
      #expect(dashboard.moves(to: state) == [move])
    }
  }

  private struct NoObject: Error {}
}
