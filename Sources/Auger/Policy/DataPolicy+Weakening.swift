import AugerColumns
import AugerDiagnostics
import AugerQuery

// Reloading a workspace must not expose data: a partially written file can still be a valid workspace.
extension Workspace {
  /// Throws `policyWeakened` if this workspace must not replace a running one. It must not drop the data policy, or a
  /// restriction of a dashboard that some principal may still see. A dashboard that had only restricted rules must not
  /// get a rule without restrictions either.
  package func requirePolicy(of running: Workspace) throws(DiagnosticError) {
    guard let old = running.policy else { return }
    guard let policy else { throw DiagnosticError(Self.weakened("the workspace no longer has a data policy", old)) }
    let losses = policy.losses(since: old, on: dashboards.map(\.name))
    if !losses.isEmpty { throw DiagnosticError(losses) }
  }

  private static func weakened(_ message: String, _ old: DataPolicy) -> Diagnostic {
    DataPolicy.weakened(message, at: old.rules.first?.place)
  }
}

extension DataPolicy {
  fileprivate static func weakened(_ message: String, at place: Diagnostic.Place?) -> Diagnostic {
    Diagnostic(
      .policyWeakened, message, at: place,
      hint: "Restore the policy and reload, or restart the server to weaken the policy on purpose.")
  }

  /// Returns the restrictions that the dashboards lose compared to another policy.
  fileprivate func losses(since old: DataPolicy, on dashboards: [String]) -> [Diagnostic] {
    var losses: [Diagnostic] = []
    for (index, rule) in old.rules.enumerated() {
      for restriction in rule.restrictions {
        let lost = dashboards.first { dashboard in
          rule.dashboards.includes(dashboard)
            && rule.audience.parts.contains { shows(dashboard, to: $0) && !keeps(restriction, of: $0, on: dashboard) }
        }
        guard let lost else { continue }
        losses.append(
          Self.weakened(
            "dashboard '\(lost)' loses \(restriction.name) of rule \(index + 1) of the data policy",
            at: restriction.place))
      }
    }
    for dashboard in dashboards {
      let before = old.rules.filter { $0.dashboards.includes(dashboard) }
      guard let first = before.first, before.allSatisfy({ !$0.restrictions.isEmpty }) else { continue }
      let open = rules.first { $0.dashboards.includes(dashboard) && $0.restrictions.isEmpty }
      guard open != nil, losses.isEmpty else { continue }
      losses.append(
        Self.weakened(
          "dashboard '\(dashboard)' is shown by a rule without restrictions, and before by restricted rules only",
          at: first.place))
    }
    return losses
  }

  /// Returns true if some principal of the audience may see the dashboard.
  private func shows(_ dashboard: String, to audience: Audience) -> Bool {
    rules.contains { $0.dashboards.includes(dashboard) && $0.audience.overlaps(audience) }
  }

  private func keeps(_ restriction: Restriction, of audience: Audience, on dashboard: String) -> Bool {
    rules.contains { rule in
      rule.dashboards.includes(dashboard) && rule.audience.covers(audience)
        && rule.restrictions.contains { $0.implies(restriction) }
    }
  }

  /// A forced argument, a row condition or a session setting of a rule.
  fileprivate enum Restriction {
    case force(Force)
    case rows(Rows)
    case session(Setting)

    var name: String {
      switch self {
      case .force(let force): "the forced argument '\(force.argument)'"
      case .rows(let rows): "the row condition of '\(rows.source).\(rows.table)'"
      case .session(let setting): "the session setting '\(setting.name)'"
      }
    }

    var place: Diagnostic.Place {
      switch self {
      case .force(let force): force.place
      case .rows(let rows): rows.place
      case .session(let setting): setting.place
      }
    }

    /// Returns true if the other restriction shows everything that this one shows.
    func implies(_ other: Restriction) -> Bool {
      switch (self, other) {
      case (.force(let own), .force(let other)):
        Name(own.argument) == Name(other.argument) && own.value.isWithin(other.value)
      case (.rows(let own), .rows(let other)):
        Name(own.source) == Name(other.source) && Name(own.table) == Name(other.table)
          && Name(own.condition.root.description) == Name(other.condition.root.description)
      case (.session(let own), .session(let other)):
        Name(own.name) == Name(other.name) && own.value.isWithin(other.value)
      default: false
      }
    }
  }
}

extension DataPolicy.Rule {
  fileprivate var restrictions: [DataPolicy.Restriction] {
    force.map { .force($0) } + rows.map { .rows($0) } + session.map { .session($0) }
  }
}

extension DataPolicy.Audience {
  /// The audience split into audiences of one value each.
  fileprivate var parts: [Self] {
    switch self {
    case .everybody: [self]
    case .claim(let name, let values): values.map { .claim(name, among: [$0]) }
    }
  }

  /// Returns true if a principal may belong to both audiences. Two values of one claim are separate groups of
  /// principals, so that a reload may remove the access of a role. Two different claims can belong to one principal.
  fileprivate func overlaps(_ other: Self) -> Bool {
    guard case .claim(let name, let values) = self, case .claim(let otherName, let others) = other,
      Name(name) == Name(otherName)
    else { return true }
    return values.contains { value in others.contains { Name($0.description) == Name(value.description) } }
  }

  /// Returns true if every principal of the other audience belongs to this one.
  fileprivate func covers(_ other: Self) -> Bool {
    switch (self, other) {
    case (.everybody, _): true
    case (.claim, .everybody): false
    case (.claim(let name, let values), .claim(let otherName, let others)):
      Name(name) == Name(otherName)
        && others.allSatisfy { other in values.contains { Name($0.description) == Name(other.description) } }
    }
  }
}

extension DataPolicy.Value {
  fileprivate func isWithin(_ other: Self) -> Bool {
    switch (self, other) {
    case (.claim(let name), .claim(let other)): Name(name) == Name(other)
    case (.constants(let values), .constants(let others)):
      values.allSatisfy { value in others.contains { Scalar.compare($0, value) == 0 } }
    default: false
    }
  }
}

extension Diagnostic.Code {
  /// A reloaded workspace that exposes more than the running one, because its data policy or a restriction was removed.
  package static let policyWeakened = Self("policyWeakened")
}
