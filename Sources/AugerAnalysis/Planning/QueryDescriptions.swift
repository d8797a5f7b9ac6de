import AugerColumns
import AugerDiagnostics
import AugerQuery

/// The descriptions of queries that a plan is made with, and its moment. Queries without a description answer with
/// their rows, and take every argument.
package struct QueryDescriptions: Sendable {
  /// The time of `today()` and `now()`. Nil: the plan keeps them as they are written.
  package var moment: Timestamp?
  private var known: [Name: QueryDescription] = [:]

  package init(at moment: Timestamp? = nil) { self.moment = moment }

  package subscript(query: String) -> QueryDescription? {
    get { known[Name(query)] }
    set { known[Name(query)] = newValue }
  }
}
