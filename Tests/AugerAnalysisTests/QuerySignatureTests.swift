import AugerAnalysis
import AugerColumns
import AugerExpressions
import AugerQuery
import Testing

/// The parameters that a query's SQL text reveals, and the types that match them.
@Suite struct QuerySignatureTests {
  @Test func signatureOfSQLContainsItsParameters() throws {
    let template = try SQLTemplate.parse(
      "SELECT 1 WHERE a = :A AND b IN (:B) [[ AND c = :C ]] AND d > :D.lower AND e = :E [[ AND a <> :A ]]")
    let signature = QuerySignature(
      "Q", template,
      declared: [.init(name: "A", type: .int64), .init(name: "E", type: .date, defaultValue: .null)])
    #expect(signature.parameters.map(\.name) == ["A", "B", "C", "D", "E"])
    #expect(signature.parameters.map(\.isRequired) == [true, true, false, true, false])
    #expect(signature.parameters.map(\.uses) == [[.value], [.list], [.value], [.ends], [.value]])
    #expect(signature.parameters.map(\.type) == [.int64, nil, nil, nil, .date])
    #expect(signature.columns == nil)
  }

  @Test func signatureOfTableQueryContainsParametersAndColumns() throws {
    let query = TableQuery(
      from: "sales", derive: [try .init("year", "year(day)")],
      filters: [
        try .init("a == $A"), try .init("b in ($B)", isOptional: true), try .init("Between(c, $C)"),
        try .init("d >= $D.lower"),
      ], groupBy: [.init("year"), .init("region")], measures: [try .init("n", "count()"), try .init("x", "sum(y)")])
    let signature = QuerySignature("Q", query)
    #expect(signature.parameters.map(\.name) == ["A", "B", "C", "D"])
    #expect(signature.parameters.map(\.isRequired) == [true, false, true, true])
    #expect(signature.parameters.map(\.uses) == [[.soleValue], [.anything], [.range], [.range]])
    #expect(
      signature.columns == [
        .init("year", .int64), .init("region"), .init("n", .int64), .init("x"),
      ])
    #expect(QuerySignature("Q", TableQuery(from: "sales")).columns == nil)
  }

  @Test func pivotColumnsAreUnknown() throws {
    var query = TableQuery(
      from: "sales", groupBy: [.init("region"), .init("year")], measures: [try .init("n", "count()")],
      having: [try .init("n > $Least"), try .init("region in ($Regions)", isOptional: true)])
    #expect(QuerySignature("Q", query).parameters.map(\.name) == ["Least", "Regions"])
    #expect(QuerySignature("Q", query).parameters.map(\.isRequired) == [true, false])
    #expect(QuerySignature("Q", query).columns?.count == 3)
    query.pivot = .init("year")
    #expect(QuerySignature("Q", query).columns == nil)
  }
}
