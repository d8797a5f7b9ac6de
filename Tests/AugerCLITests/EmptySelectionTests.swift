import Foundation
import Testing

/// A selection that matches nothing says so where the data would be.
@Suite struct EmptySelectionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let run = try Auger(["demo", "shop"], in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  @Test(arguments: [
    ("filter.Regions=Atlantis", "Regions: Atlantis"),
    ("filter.Regions=Europe&filter.Countries=Atlantis", "Regions: Europe, Countries: Atlantis"),
  ])
  func aSelectionThatMatchesNothingIsNamed(place: String, words: String) throws {
    let shop = folder.root.appendingPathComponent("shop")
    for format in ["svg", "txt"] {
      let run = try Auger(
        ["export", "filters/Categories", "--explore", place, "-o", "chart.\(format)"], in: shop)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.errors.contains("dataTableEmpty") && run.errors.contains("has no rows for \(words);"))
    }
    let picture = try String(contentsOf: shop.appendingPathComponent("chart.svg"), encoding: .utf8)
    #expect(picture.contains("Nothing matches \(words)"))
  }

  @Test func dataWithoutRowsAreNotBlamedOnASelection() throws {
    _ = try folder.write("k,v\n", to: "none.csv")
    let run = try Auger(["chart", "none.csv", "--category", "k", "--value", "v", "--format", "svg"], in: folder.root)
    #expect(run.output.contains("No values") && !run.output.contains("Nothing matches"), "\(run.errors)")
  }
}
