import Foundation
import TestSupport
import Testing

/// The processing time of files designed to be slow is proportional to their size. `Scripts/growth` measures it over
/// three orders of magnitude; these tests use two sizes. With quadratic cost, four times the size would take sixteen
/// times as long.
@Suite struct ProportionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs the command on a file of the given size and on one four times as large, and returns the second result.
  private func expectProportion(
    _ size: Int, to name: String, _ arguments: [String] = ["check", "FILE"],
    sourceLocation: SourceLocation = #_sourceLocation, text: (Int) -> String
  ) throws -> Auger {
    var seconds: [Double] = []
    var last: Auger?
    for size in [size, 4 * size] {
      let file = try folder.write(text(size), to: name)
      // The shell prints the CPU time of the command on the last line.
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
    // Very short times are not measured precisely.
    #expect(seconds[1] < 10 * max(seconds[0], 0.05), "\(seconds) seconds", sourceLocation: sourceLocation)
    return try #require(last)
  }

  private func lines(_ count: Int, _ line: (Int) -> String) -> String { (0..<count).map(line).joined() }

  @Test(.timeLimit(.minutes(1)))
  func timeIsProportionalToMappingKeys() throws {
    let run = try expectProportion(5_000, to: "a.yaml") { size in
      "Dashboard:\n  Chart:\n" + lines(size) { "    k\($0): v\n" }
    }
    #expect(run.output.contains("has no attribute 'k1'"))
  }

  @Test(.timeLimit(.minutes(1)))
  func timeIsProportionalToSequenceValues() throws {
    let run = try expectProportion(10_000, to: "a.yaml") { size in
      "Dashboard:\n  x:\n" + lines(size) { "  - v\($0)\n" }
    }
    #expect(run.output.contains("each 'x' must be a mapping"))
  }

  @Test(.timeLimit(.minutes(1)))
  func timeIsProportionalToFindings() throws {
    let run = try expectProportion(5_000, to: "a.json", ["check", "FILE", "--format", "json"]) { size in
      let keys = (0..<size).map { "\"ä\($0)\": \"v\"" }.joined(separator: ", ")
      return "{\"Dashboard\": {\"Chart\": {\(keys)}}}"
    }
    #expect(run.output.contains("tooManyFindings") && run.exitCode == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func timeIsProportionalToRepeatedKeys() throws {
    let run = try expectProportion(5_000, to: "a.json") { size in
      "{\"Dashboard\": {" + Array(repeating: "\"k\": \"v\"", count: size).joined(separator: ", ") + "}}"
    }
    #expect(run.output.contains("key 'k' occurs twice"))
  }

  @Test(.timeLimit(.minutes(1)))
  func timeIsProportionalToRepeatedNames() throws {
    let run = try expectProportion(4_000, to: "a.csv", ["query", "FILE", "--format", "csv"]) { size in
      ["c", "1"].map { Array(repeating: $0, count: size).joined(separator: ",") + "\n" }.joined()
    }
    #expect(run.exitCode == 0 && run.output.contains(",c_15999,c_16000\n"), "\(run.errors)")
  }

  /// A million workers would need 23 GB of memory.
  @Test(.timeLimit(.minutes(1)))
  func numberOfWorkersIsLimited() throws {
    let file = try folder.write("a\n1\n", to: "a.csv")
    let run = try Auger(["query", file, "--workers", "1000000"])
    let most = 4 * ProcessInfo.processInfo.activeProcessorCount
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("--workers 1000000 exceeds the maximum of \(most)"), "\(run.errors)")
    #expect(try Auger(["query", file, "--workers", "\(most)"]).errors.isEmpty)
  }
}
