import AugerAnalysis
import AugerColumns
import AugerDiagnostics
import Testing

@Suite struct ExplorationAddressTests {
  @Test func guideExampleSurvivesARoundTrip() throws {
    let text = """
      ?Sales.drill=Region:Europe;ProductCategory:Bikes/Country:France&Sales.zoom=2&filter.Regions=Pacific,Europe\
      &$hike=5&Sales.whatif.UnitPrice[Central]=9.5
      """
    let place = try Exploration(text)
    let sales = place[item: "Sales"]
    #expect(
      sales.drill == [
        [Pick("Region", [.string("Europe")]), Pick("ProductCategory", [.string("Bikes")])],
        [Pick("Country", [.string("France")])],
      ])
    #expect(sales.zoom == 2)
    #expect(
      sales.whatIf == [
        WhatIfChange("UnitPrice", category: .string("Central"), .value(.decimal(try #require(Decimal128("9.5")))))
      ])
    #expect(place.filters["Regions"] == .picks([.string("Pacific"), .string("Europe")]))
    #expect(place.variables["hike"] == .int(5))
    #expect(
      place.description == """
        Sales.drill=Region:Europe;ProductCategory:Bikes/Country:France&Sales.zoom=2\
        &Sales.whatif.UnitPrice[Central]=9.5&filter.Regions=Pacific,Europe&$hike=5
        """)
  }

  @Test func initialStateIsAnEmptyString() throws {
    #expect(Exploration().description.isEmpty)
    #expect(try Exploration("") == Exploration())
    #expect(try Exploration("?") == Exploration())
  }

  @Test func ambiguousStringsAreQuoted() throws {
    for text in ["2011", "-1", "9.50", "1e3", "2024-05-01", "true", "null", "", "'", "'a'", "NaN", "1.5e0"] {
      var place = Exploration()
      place.variables["x"] = .string(text)
      #expect(try Exploration(place.description).variables["x"] == .string(text), "\(text)")
    }
    #expect(try Exploration("$x=012").variables["x"] == .string("012"))
    #expect(try Exploration("$x=12").variables["x"] == .int(12))
  }

  @Test func explorationEqualityIgnoresOrder() throws {
    let one = try Exploration("A.zoom=1&B.zoom=2&$x=1&$y=2&filter.F=1")
    let other = try Exploration("filter.F=1&$y=2&B.zoom=2&$x=1&A.zoom=1")
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    #expect(one.description == other.description)
  }

  @Test func namesCanContainAnyCharacter() throws {
    var place = Exploration()
    for name in ["a.b", "filter", "$x", "Größe/Ø", "a[b]", "x=y&z", "100%", "+", "a b", "🚲"] {
      place[item: name].zoom = 3
      place.filters[name] = .range(lower: .string("a.."), upper: .string(".b"))
      place.variables[name] = .string(name)
      place[item: "D"].nodes[name] = .int(1)
    }
    #expect(try Exploration(place.description) == place)
  }

  @Test func everyGeneratedExplorationSurvivesARoundTrip() throws {
    for seed in 0..<500 {
      var generator = ExplorationGenerator(seed: UInt64(seed))
      let place = generator.exploration()
      let text = place.description
      #expect(try Exploration(text) == place, "seed \(seed): \(text)")
      #expect(try Exploration(text).description == text, "seed \(seed)")
      #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "seed \(seed): \(text)")
    }
  }

  @Test(arguments: [
    ("⟦Sales⟧", "explorationSyntax"),
    ("⟦Sales⟧=2", "explorationUnknown"),
    ("Sales.⟦zomo⟧=2", "explorationUnknown"),
    ("Sales.zoom=⟦two⟧", "explorationSyntax"),
    ("Sales.zoom=⟦0⟧", "explorationSyntax"),
    ("Sales.zoom=1&⟦Sales.zoom⟧=2", "explorationDuplicate"),
    ("Sales.drill=⟦Europe⟧", "explorationSyntax"),
    ("Sales.drill=A:1;⟦A:2⟧", "explorationDuplicate"),
    ("Sales.drill=A:⟦%zz⟧", "explorationSyntax"),
    ("Sales.drill=A:⟦%FF⟧", "explorationSyntax"),
    ("filter.Regions=⟦⟧", "explorationSyntax"),
    ("Sales.whatif.Price[Central]=⟦much⟧", "explorationSyntax"),
    ("Sales.whatif⟦[Central]⟧=5", "explorationSyntax"),
    ("Sales.sort=⟦size⟧", "explorationSyntax"),
    ("Sales.sort=value;top:⟦0⟧", "explorationSyntax"),
    ("Sales.range=⟦0.5..0.2⟧", "explorationSyntax"),
    ("Sales.select=items:⟦A⟧", "explorationSyntax"),
    ("Sales.select=rectangles:1..2~3..4,⟦1..2⟧", "explorationSyntax"),
    ("Sales.select=rectangles:⟦~⟧", "explorationSyntax"),
    ("Sales.select=rectangles:⟦1~2..3⟧", "explorationSyntax"),
    ("Sales.select=rectangles:1..2~⟦a..b⟧", "explorationSyntax"),
    ("Sales.zoom⟦.x⟧=1", "explorationSyntax"),
  ]) func errorsHaveALocation(marked: String, code: String) throws {
    let parts = marked.split(omittingEmptySubsequences: false) { $0 == "⟦" || $0 == "⟧" }
    let error = #expect(throws: DiagnosticError.self) { try Exploration(parts.joined()) }
    let diagnostic = try #require(error?.diagnostics.first)
    let start = parts[0].utf8.count
    #expect(diagnostic.code.rawValue == code)
    #expect(diagnostic.place?.span == SourceSpan(start, start + parts[1].utf8.count))
  }

  @Test func rectanglesHaveTheirOwnSyntax() throws {
    var exploration = Exploration()
    exploration[item: "C"].selection.rectangles = [
      Selection.Rectangle(
        categories: .init(.string("a..b"), .string("c")), values: .init(.float(-1.5), .int(20))),
      Selection.Rectangle(values: .init(.int(0), .int(5))),
      Selection.Rectangle(categories: .init(.int(1), .int(2))),
    ]
    let text = "C.select=rectangles:a%2E%2Eb..c~-1.5e0..20,~0..5,1..2~"
    #expect(exploration.description == text)
    #expect(try Exploration(text) == exploration)
    #expect(!exploration[item: "C"].selection.isEmpty)
  }

  @Test func selectionsOfCategoriesAndSeriesIntersect() {
    var selection = Selection()
    #expect(selection.focuses(category: .int(1), series: .string("a")))
    selection.categories = [.int(1)]
    selection.series = [.string("a")]
    #expect(selection.focuses(category: .int(1), series: .string("a")))
    #expect(!selection.focuses(category: .int(1), series: .string("b")))
    #expect(!selection.focuses(category: .int(2), series: .string("a")))
    selection.items = [Selection.Item(category: .int(2), series: .string("b"))]
    #expect(selection.focuses(category: .int(2), series: .string("b")))
  }
}
