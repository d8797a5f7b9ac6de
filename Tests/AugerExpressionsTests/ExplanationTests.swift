import AugerColumns
import AugerDiagnostics
import AugerExpressions
import Testing

struct ExplanationTests {
  private let table = Setting(
    columns: [("region", Column(["n"])), ("amount", Column([1] as [Int64]))],
    variables: [("rate", .scalar(.float(1.5))), ("picks", .list([.string("n")]))])

  private func explanation(
    _ text: String, groupKeys: [String]? = nil, places: [Explanation.Place] = []
  ) throws -> Explanation {
    var setting = table
    setting.groupKeys = groupKeys
    return try setting.bind(text).explanation(in: setting.scope, places: places)
  }

  @Test func treeHasTypesAndDependencies() throws {
    let text = try explanation("if(region == 'n', amount * $rate, amount / 0)").description
    #expect(
      text == """
        if                   float?   column store
        ├─ ==                bool?    column store
        │  ├─ column region  string?  column store
        │  └─ 'n'            string   column store
        ├─ *                 float?   column store
        │  ├─ column amount  int?     column store
        │  └─ 1.5 ($rate)    float    column store
        └─ /                 float?   column store
           ├─ column amount  int?     column store
           └─ 0              int      column store

        type       float, may be null
        columns    region, amount
        variables  $rate = 1.5

        """)
  }

  @Test func aggregatesShowTheirArguments() throws {
    let explained = try explanation("region + sum(amount + 1) ", groupKeys: ["region"])
    #expect(explained.root.children.map(\.operation) == ["column region", "as string"])
    #expect(explained.root.children[1].children[0].operation == "sum")
    #expect(explained.root.children[1].children[0].children[0].operation == "+")
    #expect(explained.columns == ["region", "amount"])
  }

  @Test func contextReportsWhatItCannotCompute() throws {
    let database = Explanation.Place("database") { node in
      func holdsUpper(_ node: BoundNode) -> Bool {
        if case .text(.upper, _) = node.kind { true } else { node.children.contains(where: holdsUpper) }
      }
      return holdsUpper(node) ? "it knows no letters beyond ASCII" : nil
    }
    let explained = try explanation("len(upper(region)) + amount", places: [database])
    #expect(explained.root.runs == [false])
    #expect(explained.root.children.map(\.runs) == [[false], [true]])
    #expect(explained.refusals.map(\.part) == ["upper(region)"])
    #expect(
      explained.description.contains("here, not in database: upper(region) - it knows no letters beyond ASCII\n"))
    #expect(explained.description.contains("int?     column store · database"))
  }

  @Test func constantsAreFoldedAndListsShown() throws {
    #expect(try explanation("1 + 2 * 3").root.operation == "7")
    let explained = try explanation("region in ($picks)")
    #expect(explained.root.operation == "in ('n')")
    #expect(explained.variables == ["$picks = ['n']"])
  }
}
