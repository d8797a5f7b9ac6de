import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The query descriptions and the time from which a plan is made. A query without a description returns its rows and
/// accepts every argument.
package struct QueryDescriptions: Sendable {
  /// The time for `today()` and `now()`. Nil means that the plan does not replace them.
  package var moment: Timestamp?
  private var known: [Name: QueryDescription] = [:]

  package init(at moment: Timestamp? = nil) { self.moment = moment }

  package subscript(query: String) -> QueryDescription? {
    get { known[Name(query)] }
    set { known[Name(query)] = newValue }
  }
}
