import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// The caller and its claims. A server verifies the claims before any query.
package struct Principal: Sendable, Hashable {
  /// The name for logs. It does not affect access.
  package var name: String
  /// The values of each claim, in their order.
  package var claims: [Name: [Scalar]]

  package init(name: String, claims: [Name: [Scalar]]) {
    self.name = name
    self.claims = claims
  }
}

/// The `policy:` of a workspace: the dashboards that a principal may see, and the accessible part of the data.
///
/// Access that no rule allows is denied. The dashboards of all matching rules add up. The restrictions of a rule apply
/// to its dashboards. If several matching rules allow a dashboard, all their restrictions apply.
package struct DataPolicy: Sendable {
  /// The audience of a rule.
  package enum Audience: Sendable {
    case everybody
    /// Principals with a claim that has one of these values.
    case claim(String, among: [Scalar])
  }

  /// The dashboards of a rule, or the jobs whose files it shows.
  package enum Selection: Sendable {
    case all
    case named([(name: String, place: Diagnostic.Place)])

    package func includes(_ name: String) -> Bool {
      switch self {
      case .all: true
      case .named(let names): names.map(\.name).contains(name: name)
      }
    }

    /// A canonical list of names, equal for equal selections.
    var texts: [String] {
      switch self {
      case .all: ["*"]
      case .named(let names): ["of"] + Set(names.map { Name($0.name) }).sorted().map(\.text)
      }
    }
  }

  /// A value of a restriction: the values of a claim, or values of the rule itself.
  package enum Value: Sendable {
    case claim(String)
    case constants([Scalar])
  }

  /// A query argument with a limited set of values.
  package struct Force: Sendable {
    package var argument: String
    package var value: Value
    package var place: Diagnostic.Place
  }

  /// A row condition of a table.
  package struct Rows: Sendable {
    package var source: String
    package var table: String
    /// A condition over the columns of the table. Columns named `claim.NAME` refer to claims.
    package var condition: Expression
    package var place: Diagnostic.Place

    /// The names of the claims in the condition, without `claim.`.
    package var claims: [String] { condition.columnNames.compactMap(DataPolicy.claim) }

    /// Returns true if two names mean the same table. Letter case and a schema prefix are ignored, so that a condition
    /// never misses a table.
    package static func isSameTable(_ a: String, _ b: String) -> Bool {
      let (a, b) = (a.lowercased(), b.lowercased())
      return Name(a) == Name(b) || a.hasSuffix("." + b) || b.hasSuffix("." + a)
    }

    /// Returns the condition with claims replaced by variables, and the values of the variables.
    package func bound(
      claims values: [Name: [Scalar]]
    ) throws(DiagnosticError) -> (condition: Expression, variables: QueryArguments) {
      var (condition, variables) = (condition, QueryArguments())
      for claim in claims {
        let variable = DataPolicy.variable(ofClaim: claim)
        condition = condition.replacing(
          column: DataPolicy.claimPrefix + claim, by: try .parse(Expression.reference(toVariable: variable)))
        variables[variable] = .short(values[Name(claim)] ?? [])
      }
      return (condition, variables)
    }
  }

  /// A setting of database sessions.
  package struct Setting: Sendable {
    package var name: String
    package var value: Value
    package var place: Diagnostic.Place
  }

  package struct Rule: Sendable {
    package var audience: Audience
    package var dashboards: Selection
    package var force: [Force] = []
    package var rows: [Rows] = []
    package var session: [Setting] = []
    /// Jobs whose published files are visible. Other restrictions do not apply to these files.
    package var published = Selection.named([])
    /// True if the rule allows reading the server metrics.
    package var metrics = false
    package var place: Diagnostic.Place

    package func matches(_ principal: Principal) -> Bool {
      switch audience {
      case .everybody: return true
      case .claim(let name, let values):
        let own = (principal.claims[Name(name)] ?? []).filter { !$0.isNull }
        // A number or a Boolean may be specified as a string.
        return own.contains { value in values.contains { Name($0.description) == Name(value.description) } }
      }
    }
  }

  package var rules: [Rule]

  fileprivate static let claimPrefix = "claim."

  /// Returns the name of the claim in a string: `claim.tenant`.
  static func claim(_ text: String) -> String? {
    guard text.hasPrefix(claimPrefix), text.utf8.count > claimPrefix.utf8.count else { return nil }
    return String(text.dropFirst(claimPrefix.count))
  }

  /// Returns the name of the variable for a claim in a condition. Queries cannot use this name.
  static func variable(ofClaim name: String) -> String { "\u{1F}\(claimPrefix)\(name)" }
}

extension Diagnostic.Code {
  /// A claim that a policy rule requires and that a principal does not have.
  package static let claimMissing = Self("claimMissing")
  /// A claim with several values for a single-value rule, or rules with values that exclude each other.
  package static let claimConflict = Self("claimConflict")
  /// A query that does not use an argument that a rule forces.
  package static let argumentNotForced = Self("argumentNotForced")
  /// Row conditions of a table that no query reads.
  package static let rowsUnused = Self("rowsUnused")
  /// A query on which row conditions cannot be enforced.
  package static let rowsNotRestricted = Self("rowsNotRestricted")
  /// A delegate that does not support restrictions.
  package static let policyNotSupported = Self("policyNotSupported")
}
