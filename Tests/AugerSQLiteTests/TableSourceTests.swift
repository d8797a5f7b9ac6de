import AugerColumns
import AugerDiagnostics
import AugerEngine
import AugerQuery
import AugerSQLite
import Foundation
import Testing

/// A table of a database as a source of a program.
@Suite struct TableSourceTests {
  @Test func aTableIsOpenedWhenItIsRead() async throws {
    let database = try Database("CREATE TABLE sales (region TEXT, amount INT); INSERT INTO sales VALUES ('Europe', 2);")
    let source = SQLiteTable("sales", in: URL(filePath: database.path))
    #expect(try await source.fields.map(\.name) == ["region", "amount"])
    let table = try await source.reading { table, control in try TableQueryExecutor().load(table, control) }
    #expect(table[column: "amount"]?.scalars == [2])
    #expect(try source.scannable(RunControl()).pushdown != nil)
  }

  @Test func aTableThatDoesNotExistIsATypedError() async throws {
    let database = try Database("CREATE TABLE sales (region TEXT);")
    let source = SQLiteTable("sale", in: URL(filePath: database.path))
    let error = await #expect(throws: AugerError.self) { try await source.fields }
    #expect(error?.code == "tableNotFound" && error?.hint == "Did you mean 'sales'?")
  }
}
