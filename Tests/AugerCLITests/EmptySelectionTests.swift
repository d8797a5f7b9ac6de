import Foundation
import Testing

/// If a selection matches nothing, a text appears in place of the data.
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
  func emptySelectionIsNamed(place: String, words: String) throws {
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

  @Test func emptyDataDoNotMentionASelection() throws {
    _ = try folder.write("k,v\n", to: "none.csv")
    let run = try Auger(["chart", "none.csv", "--category", "k", "--value", "v", "--format", "svg"], in: folder.root)
    #expect(run.output.contains("No values") && !run.output.contains("Nothing matches"), "\(run.errors)")
  }
}
