import Foundation
import TestSupport
import Testing

/// Damaged and random inputs: query strings, expressions, numbers, metadata files, workspaces and others. Reading ends
/// without a crash, and its result is usable. `AUGER_FUZZ` sets the number of inputs per kind.
///
/// Kind and number determine an input. The test writes the number to a file before each input. After a crash, the next
/// run starts with that input, and `AUGER_FUZZ_FROM=NUMBER AUGER_FUZZ=1` repeats it.
@Suite struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["AUGER_FUZZ"].flatMap { Int($0) } ?? 3_000
  private static let first = environment["AUGER_FUZZ_FROM"].flatMap { UInt64($0) } ?? 0

  @Test(arguments: FuzzKind.allCases) func noInputCrashes(_ kind: FuzzKind) async throws {
    let target = try kind.target()
    let folder = FileManager.default.temporaryDirectory
    let log = try UnfinishedInput(folder.appendingPathComponent("auger-fuzz-\(kind.rawValue)").path)
    let unfinished = log.found.flatMap { UInt64($0) }.map { [$0] } ?? []
    let numbers = unfinished + (0..<UInt64(Self.count)).map { Self.first + $0 }
    for number in numbers {
      try log.begin(String(number))
      var chance = Chance(seed: number &* 7919 &+ 17)
      let input = target.input(&chance)
      if let finding = await target.finding(input, &chance) {
        Issue.record("input \(number): \(finding)\n\(String(decoding: input, as: UTF8.self).debugDescription)")
      }
    }
    try log.finish()
  }

  /// Inputs selected by code coverage, and inputs that failed once.
  @Test(arguments: FuzzKind.allCases) func savedInputsDoNotFail(_ kind: FuzzKind) async throws {
    let target = try kind.target()
    let folder = Shared.repository.appendingPathComponent("Fixtures/Fuzz/\(kind.rawValue)").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.isEmpty)
    for name in names {
      let input = try #require(FileManager.default.contents(atPath: folder + "/" + name))
      await expectNoFinding(in: input, target, "\(kind.rawValue)/\(name)")
    }
    // One base64 string per line, written by `Scripts/fuzz-corpus`.
    guard let corpus = FileManager.default.contents(atPath: folder + ".corpus") else { return }
    for (index, line) in String(decoding: corpus, as: UTF8.self).split(separator: "\n").enumerated() {
      let input = try #require(Data(base64Encoded: String(line)))
      await expectNoFinding(in: input, target, "\(kind.rawValue).corpus:\(index + 1)")
    }
  }

  private func expectNoFinding(in input: Data, _ target: any FuzzTarget, _ name: String) async {
    var chance = Chance(seed: 1)
    let finding = await target.finding(Array(input), &chance)
    #expect(finding == nil, "\(name)")
  }
}
