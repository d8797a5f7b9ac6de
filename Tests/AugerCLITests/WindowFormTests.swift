import Foundation
import Testing

/// Window functions in chart expressions.
@Suite struct WindowFormTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write("month,item,amount\n2,x,10\n1,x,5\n2,y,1\n3,x,7\n1,x,1\n", to: "sales.csv")
  }

  private func values(_ options: [String]) throws -> [[Double?]] {
    let run = try Auger(["chart", file, "--category", "month"] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let dimensions = try #require(json?["values"] as? [[[Any]]])
    return dimensions[0].map { $0.map { ($0 as? NSNumber)?.doubleValue } }
  }

  @Test func runningTotalOfSumsIsSupported() throws {
    #expect(try values(["--value", "running(sum(amount))"]) == [[6, 17, 24]])
    #expect(try values(["--value", "running(amount)", "--series", "item"]) == [[6, 16, 23], [nil, 1, 1]])
    let best = ["--sort=-value", "--limit", "1"]
    #expect(try values(["--value", "100 * share(sum(amount))"] + best) == [[100 * (11.0 / 24)]])
  }

  @Test func windowFunctionsOutsideChartsFail() throws {
    let run = try Auger(["eval", "1 + running(amount)", "--table", file])
    #expect(run.exitCode == 2)
    #expect(run.errors.contains("windowNotAllowed"))
    #expect(run.errors.contains("    ^^^^^^^^^^^^^^^"))
  }
}
