import Foundation
import Testing

/// In an error-bar chart, several points can have the same position.
@Suite struct RepeatedPointsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("x,y,e,w\n1,10,1,0.25\n1,12,1,0.5\n2,5,0.5,0.25\n", to: "e.csv")
  }

  private func chart(_ format: String, _ options: String...) throws -> String {
    let run = try Auger(
      ["chart", "e.csv", "--type", "errorbar", "--category", "x", "--value", "y", "--value", "e", "--format", format]
        + options, in: folder.root)
    #expect(run.exitCode == 0, "\(run.errors)")
    return run.output
  }

  @Test func repeatedPointsAreNotSummed() throws {
    #expect(try chart("csv") == "x,y,e\n1,10,1\n1,12,1\n2,5,0.5\n")
    struct Chart: Decodable {
      struct Items: Decodable {
        var values: [[Double]]
      }
      var items: Items
    }
    let model = try JSONDecoder().decode(Chart.self, from: Data(try chart("json").utf8))
    #expect(model.items.values == [[10, 12, 5], [1, 1, 0.5]])
  }

  @Test func eachPointIsDrawnWithItsErrors() throws {
    let picture = try chart("svg", "--value", "w")
    #expect(picture.split(separator: "<circle").count - 1 == 3)
    // A vertical and a horizontal line, each with two caps.
    #expect(picture.components(separatedBy: "<g stroke-width=\"1.5\"").count - 1 == 3)
    let vega = try chart("vega-lite", "--value", "w")
    for text in ["\"low\":11", "\"high\":13", "\"left\":0.5", "\"right\":1.5"] {
      #expect(vega.replacingOccurrences(of: " ", with: "").contains(text), "\(text)")
    }
  }

  @Test func pointsWithAnAggregateAreGroups() throws {
    let run = try Auger(
      [
        "chart", "e.csv", "--type", "errorbar", "--category", "x", "--value", "avg(y)", "--value", "max(e)", "--format",
        "csv",
      ], in: folder.root)
    #expect(run.output == "x,avg(y),max(e)\n1,11,1\n2,5,0.5\n", "\(run.errors)")
  }
}
