import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import Foundation
import TestSupport
import Testing

/// Extreme data in every chart type, after extreme moves, in every output format. No combination crashes, writes an
/// invalid output or fails without a reason.
///
/// - `AUGER_EXTREMES`: number of combinations.
/// - `AUGER_EXTREMES_FROM`: first scene. Default: 0.
/// - `AUGER_EXTREMES_LOG`: file that names the current combination, read by `Scripts/extremes`.
/// - `AUGER_EXTREME=1234.2.svg`: runs only this combination and prints its dashboard, table and state.
@Suite struct ExtremesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["AUGER_EXTREMES"].flatMap { Int($0) } ?? Inputs.count(20_000)
  private static let first = environment["AUGER_EXTREMES_FROM"].flatMap { Int($0) } ?? 0
  private static let only = environment["AUGER_EXTREME"].flatMap { ExtremeCombination($0) }

  @Test(.enabled(if: only == nil)) func noCombinationCrashes() async throws {
    let log = try Self.environment["AUGER_EXTREMES_LOG"].map { try UnfinishedInput($0) }
    var all = ExtremeScene.Outcome()
    var (number, refusals) = (Self.first, [String]())
    while all.combinations < Self.count {
      let scene: ExtremeScene
      do { scene = try ExtremeScene(number) } catch {
        refusals.append("scene \(number): \(error)")
        number += 1
        all.combinations += 1
        continue
      }
      let outcome = try await scene.walk { combination, _ in try log?.begin(combination.description) }
      for finding in outcome.findings where all.findings.count < 50 {
        Issue.record(Comment(rawValue: finding))
        all.findings.append(finding)
      }
      all.combinations += outcome.combinations
      all.charts += outcome.charts
      all.refused += outcome.refused
      number += 1
    }
    #expect(refusals.isEmpty, "\(refusals.count) definitions are refused: \(refusals.prefix(3))")
    // The generator is useful only if most states are valid.
    #expect(all.charts > all.refused, "\(all.charts) charts, \(all.refused) refused")
  }

  @Test(.enabled(if: only != nil)) func combinationFromTheEnvironment() async throws {
    let only = try #require(Self.only)
    let scene = try ExtremeScene(only.scene)
    Self.show(
      """
      combination \(only): \(scene.type) \(scene.shape) \(scene.profile)
      \(scene.metadata)
      \(String(decoding: DelimitedText().data(for: scene.rows.table).prefix(8000), as: UTF8.self))

      """)
    let outcome = try await scene.walk(only: only) { Self.show("\($0) at '\($1)'\n") }
    for finding in outcome.findings { Issue.record(Comment(rawValue: finding)) }
  }

  /// Prints a text unbuffered, because the next line may crash the process.
  private static func show(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
