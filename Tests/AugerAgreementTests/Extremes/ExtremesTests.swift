import AugerAnalysis
import AugerCharts
import AugerDiagnostics
import AugerExport
import Foundation
import TestSupport
import Testing

/// Extreme data under every chart kind, with extreme moves, as every output: no combination ends the process, breaks
/// an output or fails without a reason.
///
/// `AUGER_EXTREMES=200000` tries as many combinations, from scene `AUGER_EXTREMES_FROM` on. The combination that is
/// about to run is written to the file `AUGER_EXTREMES_LOG` (`Scripts/extremes`). `AUGER_EXTREME=1234.2.svg` runs that
/// combination alone, and prints the dashboard, the table and the state first.
@Suite struct ExtremesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["AUGER_EXTREMES"].flatMap { Int($0) } ?? Inputs.count(20_000)
  private static let first = environment["AUGER_EXTREMES_FROM"].flatMap { Int($0) } ?? 0
  private static let only = environment["AUGER_EXTREME"].flatMap { ExtremeCombination($0) }

  @Test(.enabled(if: only == nil)) func noCombinationEndsTheProcess() async throws {
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
      let outcome = await scene.walk { combination, _ in log?.begin(combination.description) }
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
    // Most states have a chart: a generator that is only refused tries nothing.
    #expect(all.charts > all.refused, "\(all.charts) charts, \(all.refused) refused")
  }

  @Test(.enabled(if: only != nil)) func theCombinationOfTheEnvironment() async throws {
    let only = try #require(Self.only)
    let scene = try ExtremeScene(only.scene)
    Self.show(
      """
      combination \(only): \(scene.type) \(scene.shape) \(scene.profile)
      \(scene.metadata)
      \(String(decoding: DelimitedText().data(for: scene.rows.table).prefix(8000), as: UTF8.self))

      """)
    let outcome = await scene.walk(only: only) { Self.show("\($0) at '\($1)'\n") }
    for finding in outcome.findings { Issue.record(Comment(rawValue: finding)) }
  }

  /// Shows a text at once, since the next line may end the process.
  private static func show(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
