import Foundation
import TestSupport
import Testing

/// Files made to take long: what they cost is in proportion to their size. `Scripts/growth` measures it over three
/// decades; here each is tried at two sizes. Four times the size took sixteen times as long.
@Suite struct ProportionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the command on a file of a size and on one of four times that; gives what came out of the second.
  private func expectProportion(
    _ size: Int, to name: String, _ arguments: [String] = ["check", "FILE"],
    sourceLocation: SourceLocation = #_sourceLocation, text: (Int) -> String
  ) throws -> Auger {
    var seconds: [Double] = []
    var last: Auger?
    for size in [size, 4 * size] {
      let file = try folder.write(text(size), to: name)
      // The shell says what processor time the command took of its own, on a line after all others.
      let script = "TIMEFORMAT=%U; time \"$0\" \"$@\""
      let auger = Auger.directory.appendingPathComponent("auger").path
      var run = try Auger(
        ["-c", script, auger] + arguments.map { $0 == "FILE" ? file : $0 }, running: "/bin/bash",
        environment: ["LC_ALL": "C"])
      let time = try #require(run.errors.split(separator: "\n").last, sourceLocation: sourceLocation)
      seconds.append(try #require(Double(time), "\(time)", sourceLocation: sourceLocation))
      run.errors = String(run.errors.dropLast(time.count + 1))
      last = run
    }
    // What takes next to no time is measured too coarsely.
    #expect(seconds[1] < 10 * max(seconds[0], 0.05), "\(seconds) seconds", sourceLocation: sourceLocation)
    return try #require(last)
  }

  private func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

  @Test(.timeLimit(.minutes(1)))
  func aMappingOfManyKeys() throws {
    let run = try expectProportion(5_000, to: "a.yaml") { size in
      "Dashboard:\n  Chart:\n" + lines(size) { "    k\($0): v\n" }
    }
    #expect(run.output.contains("has no attribute 'k1'"))
  }

  @Test(.timeLimit(.minutes(1)))
  func aSequenceOfManyValues() throws {
    let run = try expectProportion(10_000, to: "a.yaml") { size in
      "Dashboard:\n  x:\n" + lines(size) { "  - v\($0)\n" }
    }
    #expect(run.output.contains("each 'x' must be a mapping"))
  }

  @Test(.timeLimit(.minutes(1)))
  func manyFindingsInOneLine() throws {
    let run = try expectProportion(5_000, to: "a.json", ["check", "FILE", "--format", "json"]) { size in
      let keys = (0..<size).map { "\"ä\($0)\": \"v\"" }.joined(separator: ", ")
      return "{\"Dashboard\": {\"Chart\": {\(keys)}}}"
    }
    #expect(run.output.contains("tooManyFindings") && run.exitCode == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func manyRepeatedKeysInOneLine() throws {
    let run = try expectProportion(5_000, to: "a.json") { size in
      "{\"Dashboard\": {" + Array(repeating: "\"k\": \"v\"", count: size).joined(separator: ", ") + "}}"
    }
    #expect(run.output.contains("key 'k' stands twice"))
  }

  @Test(.timeLimit(.minutes(1)))
  func aHeaderOfOneName() throws {
    let run = try expectProportion(4_000, to: "a.csv", ["query", "FILE", "--format", "csv"]) { size in
      ["c", "1"].map { Array(repeating: $0, count: size).joined(separator: ",") + "\n" }.joined()
    }
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
