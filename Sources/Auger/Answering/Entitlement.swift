import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The access rights of a caller, as a part of every cache key. Callers with different entitlements never share
/// results.
///
/// Only the data policy creates entitlements, in this file. A caller without an entitlement cannot query.
package struct Entitlement: Sendable, Hashable {
  fileprivate struct Grant: Sendable {
    var dashboards: DataPolicy.Selection
    var restrictions: Restrictions
    var published = DataPolicy.Selection.named([])
    var metrics = false
  }

  private enum Kind: Sendable {
    case everything
    case grants([Grant])
    /// The access to one dashboard, or to several dashboards with the combined restrictions of a query.
    case view(Restrictions)
  }

  private let kind: Kind
  /// A unique string of the entitlement for cache keys. Equal strings mean equal access. It contains claim values, so
  /// hash it with a secret key before showing it.
  package let identity: String

  /// Access to all data of the sources: for commands and jobs, and for workspaces without a policy.
  package static let everything = Entitlement(.everything, "everything")

  private init(_ kind: Kind, _ identity: String) {
    self.kind = kind
    self.identity = identity
  }

  fileprivate init(_ grants: [Grant]) {
    func sized(_ texts: [String]) -> String { texts.map { "\($0.utf8.count):\($0)" }.joined() }
    let texts = grants.map { grant in
      sized([
        sized(grant.dashboards.texts), grant.restrictions.text, sized(grant.published.texts),
        grant.metrics ? "metrics" : "",
      ])
    }
    self.init(.grants(grants), "granted " + sized(texts.sorted { Scalar.compareBytes($0, $1) < 0 }))
  }

  package static func == (a: Entitlement, b: Entitlement) -> Bool { Name(a.identity) == Name(b.identity) }

  package func hash(into hasher: inout Hasher) { hasher.combine(Name(identity)) }

  package func allows(dashboard name: String) -> Bool {
    switch kind {
    case .everything: true
    case .grants(let grants): grants.contains { $0.dashboards.includes(name) }
    case .view: false
    }
  }

  /// Returns true if the files that a job published may be read.
  package func allows(published job: String) -> Bool {
    switch kind {
    case .everything: true
    case .grants(let grants): grants.contains { $0.published.includes(job) }
    case .view: false
    }
  }

  /// True if the server metrics may be read.
  package var allowsMetrics: Bool {
    switch kind {
    case .everything: true
    case .grants(let grants): grants.contains { $0.metrics }
    case .view: false
    }
  }

  /// The restrictions of queries. Unless the entitlement is for one dashboard, these are the restrictions of all
  /// grants.
  package var restrictions: Restrictions {
    switch kind {
    case .everything: return Restrictions()
    case .grants(let grants): return Self.intersection(of: grants)
    case .view(let restrictions): return restrictions
    }
  }

  /// Returns the entitlement for the data of one dashboard. Nil if access to the dashboard is denied.
  func narrowed(to dashboard: String) -> Entitlement? {
    switch kind {
    case .everything: return self
    case .grants(let grants):
      let own = grants.filter { $0.dashboards.includes(dashboard) }
      guard !own.isEmpty else { return nil }
      let restrictions = Self.intersection(of: own)
      return Entitlement(.view(restrictions), "view " + restrictions.text)
    case .view: return nil
    }
  }

  /// Returns an entitlement for one dashboard with fixed argument values, for a page that is embedded in another page.
  /// It never grants additional access.
  package func held(to dashboard: String, _ held: QueryArguments) -> Entitlement {
    var restrictions = Restrictions()
    let source = SourceText(name: "embedding", text: dashboard)
    let place = Diagnostic.Place(source, SourceSpan(0, dashboard.utf8.count))
    switch kind {
    case .everything: break
    case .grants(let grants):
      let own = grants.filter { $0.dashboards.includes(dashboard) }
      guard !own.isEmpty else { return Entitlement([]) }
      restrictions = Self.intersection(of: own)
    case .view: return Entitlement([])
    }
    for (name, value) in held.entries {
      switch value {
      case .scalar(let value): restrictions.hold(name, to: [value])
      case .list(let values): restrictions.hold(name, to: values)
      // A range contains no list of allowed values.
      case .range: restrictions.hold(name, to: [])
      }
    }
    return Entitlement([Grant(dashboards: .named([(dashboard, place)]), restrictions: restrictions)])
  }

  /// The names of arguments with fixed values. Users cannot choose them with filters or variables.
  package var heldNames: [String] { restrictions.held.names }

  private static func intersection(of grants: [Grant]) -> Restrictions {
    var all = Restrictions()
    for grant in grants { all.formIntersection(grant.restrictions) }
    return all
  }
}

extension DataPolicy {
  /// Returns the access rights of a principal. Without a matching rule, they are empty.
  ///
  /// Throws `claimMissing` if a matching rule requires a claim that the principal does not have, and `claimConflict`
  /// for a setting with several values.
  package func entitlement(for principal: Principal) throws(AugerError) -> Entitlement {
    var grants: [Entitlement.Grant] = []
    var settings = Restrictions()
    for (index, rule) in rules.enumerated() where rule.matches(principal) {
      let restrictions = try Self.restrictions(of: rule, number: index + 1, for: principal)
      for setting in restrictions.session where !settings.set(setting.name, to: setting.value) {
        throw AugerError(
          .claimConflict, operation: "apply the data policy",
          "two rules set different values for setting '\(setting.name)'")
      }
      grants.append(
        Entitlement.Grant(
          dashboards: rule.dashboards, restrictions: restrictions, published: rule.published, metrics: rule.metrics))
    }
    return Entitlement(grants)
  }

  private static func restrictions(
    of rule: Rule, number: Int, for principal: Principal
  ) throws(AugerError) -> Restrictions {
    var restrictions = Restrictions()
    func values(_ value: Value) throws(AugerError) -> [Scalar] {
      switch value {
      case .constants(let values): return values
      case .claim(let name):
        let values = (principal.claims[Name(name)] ?? []).filter { !$0.isNull }
        guard !values.isEmpty else {
          throw AugerError(
            .claimMissing, operation: "apply the data policy",
            "rule \(number) needs claim '\(name)', which the caller does not have")
        }
        return values
      }
    }
    for force in rule.force { restrictions.force(force.argument, to: try values(force.value)) }
    for rows in rule.rows {
      var claims: [Name: [Scalar]] = [:]
      for claim in rows.claims { claims[Name(claim)] = try values(.claim(claim)) }
      do throws(DiagnosticError) { try restrictions.restrict(rows, claims: claims) } catch {
        throw AugerError(
          .rowsNotRestricted, operation: "apply the data policy", "the condition of '\(rows.table)' cannot be read")
      }
    }
    for setting in rule.session {
      let values = try values(setting.value)
      guard values.count == 1 else {
        throw AugerError(
          .claimConflict, operation: "apply the data policy",
          "setting '\(setting.name)' of rule \(number) takes one value, but the claim has \(values.count)")
      }
      _ = restrictions.set(setting.name, to: values[0].description)
    }
    return restrictions
  }
}
