import Auger
import AugerAnalysis
import AugerServer
import HTTPTypes
import Testing

@Suite struct PageMoveTests {
  /// Every kind of move: its initial state, the fields of its form, and the resulting state.
  private static let moves = [
    FormCase("", "do=filter&name=Region&value=North&value=West", "filter.Region=North,West"),
    FormCase("filter.Region=North", "do=filter&name=Region&reset=1&value=North", ""),
    FormCase("filter.Region=North", "do=filter&name=Region", ""),
    FormCase("", "do=set&name=rise&value=7", "$rise=7"),
    FormCase("$rise=7", "do=set&name=rise&reset=1", ""),
    FormCase("", "do=change&item=Margin&column=units&value=+10%", "Margin.whatif.units=10%25"),
    FormCase("", "do=change&item=Margin&column=units&category=2021&value=3", "Margin.whatif.units[2021]=3"),
    FormCase("", "do=change&item=Margin&column=units&category=&value=3", "Margin.whatif.units=3"),
    FormCase("Margin.whatif.units=3", "do=change&item=Margin&column=units&reset=1", ""),
    FormCase("", "do=node&item=Tree&name=Price&value=2.5", "Tree.node[Price]=2.5"),
    FormCase("Tree.node[Price]=2.5", "do=node&item=Tree&name=Price&reset=1", ""),
    FormCase("", "do=sort&item=Years&key=value&down=1", "Years.sort=-value"),
    FormCase("Years.sort=-value", "do=sort&item=Years&key=", ""),
    FormCase("", "do=select&item=Years&category=2021", "Years.select=categories:2021"),
    FormCase(
      "Years.select=categories:2021", "do=select&item=Years&category=2022&add=1", "Years.select=categories:2021,2022"),
    FormCase("Years.select=categories:2022", "do=select&item=Years&category=2022&add=1", ""),
    FormCase("", "do=hide&item=Years&series=North", "Years.hide=North"),
    FormCase("Years.hide=North", "do=hide&item=Years", ""),
    FormCase("", "do=show&item=Years&lower=0.25&upper=0.75", "Years.range=0.25..0.75"),
    FormCase("", "do=show&item=Years&lower=0.25&upper=0.75&axis=vertical", "Years.range=0..1;0.25..0.75"),
    FormCase("Years.range=0.25..0.75", "do=show&item=Years", ""),
    // A selection in a group applies to its visible chart.
    FormCase("", "do=select&item=Places&category=North", "ByRegion.select=categories:North"),
    FormCase("ByRegion.select=categories:North", "do=select&item=Places&category=North&add=1", ""),
  ]

  @Test(arguments: moves) func formLeadsToItsState(move: FormCase) async throws {
    let found = try #require(try await PageSite().destination(move.fields, at: move.place))
    // Compare the states, because a URL has several encodings.
    let (place, expected) = (try Exploration(found), try Exploration(move.expected))
    #expect(place == expected, "\(found)")
  }

  @Test func everyMoveKindWithAFormIsTested() {
    let tried = Set(Self.moves.compactMap { $0.fields.first { $0.0 == "do" }?.1 })
    #expect(tried == Set(MoveKind.all.filter(\.hasForm).map(\.name)))
  }

  @Test func moveKindWithoutAFormFails() async throws {
    for kind in MoveKind.all where !kind.hasForm {
      let answer = try await PageSite().post("/-/move/board", [("at", ""), ("do", kind.name), ("item", "Years")])
      #expect(answer.status == 400 && answer.code == "unknownMove", "\(kind.name)")
    }
  }

  /// The names of the hidden fields match those that the server reads.
  @Test func hiddenFieldsNameTheObjectsOfMoves() {
    let fields = [
      MoveKind.filter.formFields("Region"), MoveKind.set.formFields("rise"),
      MoveKind.change.formFields("Margin", "units"), MoveKind.node.formFields("Tree", "Price"),
    ].map { $0.map { "\($0.name)=\($0.value)" }.joined(separator: "&") }
    #expect(
      fields == [
        "do=filter&name=Region", "do=set&name=rise", "do=change&item=Margin&column=units",
        "do=node&item=Tree&name=Price",
      ])
  }

  @Test func goalSetsTheDrivingNode() async throws {
    let site = try PageSite()
    let goal = FormCase("", "do=goal&item=Tree&name=Sales&by=Price&value=5000", "")
    let place = try #require(await site.destination(goal.fields))
    let json = await site.get("/dashboards/board/Tree.json?\(place)")
    #expect(json.status == 200 && json.text.contains("5000"), "\(place)")
  }

  /// Invalid forms, with the status and the code of the problem.
  private static let refusals = [
    RefusedForm("do=fly", 400, "unknownMove"), RefusedForm("name=rise", 400, "formIncomplete"),
    RefusedForm("do=set&value=3", 400, "formIncomplete"), RefusedForm("do=set&name=rise", 400, "formIncomplete"),
    RefusedForm("do=set&name=rise&value=99", 422, "outOfBounds"),
    RefusedForm("do=set&name=rise&value=x", 422, "variableType"),
    RefusedForm("do=change&item=Margin&column=units&value=much", 422, "variableType"),
    RefusedForm("do=change&item=Margin&column=price&value=1", 422, "notChangeable"),
    RefusedForm("do=sort&item=Years&key=colour", 400, "formIncomplete"),
    RefusedForm("do=show&item=Years&lower=0.8&upper=0.2", 422, "outOfBounds"),
    RefusedForm("do=show&item=Years&lower=nan&upper=1", 422, "variableType"),
    RefusedForm("do=goal&item=Tree&name=Sales&by=Nobody&value=1", 422, nil),
    RefusedForm("do=set&name=rise&value=3&_options=_colour=red", 400, "unknownOption"),
    RefusedForm("do=set&name=rise&value=3&_options=$rise=1", 400, "unknownOption"),
    RefusedForm("do=set&name=rise&value=3&at=nothing", 400, nil),
  ]

  @Test(arguments: refusals) func invalidFormFails(form: RefusedForm) async throws {
    let site = try PageSite()
    for address in ["/-/move/board", "/-/parts/board"] {
      let answer = await site.post(address, form.fields)
      #expect(answer.status == form.status, "\(answer.text)")
      if let code = form.code { #expect(answer.code == code) }
    }
  }

  @Test func otherContentTypesAreNotMoves() async throws {
    let answer = try await PageSite().post("/-/parts/board", [("do", "set")], type: "text/plain")
    #expect(answer.status == 415 && answer.code == "notAForm")
  }

  /// Browsers withhold the origin of a page with the policy `no-referrer`. The field `Sec-Fetch-Site` still identifies
  /// the site of its forms.
  @Test(arguments: [("same-origin", 303), ("cross-site", 403), (nil, 403)] as [(String?, Int)])
  func formWithoutOriginIsAcceptedFromSameSite(site: String?, status: Int) async throws {
    var fields: HTTPFields = [.origin: "null", .contentType: "application/x-www-form-urlencoded"]
    fields[HTTPField.Name("Sec-Fetch-Site")!] = site
    let request = SiteRequest(
      method: .post, path: "/-/move/board", fields: fields, body: Array("do=set&name=rise&value=7".utf8),
      authority: "localhost:8017")
    let answer = try await PageSite().site.respond(to: request)
    #expect(answer.status.code == status)
  }

  @Test func formKeepsOptionsAndItem() async throws {
    let fields = FormCase("", "do=set&name=rise&value=7", "").fields + [("_options", "_theme=dark&_rows.Days=2")]
    let answer = try await PageSite().post("/-/move/board?_item=Years", fields)
    #expect(answer.fields[.location] == "/dashboards/board/Years?$rise=7&_theme=dark&_rows.Days=2")
  }
}

/// A form and the state that it leads to. The fields are unencoded `name=value` pairs, separated by `&`.
struct FormCase: Sendable, CustomTestStringConvertible {
  var place: String
  var form: String
  var expected: String

  init(_ place: String, _ form: String, _ expected: String) {
    self.place = place
    self.form = form
    self.expected = expected
  }

  var fields: [(String, String)] { pairs(of: form) }
  var testDescription: String { form }
}

/// A form that fails.
struct RefusedForm: Sendable, CustomTestStringConvertible {
  var form: String
  var status: Int
  /// The expected code. Nil accepts any code.
  var code: String?

  init(_ form: String, _ status: Int, _ code: String?) {
    self.form = form
    self.status = status
    self.code = code
  }

  var fields: [(String, String)] { pairs(of: form) }
  var testDescription: String { form }
}

private func pairs(of form: String) -> [(String, String)] {
  form.split(separator: "&").map { part in
    let ends = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return (ends[0], ends.count > 1 ? ends[1] : "")
  }
}
