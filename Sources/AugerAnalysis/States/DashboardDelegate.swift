import AugerCharts
import AugerColumns
import AugerDiagnostics
import AugerMetadata

/// A receiver of the events of a dashboard, which can prevent each of them. It replaces the delegates of MAKit's views.
///
/// ```swift
/// struct FirstLevelOnly: DashboardDelegate {
///   func allows(_ event: DashboardEvent, in state: DashboardState) -> Bool {
///     if case .drill = event { false } else { true }
///   }
/// }
/// let next = try state.applying(.drillDown(in: "Resellers", to: ["Region": "Europe"]), delegate: FirstLevelOnly())
/// ```
///
/// ``DashboardState/applying(_:delegate:)`` calls it for each move, and the functions of a pipeline for each refresh.
/// Both methods are optional.
public protocol DashboardDelegate: Sendable {
  /// Returns true if an event may happen. Returns true by default.
  ///
  /// - Parameters:
  ///   - event: The event, which is valid in the dashboard.
  ///   - state: The state before the event.
  func allows(_ event: DashboardEvent, in state: DashboardState) -> Bool

  /// Receives an event that has happened.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - state: The state after the event. After several moves, it is the state after the last one.
  func didOccur(_ event: DashboardEvent, in state: DashboardState)
}

extension DashboardDelegate {
  public func allows(_ event: DashboardEvent, in state: DashboardState) -> Bool { true }

  public func didOccur(_ event: DashboardEvent, in state: DashboardState) {}
}

/// An event of a dashboard. Items are charts, groups, grids and diagrams, by their names.
public enum DashboardEvent: Sendable, Hashable {
  /// Categories, series or points of an item are selected.
  case select(item: String, selection: Selection)
  /// The selection of an item is cleared.
  case deselect(item: String)
  /// A drilldown group moves to a level, down or up. Level 0 is the first.
  case drill(item: String, level: Int)
  /// A chart or treemap zooms to a level. Level 0 is the coarsest.
  case zoom(item: String, level: Int)
  /// The visible part of the axes of a chart changes by scrolling or zooming.
  case scroll(item: String)
  /// A category of a chart is highlighted.
  case highlight(item: String)
  /// A chart is sorted.
  case sort(item: String)
  /// Series of a chart are hidden or shown.
  case hide(item: String)
  /// Assumed data of a chart change, or are reset.
  case change(item: String)
  /// A filter gets another selection.
  case filter(String)
  /// A variable gets another value. It is named without its `$`.
  case set(variable: String)
  /// A node of a diagram gets another value. Null restores its computed value.
  case setNode(item: String, node: String, value: Scalar)
  /// An item is computed from its data. Nil for all items of the dashboard.
  case refresh(item: String?)

  /// - Parameter next: The state after the change.
  init(_ change: StateChange, of dashboard: Dashboard, to next: Exploration) {
    switch change {
    case .drillDown(let item, _): self = .drill(item: item, level: Self.level(of: item, dashboard, next))
    case .drillUp(let item, let level): self = .drill(item: item, level: level)
    case .zoom(let item, let level): self = .zoom(item: item, level: level < .max ? max(0, level - 1) : level)
    case .filter(let name, _): self = .filter(name)
    case .set(let variable, _): self = .set(variable: variable)
    case .change(let item, _), .reset(let item): self = .change(item: item)
    case .select(let item, let selection):
      self = selection.isEmpty ? .deselect(item: item) : .select(item: item, selection: selection)
    case .sort(let item, _): self = .sort(item: item)
    case .hide(let item, _): self = .hide(item: item)
    case .highlight(let item, _): self = .highlight(item: item)
    case .show(let item, _): self = .scroll(item: item)
    case .setNode(let item, let node, let value): self = .setNode(item: item, node: node, value: value ?? .null)
    }
  }

  private static func level(of item: String, _ dashboard: Dashboard, _ state: Exploration) -> Int {
    do throws(DiagnosticError) {
      return try DrillContext(group: try dashboard.group(item), state).level
    } catch {
      // The change was valid, so the group exists.
      return 0
    }
  }
}

extension Diagnostic.Code {
  /// A refresh that the delegate of a program does not allow.
  package static let refreshVetoed = Self("refreshVetoed")
}
