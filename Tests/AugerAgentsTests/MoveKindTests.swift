import AugerAgents
import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import AugerMetadata
import Testing

/// Each kind of move, written and read.
@Suite struct MoveKindTests {
  /// A move, and the address of the state that it leads to. Nil if a state says the same as one before the move.
  private static let samples: [(move: Move, address: String?)] = [
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
    // A kind whose samples have no address leads back to states of another kind.
    let addressed = Set(Self.samples.filter { $0.address != nil }.map(\.move.written.kind.name))
    #expect(Set(MoveKind.all.map(\.name)).subtracting(addressed) == ["up", "reset"])
  }

  @Test func everyMoveReadsBackFromItsMessage() throws {
    for (move, _) in Self.samples {
      #expect(try MoveReader.move(JSONNode(move), at: "") == move)
    }
  }

  /// The fields of a message are those that one of its kind's shapes, and with it the schema of the tool, has.
  @Test func everyMessageHasTheFieldsOfAShape() throws {
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

  @Test func everyStateReadsBackFromItsAddressAsTheMove() throws {
    let dashboard = Dashboard(name: "empty", items: [])
    for case (let move, let address?) in Self.samples {
      let state = try Exploration(address)
      #expect(state.description == address)
      #expect(dashboard.moves(to: state) == [move])
    }
  }

  private struct NoObject: Error {}
}
