import Auger
import AugerCSV
import Foundation
import Testing

/// The one error of the library, as a program sees it.
@Suite struct PublicErrorTests {
  private struct Broken: Error, CustomStringConvertible { var description: String { "the disk is full" } }

  /// A delegate that throws an error, or waits until it is cancelled if it has none.
  private struct Failing: QueryDelegate {
    var error: (any Error)?
    var began: AsyncStream<Void>.Continuation?

    func table(for request: QueryRequest) async throws -> Table {
      if let error { throw error }
      began?.yield()
      let (never, end) = AsyncStream.makeStream(of: Void.self)
      await withTaskCancellationHandler {
        for await _ in never {}
      } onCancel: {
        end.finish()
      }
      throw CancellationError()
    }
  }

  private func dashboard() throws -> Dashboard {
    try Dashboard(
      xml: """
        <Dashboard><Chart Name="Resellers" ChartType="Bar" Query="Sales"><Category Column="Region" />
        <Values><Value Expression="sum(Amount)" ValueSequence="1" /></Values></Chart></Dashboard>
        """)
  }

  @Test func anUnknownChartIsNamedWithTheNearest() async throws {
    let state = try dashboard().initialState
    do {
      _ = try await Pipeline(delegate: Failing(error: Broken())).chart("Reselers", in: state)
      Issue.record("it was computed")
    } catch {
      // The error is typed, so that no cast is necessary.
      #expect(error.code == "metadataObjectUndefined")
      #expect(error[.chart] == "Reselers" && error.diagnostics[0][.chart] == "Reselers")
      #expect(error.hint == "Did you mean 'Resellers'?")
      #expect(error.diagnostics.count == 1 && error.cause == nil)
    }
  }

  @Test func whatADelegateThrowsIsTheCause() async throws {
    let pipeline = Pipeline(delegate: Failing(error: Broken()))
    let state = try dashboard().initialState
    let error = await #expect(throws: AugerError.self) { _ = try await pipeline.chart("Resellers", in: state) }
    #expect(error?.code == .other && error?.cause is Broken)
    #expect(error?.description.contains("the disk is full") == true)
  }

  @Test func anErrorOfTheLibraryPassesADelegateUnchanged() async throws {
    let unknown = QueryRequest("Slaes").unknown(among: ["Sales"])
    #expect(unknown.code == "metadataObjectUndefined" && unknown.hint == "Did you mean 'Sales'?")
    #expect(unknown[.query] == "Slaes")
    let own = AugerError("outOfService", message: "the service is closed", hint: "Call again at 8.", cause: Broken())
    for thrown in [unknown, own] {
      let pipeline = Pipeline(delegate: Failing(error: thrown))
      let error = await #expect(throws: AugerError.self) {
        _ = try await pipeline.table(of: QueryRequest("Sales"))
      }
      #expect(error == thrown && error?.description == thrown.description)
    }
    #expect(own.description.contains("the disk is full") && own.cause is Broken)
  }

  @Test func aCancelledChartHasTheCodeCancelledInATaskGroup() async throws {
    let (began, continuation) = AsyncStream.makeStream(of: Void.self)
    let pipeline = Pipeline(delegate: Failing(began: continuation))
    let state = try dashboard().initialState
    let error = await withTaskGroup(of: AugerError?.self) { group in
      group.addTask {
        do throws(AugerError) { _ = try await pipeline.chart("Resellers", in: state) } catch { return error }
        return nil
      }
      for await _ in began { break }
      group.cancelAll()
      return await group.next() ?? nil
    }
    #expect(error?.code == .cancelled)
    // A task that is cancelled before it begins has the same code.
    let late = await withTaskGroup(of: AugerError?.self) { group in
      group.cancelAll()
      group.addTask {
        do throws(AugerError) { _ = try await pipeline.table(of: QueryRequest("Sales")) } catch { return error }
        return nil
      }
      return await group.next() ?? nil
    }
    #expect(late?.code == .cancelled)
  }

  @Test func allProblemsOfAWorkspaceAreInOneError() {
    let error = #expect(throws: AugerError.self) {
      _ = try Workspace(parsing: "sourcs: {}\nqueris: {}", adapters: CSVAdapter())
    }
    #expect(error?.diagnostics.count == 2)
    #expect(error?.place == "workspace:1:1" && error?.diagnostics[1].place?.description == "workspace:2:1")
    #expect(error?.diagnostics.first?.message == error?.message)
    let missing = #expect(throws: AugerError.self) {
      _ = try Workspace(contentsOf: URL(filePath: "/nowhere/auger.yaml"))
    }
    #expect(missing?.code == "fileNotFound" && missing?.diagnostics.count == 1)
  }

  @Test func anUnknownDashboardHasTheErrorOfTheWorkspace() throws {
    let workspace = try Workspace(
      parsing: "sources: { sales: { adapter: csv, path: sales.csv } }", adapters: CSVAdapter())
    let error = #expect(throws: AugerError.self) { _ = try workspace.dashboard("sales") }
    #expect(error?.code == "metadataObjectUndefined" && workspace.dashboards.isEmpty)
  }

  @Test func theErrorsOfDiagnosticsAreWrittenAsBefore() {
    let problems = DiagnosticError([
      Diagnostic(.outOfBounds, "too much", hint: "Use less."), Diagnostic(.offStep, "between steps"),
    ])
    let error = AugerError(problems)
    #expect(error.description == problems.description && error.reason == problems.reason)
    #expect(error.diagnostics == problems.diagnostics && error.hint == "Use less.")
    #expect(AugerError(error) == error && AugerError(CancellationError()).code == .cancelled)
  }

  @Test func warningsAreFoundByTheirCodes() {
    let warnings = Warnings([Warning("valueSkipped", "a value", count: 2), Warning("other", "another")])
    #expect(warnings["valueSkipped"]?.count == 2 && warnings["none"] == nil)
    #expect(warnings.items["other"]?.message == "another" && warnings.count == 2)
  }
}
