import AugerColumns
import AugerDiagnostics

/// A variable, filter or argument that takes several values in sequence.
///
/// ```swift
/// let hikes = Sweep.variable("hike", from: 0, through: 18, by: 6)
/// let frames = try await pipeline.frames(of: "Resellers", in: state, over: hikes)
/// ```
public struct Sweep: Sendable, Hashable {
  private enum Values: Sendable, Hashable {
    case list([Scalar])
    case range(from: Double, through: Double, by: Double)
  }

  private let target: Steps.Target
  private let values: Values

  /// Steps a variable, named without its `$`, from `first` through `last`. The step must be positive, and at most 1000
  /// steps are allowed.
  public static func variable(
    _ name: String, from first: Double, through last: Double, by step: Double
  ) -> Sweep {
    Sweep(target: .variable(name), values: .range(from: first, through: last, by: step))
  }

  /// Selects one value of a filter after another.
  public static func filter(_ name: String, over values: [Scalar]) -> Sweep {
    Sweep(target: .filter(name), values: .list(values))
  }

  /// Passes one value of a query argument after another.
  public static func argument(_ name: String, over values: [Scalar]) -> Sweep {
    Sweep(target: .argument(name), values: .list(values))
  }

  /// Throws `stepsSyntax` for a sweep without values, and `tooManySteps`.
  package func steps() throws(DiagnosticError) -> Steps {
    switch values {
    case .list(let values): try Steps(target, checking: values)
    case .range(let first, let last, let step): try Steps(target, from: first, through: last, by: step)
    }
  }
}
