import Auger
import AugerAnalysis
import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerExport
import AugerMetadata
import Foundation
import TestSupport

/// A scene, a state of its walk and an output format, written as `1234.2.svg`.
struct ExtremeCombination: CustomStringConvertible {
  let scene: Int
  let state: Int
  /// The output format. Nil means the move to the state and its chart.
  let face: ExtremeFace?

  var description: String { "\(scene).\(state).\(face?.rawValue ?? "model")" }

  init(scene: Int, state: Int, face: ExtremeFace?) {
    self.scene = scene
    self.state = state
    self.face = face
  }

  init?(_ text: String) {
    let parts = text.split(separator: ".").map(String.init)
    guard parts.count == 3, let scene = Int(parts[0]), let state = Int(parts[1]) else { return nil }
    self.init(scene: scene, state: state, face: ExtremeFace(rawValue: parts[2]))
  }
}

/// A table, a dashboard over it and a walk through some of its states, all derived from a number.
///
/// Chart types and table profiles alternate, so that every pair occurs. All other properties are random.
struct ExtremeScene {
  let number: Int
  let type: ChartType
  let shape: ExtremeMetadata.Shape
  let profile: ExtremeRows.Profile
  let rows: ExtremeRows
  let metadata: String
  let dashboard: Dashboard

  static let states = 4
  /// The number of outputs per state that show its chart. One more output shows the whole dashboard.
  private static let chartFaces = 4

  /// Creates the scene. Throws if the metadata is invalid even without optional attributes.
  init(_ number: Int) throws {
    self.number = number
    var chance = Chance(seed: UInt64(number) &* 7919 &+ 17)
    type = ChartType.allCases[number % ChartType.allCases.count]
    let profiles = ExtremeRows.Profile.allCases
    profile = profiles[number / ChartType.allCases.count % profiles.count]
    shape =
      type == .treeMap
      ? chance.pick([.treeMap, .chart])
      : chance.isOneIn(16) ? .diagram : chance.pick(ExtremeMetadata.Shape.ofCharts)
    rows = try ExtremeRows(profile, &chance)
    let seed = chance.next()
    var refusals: [Diagnostic] = []
    for rarity in [3, 8, nil] {
      var generator = ExtremeMetadata(seed: seed, rarity: rarity)
      let text = generator.dashboard(type, shape)
      let (metadata, diagnostics) = MetadataReader.read(bytes: Array(text.utf8), name: "extremes.xml")
      refusals = diagnostics.filter { $0.level == .error }
      guard refusals.isEmpty, var dashboard = metadata?.dashboard else { continue }
      dashboard.layout = metadata?.layout
      (self.metadata, self.dashboard) = (text, dashboard)
      return
    }
    throw DiagnosticError(refusals)
  }

  /// The counts of combinations and the errors found.
  struct Outcome {
    var combinations = 0
    /// The number of states without a chart because the definition or the state is invalid.
    var refused = 0
    var charts = 0
    var findings: [String] = []
  }

  /// Visits the states and creates outputs of each.
  ///
  /// - Parameters:
  ///   - only: The only combination to test. Nil means all.
  ///   - begin: Called before each combination. An error ends the walk.
  func walk(
    only: ExtremeCombination? = nil, begin: (ExtremeCombination, Exploration) throws -> Void
  ) async throws -> Outcome {
    let pipeline = Pipeline(
      tables: ["q": rows.table, "q.cell": rows.table, "n": rows.nodes], dashboards: [dashboard], workers: 1,
      memoryLimit: 256 << 20)
    var outcome = Outcome()
    var moves = ExtremeMoves(dashboard: dashboard, chance: Chance(seed: UInt64(number) &* 104_729 &+ 5))
    var place = Exploration()
    var model: ChartModel?
    for state in 0..<Self.states {
      let step = ExtremeCombination(scene: number, state: state, face: nil)
      try begin(step, place)
      func found(_ finding: String?, _ at: ExtremeCombination) {
        guard let finding else { return }
        outcome.findings.append("AUGER_EXTREME=\(at): \(finding); \(type) \(shape) \(profile) at '\(place)'")
      }
      if state > 0 { found(await move(&place, &moves, model, pipeline), step) }
      if only == nil || only?.state == state { try begin(step, place) }
      do {
        model = try await pipeline.chart("X", of: dashboard, at: place)
        outcome.charts += 1
      } catch {
        found(Self.finding(of: error), step)
        model = nil
        outcome.refused += 1
        outcome.combinations += 1
      }
      guard let model else { continue }
      for face in faces(of: state) {
        let combination = ExtremeCombination(scene: number, state: state, face: face)
        if let only, only.state != state || only.face != face { continue }
        try begin(combination, place)
        outcome.combinations += 1
        var chance = Chance(seed: UInt64(number) &* 31 &+ UInt64(state))
        let shown = ExtremeState(dashboard: dashboard, pipeline: pipeline, place: place, model: model)
        do { found(try await face.finding(shown, &chance), combination) } catch {
          found(Self.finding(of: error), combination)
        }
      }
      if only?.state == state { break }
    }
    return outcome
  }

  /// Returns the outputs of a state, in rotation.
  private func faces(of state: Int) -> [ExtremeFace] {
    let turn = number * Self.states + state
    let (charts, wholes) = (ExtremeFace.ofCharts, ExtremeFace.ofWholes)
    return (0..<Self.chartFaces).map { charts[(turn * Self.chartFaces + $0) % charts.count] }
      + [wholes[turn % wholes.count]]
  }

  // MARK: Moves

  /// Applies a typed move or reads a query string. The state does not change if this fails.
  private func move(
    _ place: inout Exploration, _ moves: inout ExtremeMoves, _ model: ChartModel?, _ pipeline: Pipeline
  ) async -> String? {
    do {
      var next = place
      if moves.chance.isOneIn(2) {
        for _ in 0...moves.chance.below(2) { next = try dashboard.place(after: moves.move(model), from: next) }
      } else {
        let text = moves.text(from: place, model)
        next = try Exploration(text)
        let again = try Exploration(next.description)
        if again != next { return "the text '\(text)' is written as '\(next)', which reads differently" }
        next = try dashboard.checked(next)
      }
      let written = next.description
      // A page request also checks the state against the data.
      if moves.chance.isOneIn(2) { next = try await pipeline.checked(next, of: dashboard) }
      place = next
      guard let read = try? Exploration(written), read.description == written else {
        return "the place '\(written)' does not read back"
      }
      return nil
    } catch {
      return Self.finding(of: error)
    }
  }

  // MARK: Errors

  /// Checks that an error has a code and a message.
  private static func finding(of error: any Error) -> String? {
    switch error {
    case let error as AugerError:
      return finding(of: error.code, error.message, error.hint)
    case let error as DiagnosticError:
      if error.diagnostics.isEmpty { return "an error without a diagnostic" }
      return error.diagnostics.lazy.compactMap { finding(of: $0.code, $0.message, $0.hint) }.first
    default: return "an error of the type \(Swift.type(of: error)): \(error)"
    }
  }

  private static func finding(of code: Diagnostic.Code, _ message: String, _ hint: String?) -> String? {
    if code.rawValue.isEmpty || code == .other { return "an error without a code of its own: \(message)" }
    if message.isEmpty { return "an error without a message: \(code)" }
    return hint?.isEmpty == true ? "an error with an empty hint: \(code)" : nil
  }
}
