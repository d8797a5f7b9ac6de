import Foundation
import TestSupport
import Testing

/// Files made to take long: what they cost is in proportion to their size. `Scripts/growth` measures it; here each has
/// a minute, which none of them kept to.
@Suite struct ProportionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

  @Test(.timeLimit(.minutes(1)))
  func aMappingOfManyKeys() throws {
    let file = try folder.write("Dashboard:\n  Chart:\n" + lines(20_000) { "    k\($0): v\n" }, to: "a.yaml")
    #expect(try Auger(["check", file]).output.contains("has no attribute 'k1'"))
  }

  @Test(.timeLimit(.minutes(1)))
  func aSequenceOfManyValues() throws {
    let file = try folder.write("Dashboard:\n  x:\n" + lines(40_000) { "  - v\($0)\n" }, to: "a.yaml")
    #expect(try Auger(["check", file]).output.contains("each 'x' must be a mapping"))
  }

  @Test(.timeLimit(.minutes(1)))
  func manyFindingsInOneLine() throws {
    let keys = (0..<20_000).map { "\"ä\($0)\": \"v\"" }.joined(separator: ", ")
    let file = try folder.write("{\"Dashboard\": {\"Chart\": {\(keys)}}}", to: "a.json")
    let run = try Auger(["check", file, "--format", "json"])
    #expect(run.output.contains("tooManyFindings") && run.exitCode == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func manyRepeatedKeysInOneLine() throws {
    let keys = (0..<20_000).map { _ in "\"k\": \"v\"" }.joined(separator: ", ")
    let file = try folder.write("{\"Dashboard\": {\(keys)}}", to: "a.json")
    #expect(try Auger(["check", file]).output.contains("key 'k' stands twice"))
  }

  @Test(.timeLimit(.minutes(1)))
  func aHeaderOfOneName() throws {
    let row = { (cell: String) in Array(repeating: cell, count: 16_000).joined(separator: ",") + "\n" }
    let file = try folder.write(row("c") + row("1"), to: "a.csv")
    let run = try Auger(["query", file, "--format", "csv"])
    #expect(run.exitCode == 0 && run.output.contains(",c_15999,c_16000\n"), "\(run.errors)")
  }

  /// They took 23 gigabytes.
  @Test(.timeLimit(.minutes(1)))
  func workersAreNoMoreThanAreOfUse() throws {
    let file = try folder.write("a\n1\n", to: "a.csv")
    let run = try Auger(["query", file, "--workers", "1000000"])
    let most = 4 * ProcessInfo.processInfo.activeProcessorCount
    #expect(run.exitCode == 0 && run.errors.contains("--workers 1000000: \(most) are used"), "\(run.errors)")
    #expect(try Auger(["query", file, "--workers", "\(most)"]).errors.isEmpty)
  }
}
