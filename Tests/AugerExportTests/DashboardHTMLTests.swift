import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import Testing

/// The HTML page of a dashboard: its content, its structure, and the escaping of data.
@Suite struct DashboardHTMLTests {
  /// Returns a chart of three regions.
  private func model(
    _ values: [Double] = [1.5, 2, 1234.25], _ names: [String] = ["Asia", "Europe", "Africa"]
  ) -> ChartModel {
    ChartModel(
      name: "Regions", title: "Sales by region", type: .column,
      levels: [CategoryLevel(column: "region", title: "Region", values: Column(names), labels: names)],
      dimensions: [ValueDimension(sequence: 1, title: "Sales", cells: Column(values))])
  }

  /// Returns a page with a start state, a drilled state and one link that leads out of the page.
  private func page(_ title: String = "Sales") -> DashboardHTML {
    var start = DashboardHTML.Figure(item: 0, model: model())
    start.categories = [
      .init(label: "Asia", address: "Markets.drill=region:Asia"),
      .init(label: "Europe", address: "Markets.drill=region:Europe"), nil,
    ]
    var asia = DashboardHTML.Figure(item: 0, model: model([7, 8], ["India", "Japan"]))
    asia.path = [.init(label: "Markets", address: ""), .init(label: "Asia", address: "here", isCurrent: true)]
    let other = DashboardHTML.Figure(item: 1, model: model([3], ["Only"]))
    return DashboardHTML(
      title: title, name: "sales",
      items: [.init(name: "Markets", columns: 6), .init(name: "Other", columns: 6)],
      figures: [start, other, asia, other],
      states: [
        .init(title: "Start", address: "", figures: [0, 1]),
        .init(title: "Asia", address: "Markets.drill=region:Asia", figures: [2, 3]),
      ])
  }

  private func elements(_ page: DashboardHTML) -> SVGElements {
    let text = String(decoding: page.data(), as: UTF8.self)
    return SVGElements(Array(text.replacing("<!DOCTYPE html>\n", with: "").utf8))
  }

  @Test func pageIsWellFormedAndEveryLinkHasATarget() {
    let elements = elements(page())
    #expect(elements.isWellFormed)
    let ids = elements.all.compactMap { $0["id"] }
    #expect(Set(ids).count == ids.count)
    let targets = elements.all.compactMap { $0["href"] }
    #expect(targets.contains("#s1") && targets.contains("#s0"))
    #expect(targets.allSatisfy { ids.contains(String($0.dropFirst())) })
    #expect(elements.all.allSatisfy { $0["style"] == nil && $0.name != "script" })
  }

  @Test func itemsArePlacedInTheLayoutGrid() throws {
    // Two charts next to a tall one, with gaps between them, and one chart below all.
    let size = ChartSize(width: 100, height: 100)
    let frames = [
      ChartFrame(x: 1, y: 1, width: 48, height: 29), ChartFrame(x: 51, y: 1, width: 48, height: 60),
      ChartFrame(x: 1, y: 32, width: 48, height: 29), ChartFrame(x: 1, y: 63, width: 98, height: 36),
    ]
    let areas = try #require(PageGrid.areas(of: frames, in: size))
    #expect(
      areas == [
        .init(rows: 1..<2, columns: 1..<13), .init(rows: 1..<3, columns: 13..<25),
        .init(rows: 2..<3, columns: 1..<13), .init(rows: 3..<4, columns: 1..<25),
      ])
    var page = page()
    func styles() -> String { elements(page).all.first { $0.name == "style" }?.text ?? "" }
    #expect(!styles().contains("grid-area"))
    (page.items[0].area, page.items[1].area) = (areas[1], areas[2])
    #expect(styles().contains(".g>:nth-child(1){grid-area:1/13/3/25}\n.g>:nth-child(2){grid-area:2/1/3/13}}"))
    // Items without grid areas follow each other.
    page.items[1].area = nil
    #expect(!styles().contains("grid-area"))
  }

  @Test func overlappingOrNarrowFramesHaveNoGrid() {
    let size = ChartSize(width: 100, height: 100)
    let wide = ChartFrame(width: 60, height: 50)
    #expect(PageGrid.areas(of: [wide, ChartFrame(x: 40, y: 20, width: 60, height: 60)], in: size) == nil)
    #expect(PageGrid.areas(of: [wide, ChartFrame(x: 90, y: 0, width: 10, height: 50)], in: size) == nil)
    #expect(PageGrid.areas(of: [wide, ChartFrame(x: 0, y: 60, width: 60, height: 1)], in: size) == nil)
    #expect(PageGrid.areas(of: [wide], in: ChartSize(width: 0, height: 0)) == nil)
  }

  @Test func pageDeclaresItsColorScheme() {
    for (theme, scheme) in [(Theme.light, "light"), (.dark, "dark")] {
      var page = page()
      page.theme = theme
      let styles = elements(page).all.first { $0.name == "style" }?.text ?? ""
      #expect(styles.contains("\n:root{color-scheme:\(scheme);"), "\(scheme)")
    }
  }

  @Test func equalFiguresAreWrittenOnce() {
    let elements = elements(page())
    #expect(elements.all.filter { $0.name == "figure" }.map { $0["id"] } == ["f0", "f2", "f1"])
    let styles = elements.all.first { $0.name == "style" }?.text ?? ""
    #expect(styles.contains("#s1:target~.g :is(#f2,#f1){display:block}"))
  }

  @Test func startIsShownUntilAnotherStateIsTheTarget() {
    let elements = elements(page())
    #expect(elements.all.filter { $0.name == "section" }.map { $0["id"] } == ["s1", "s0"])
    #expect(elements.all.filter { $0["class"] == "f o" }.map { $0["id"] } == ["f0", "f1"])
  }

  @Test func equalNumbersAreWrittenOnceForDifferentSelections() {
    var page = page()
    page.figures[3].model.context = ChartContext([.init(.filter, title: "Region", text: "Asia")])
    page.figures.append(page.figures[3])
    page.figures[4].model.context = ChartContext([.init(.filter, title: "Region", text: "Asia, Europe")])
    page.states.append(.init(title: "Both", address: "filter.Regions=Asia,Europe", figures: [0, 4]))
    let elements = elements(page)
    #expect(elements.isWellFormed)
    #expect(elements.all.filter { $0.name == "figure" }.map { $0["id"] } == ["f0", "f2", "f1"])
    let captions = elements.all.filter { $0["class"] == "q" }
    #expect(captions.map { $0["id"] } == ["p3", "p4"])
    let texts = elements.all.filter { $0.name == "p" }.map(\.text)
    #expect(texts.filter { $0.hasPrefix("Region: ") } == ["Region: Asia", "Region: Asia, Europe"])
    let styles = elements.all.first { $0.name == "style" }?.text ?? ""
    // The start state has no selection, so it shows no caption.
    #expect(styles.contains("#s0:target~.g :is(#f0,#f1){display:block}"))
    #expect(styles.contains("#s1:target~.g :is(#f2,#f1,#p3){display:block}"))
    #expect(styles.contains("#s2:target~.g :is(#f0,#f1,#p4){display:block}"))
    // Elements that a browser hides are also hidden below a visible figure.
    #expect(styles.contains(".s,.f,.q{display:none}") && styles.contains(".s:target~.g :is(.f,.q){display:none}"))
  }

  @Test func selectionOfOneFigureIsItsCaption() {
    var page = page()
    page.figures[2].model.context = ChartContext([.init(.drill, title: "Region", text: "Asia")])
    let elements = elements(page)
    #expect(elements.all.allSatisfy { $0["class"] != "q" && $0["class"] != "q o" })
    #expect(elements.all.count { $0.name == "p" && $0.text == "Region: Asia" } == 1)
  }

  @Test func equalNumbersHaveTheWeightOfOne() {
    let page = page()
    var other = page.figures[1]
    other.model.context = ChartContext([.init(.filter, title: "Region", text: "Asia")])
    let (first, second) = (page.weight(of: page.figures[1]), page.weight(of: other))
    #expect(first.content == second.content && first.captionBytes < second.captionBytes)
    #expect(page.weight(of: page.figures[0]).content != first.content)
    // Figures with links to different states have different contents.
    var linked = page.figures[0]
    linked.categories[0]?.address += "&filter.Regions=Asia"
    #expect(page.weight(of: linked).content != page.weight(of: page.figures[0]).content)
  }

  @Test func missingStatesAreDisabledWithAReason() {
    var page = page()
    page.limit = "the page is limited to 9 KB"
    let elements = elements(page)
    let disabled = elements.all.filter { $0["aria-disabled"] == "true" }
    #expect(disabled.map(\.text) == ["Europe"])
    let text = String(decoding: page.data(), as: UTF8.self)
    #expect(text.contains("Not on this page: Europe, because the page is limited to 9 KB."))
    #expect(
      text.contains("This page contains 2 states of the dashboard. It links to 1 more state, which is not included"))
    #expect(text.contains("The author can create a larger page, or one that begins nearer to the missing states."))
    #expect(!text.contains("auger ") && !text.contains("<code"))
  }

  @Test func aGermanPageHasNoEnglishTexts() {
    var page = page()
    page.texts = .german
    for index in page.figures.indices { page.figures[index].model.locale = ChartLocale("de_DE") }
    let text = String(decoding: page.data(), as: UTF8.self)
    for german in [
      "<html lang=\"de\">", "Zurück zum Anfang", "Diese Seite enthält 2 Ansichten des Dashboards.", "Tabelle zu ",
      "Kategorien",
    ] { #expect(text.contains(german), "\(german)") }
    for english in ["Back to", "This page", "Table of", "Select a", "Not in", "categories", "Ask the author"] {
      #expect(!text.contains(english), "\(english)")
    }
  }

  @Test func categoryBandsAndTableRowsAreLinks() {
    let elements = elements(page())
    let links = elements.all.filter { $0["href"] == "#s1" }
    #expect(links.map { $0["aria-label"] } == ["Asia", nil])
    #expect(links.last?.text == "Asia")
  }

  @Test func tableContainsExactValues() {
    var priced = model([1234.25, 0.5, 7])
    priced.dimensions[0].format = .rounded(0)
    let page = DashboardHTML(
      title: "", name: "x", items: [.init(name: "Markets")], figures: [.init(item: 0, model: priced)],
      states: [.init(title: "Start", address: "", figures: [0])])
    let exact = elements(page).all.filter { $0.name == "data" }
    #expect(exact.map { $0["value"] } == ["1234.25"])
    #expect(exact.first?.text == "1,234")
  }

  @Test func pageDeclaresTheDigestOfItsStyles() {
    let elements = elements(page())
    let styles = elements.all.first { $0.name == "style" }?.text ?? ""
    let policy = elements.all.first { $0["http-equiv"] == "Content-Security-Policy" }?["content"] ?? ""
    let digest = Base64.text(SHA256.digest(Array(styles.utf8)))
    #expect(
      policy == "default-src 'none'; style-src 'sha256-\(digest)'; img-src data:; base-uri 'none'; form-action 'none'")
  }

  @Test func sha256MatchesItsStandard() {
    func hexadecimal(_ text: String) -> String { SHA256.text(Array(text.utf8)) }
    #expect(hexadecimal("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(hexadecimal("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      hexadecimal(String(repeating: "a", count: 1000))
        == "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3")
    #expect(["", "f", "fo", "foo"].map { Base64.text(Array($0.utf8)) } == ["", "Zg==", "Zm8=", "Zm9v"])
  }

  @Test(arguments: [[], [0], [1, 63], [63, 2], [64, 64], [65, 55, 9], [200]])
  func hashDoesNotDependOnPieces(_ counts: [Int]) {
    var stream = SHA256.Stream()
    var whole: [UInt8] = []
    for count in counts {
      let piece = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      stream.update(piece)
      whole += piece
    }
    #expect(stream.digest == SHA256.digest(whole))
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"'><img src=x>", "]]>", "</style><style>*{}", "</title>", "a\u{0}b", "\u{202E}evil",
    "&amp;", "<!--", "-->", "' onload='x",
  ])
  func dataIsEscaped(_ text: String) {
    var page = page(text)
    page.name = text
    page.limit = text
    page.notes = [text]
    page.items[1].controls = [.init(title: text, text: text)]
    page.states[1].title = text
    page.states[1].address = text
    page.states[1].filters = [.init(title: text, text: text, choices: [.init(label: text, address: text)], note: text)]
    page.figures[0].model = model([1, 2, 3], [text, text + "2", text + "3"])
    page.figures[0].model.title = text
    page.figures[0].categories = [.init(label: text, address: text), .init(label: text, address: "else" + text), nil]
    page.absences = [(1, text)]
    let plain = elements(self.page("plain"))
    let elements = elements(page)
    #expect(elements.isWellFormed)
    let further = ["dl", "dt", "dd", "ul", "li", "b", "p", "details", "summary", "code", "bdi"]
    let known = Set(plain.all.map(\.name) + further)
    #expect(Set(elements.all.map(\.name)).isSubset(of: known))
    #expect(elements.all.first { $0.name == "h1" }?.text == text.replacing("\u{0}", with: "\u{FFFD}"))
    #expect(!page.data().contains(0))
  }

  @Test func outputIsReproducible() {
    #expect(page().data() == page().data())
  }

  @Test func tooltipsCanBeOmitted() {
    var page = page()
    page.figures[0].categories = []
    let count = elements(page).all.count { $0.name == "title" }
    page.hasTooltips = false
    #expect(count == 7 && elements(page).all.count { $0.name == "title" } == 1)
  }

  @Test func chartWithTooManyMarksIsATable() {
    var page = page()
    page.mostMarks = 2
    let elements = elements(page)
    #expect(elements.all.count { $0.name == "svg" } == 2 && elements.all.count { $0.name == "table" } == 3)
    #expect(elements.all.contains { $0.text.contains("This chart has too many marks for a picture.") })
  }
}
