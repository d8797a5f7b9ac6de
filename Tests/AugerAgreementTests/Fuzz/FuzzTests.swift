import Foundation
import TestSupport
import Testing

/// Damaged and random inputs: whatever is written in an address, an expression, a number, a metadata file or a
/// workspace, reading it ends, and what was read can be used. `AUGER_FUZZ` says how many inputs each kind gets.
///
/// Each input follows from its kind and a number. The number is written to a file before the input is tried: what ended
/// the process is found there, is tried first the next time, and by `AUGER_FUZZ_FROM=NUMBER AUGER_FUZZ=1`.
@Suite struct FuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["AUGER_FUZZ"].flatMap { Int($0) } ?? 3_000
  private static let first = environment["AUGER_FUZZ_FROM"].flatMap { UInt64($0) } ?? 0

  @Test(arguments: FuzzKind.allCases) func noInputEndsTheProcess(_ kind: FuzzKind) async throws {
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

  /// The inputs that coverage has led to, and those that were wrong once.
  @Test(arguments: FuzzKind.allCases) func keptInputsAreReadOrRefused(_ kind: FuzzKind) async throws {
    let target = try kind.target()
    let folder = Shared.repository.appendingPathComponent("Fixtures/Fuzz/\(kind.rawValue)").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.isEmpty)
    for name in names {
      let input = try #require(FileManager.default.contents(atPath: folder + "/" + name))
      await expectNoFinding(in: input, target, "\(kind.rawValue)/\(name)")
    }
    // One a line, in base64 (`Scripts/fuzz-corpus`).
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
