import AugerColumns
import AugerDiagnostics
import AugerExpressions
import AugerQuery

/// Who asks, with what is certified of them. A server verifies it before anything is asked.
package struct Principal: Sendable, Hashable {
  /// For logs; nothing is decided by it.
  package var name: String
  /// Each claim with its values, in their order.
  package var claims: [Name: [Scalar]]

  package init(name: String, claims: [Name: [Scalar]]) {
    self.name = name
    self.claims = claims
  }
}

/// The `policy:` of a workspace: which dashboards a principal may see, and which part of the data.
///
/// What no rule allows is denied. The dashboards of all rules that match add up; the restrictions of a rule hold for
/// its dashboards, and a dashboard that several matching rules allow is under the restrictions of all of them.
package struct DataPolicy: Sendable {
  /// Whom a rule is for.
  package enum Audience: Sendable {
    case everybody
    /// Principals of whose claim one value is among these.
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

    /// One list of texts for equal selections.
    var texts: [String] {
      switch self {
      case .all: ["*"]
      case .named(let names): ["of"] + Set(names.map { Name($0.name) }).sorted().map(\.text)
      }
    }
  }

  /// What a restriction takes: the values of a claim, or values of the rule itself.
  package enum Value: Sendable {
    case claim(String)
    case constants([Scalar])
  }

  /// An argument of queries that may have some values only.
  package struct Force: Sendable {
    package var argument: String
    package var value: Value
    package var place: Diagnostic.Place
  }

  /// A condition of the rows of one table.
  package struct Rows: Sendable {
    package var source: String
    package var table: String
    /// Over the columns of the table; columns called `claim.NAME` stand for claims.
    package var condition: Expression
    package var place: Diagnostic.Place

    /// The claims that it names, without `claim.`.
    package var claims: [String] { condition.columnNames.compactMap(DataPolicy.claim) }

    /// Whether two names are of one table. Letter case and a schema before the name do not count: a condition rather
    /// holds for a table too many.
    package static func isSameTable(_ a: String, _ b: String) -> Bool {
      let (a, b) = (a.lowercased(), b.lowercased())
      return Name(a) == Name(b) || a.hasSuffix("." + b) || b.hasSuffix("." + a)
    }

    /// The condition with variables in the place of the claims, and their values.
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
    /// Jobs whose published files are shown as they are: restrictions do not apply to them.
    package var published = Selection.named([])
    /// True if the rule shows the counts of the server.
    package var metrics = false
    package var place: Diagnostic.Place

    package func matches(_ principal: Principal) -> Bool {
      switch audience {
      case .everybody: return true
      case .claim(let name, let values):
        let own = (principal.claims[Name(name)] ?? []).filter { !$0.isNull }
        // A number or a truth value may come as the text of it.
        return own.contains { value in values.contains { Name($0.description) == Name(value.description) } }
      }
    }
  }

  package var rules: [Rule]

  fileprivate static let claimPrefix = "claim."

  /// The name of a claim that a text refers to: `claim.tenant`.
  static func claim(_ text: String) -> String? {
    guard text.hasPrefix(claimPrefix), text.utf8.count > claimPrefix.utf8.count else { return nil }
    return String(text.dropFirst(claimPrefix.count))
  }

  /// The variable that stands for a claim in a condition: no query can name it.
  static func variable(ofClaim name: String) -> String { "\u{1F}\(claimPrefix)\(name)" }
}

extension Diagnostic.Code {
  /// A claim that a rule of the policy needs and that a principal does not have.
  package static let claimMissing = Self("claimMissing")
  /// A claim with several values where a rule takes one, or values of rules that exclude each other.
  package static let claimConflict = Self("claimConflict")
  /// A query that does not take an argument that a rule forces.
  package static let argumentNotForced = Self("argumentNotForced")
  /// Conditions of rows of a table that no query reads.
  package static let rowsUnused = Self("rowsUnused")
  /// A query for which the conditions of rows cannot be made to hold.
  package static let rowsNotRestricted = Self("rowsNotRestricted")
  /// A delegate that cannot answer under restrictions.
  package static let policyNotSupported = Self("policyNotSupported")
}
