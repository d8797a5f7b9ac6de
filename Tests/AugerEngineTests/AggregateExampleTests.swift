import AugerColumns
import AugerEngine
import AugerExpressions
import AugerQuery
import Testing

/// The examples of aggregate functions in the function catalogue, computed as measures over one group.
@Suite struct AggregateExampleTests {
  static let examples = FunctionCatalogue.functions.filter { $0.group == .aggregate }.flatMap(\.examples)

  @Test(arguments: examples) func examplesGiveTheirDocumentedResults(_ example: FunctionDescription.Example) throws {
    let columns = try example.columns.map {
      ($0.name, try Column($0.values.lazy.compactMap(\.type).first ?? .string, $0.values))
    }
    let query = TableQuery(from: "group", measures: [try TableQuery.Named("value", example.expression)])
    let result = try TableQueryExecutor(workers: 1).execute(query, on: StoredTable("group", Table(columns)))
    #expect(result.columns[0][0].description == example.expected, "\(example.expression)")
  }
}
