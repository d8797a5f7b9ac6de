import ArgumentParser
import AugerDiagnostics
import AugerQuery

/// What a command says beside its result, on standard error: errors, warnings and notes, as text or as a line of JSON
/// each.
struct ReportingOptions: ParsableArguments {
  @Flag(help: "No warnings and notes on standard error.")
  var quiet = false

  @Option(help: "How errors, warnings and notes are reported: text, or a line of json each.")
  var diagnostics = Style.text

  @Flag(help: "Say on standard error what is done, and where the time went.")
  var verbose = false

  enum Style: String, ExpressibleByArgument, CaseIterable { case text, json }

  /// Does a command's work; an error that it throws is reported, and ends the command with exit code 2. On a terminal
  /// the progress of long work is shown, unless the work goes on until it is ended.
  func run(isEndless: Bool = false, _ work: () async throws -> Void) async throws {
    let start = ContinuousClock.now
    let meter = WorkMeter()
    let line = quiet || isEndless || diagnostics == .json ? nil : ProgressLine.start(meter)
    defer { line?.stop() }
    do {
      try await WorkMeter.$current.withValue(meter, operation: work)
      line?.stop()
      log(Self.text(of: meter, in: ContinuousClock.now - start))
    } catch {
      line?.stop()
      // Help, exit codes and wrong command lines are the parser's.
      guard report(error) else { throw error }
      throw ExitCode(2)
    }
  }

  func log(_ message: @autoclosure () -> String) {
    if verbose { note(.progress, message()) }
  }

  /// Where the time went, by phases; what no source and no file took was computed.
  private static func text(of meter: WorkMeter, in all: Duration) -> String {
    let known = WorkMeter.Phase.allCases.reduce(Duration.zero) { $0 + meter[$1] }
    let rows: [(String, Duration)] = [
      ("open", meter[.open]), ("read", meter[.read]), ("compute", max(.zero, all - known)), ("write", meter[.write]),
      ("all", all),
    ]
    let texts = rows.map { [$0, $1.milliseconds] }
    let table = AlignedText(titles: ["phase", "ms"], rightAligned: [false, true], rows: texts)
    return String(table.text.dropLast())
  }

  /// Reports an error of the work. False where it is none: help, an exit code, a wrong command line.
  @discardableResult
  func report(_ error: any Error, about details: [Diagnostic.Detail] = []) -> Bool {
    switch error {
    case let error as DiagnosticError:
      for var diagnostic in error.diagnostics {
        for detail in details { diagnostic.details = diagnostic.details.adding(detail.key, detail.value) }
        report(diagnostic)
      }
    case var error as AugerError:
      for detail in details { error.details = error.details.adding(detail.key, detail.value) }
      if diagnostics == .json {
        Console.error(DiagnosticRenderer().json(error))
      } else {
        // What fails for one chart fails for others too: a text says for which.
        if let chart = error.details.first(where: { $0.key == .chart }) {
          error.message = "\(chart.value): \(error.message)"
        }
        Console.error(error.description)
      }
    case is CancellationError:
      return report(AugerError(.cancelled, operation: "finish", "it was cancelled"), about: details)
    default: return false
    }
    return true
  }

  /// Errors are reported always, the rest unless the command is to be quiet.
  func report(_ diagnostic: Diagnostic) {
    guard !quiet || diagnostic.level == .error else { return }
    let renderer = DiagnosticRenderer()
    Console.error(diagnostics == .json ? renderer.json(diagnostic) : renderer.text(diagnostic))
  }

  /// Warnings about rows, of a chart where there are several.
  func warn(_ warnings: [Warning], of chart: String? = nil) {
    guard !quiet else { return }
    for var warning in warnings {
      if diagnostics == .json {
        Console.error(DiagnosticRenderer().json(warning, details: chart.map { [.init(.chart, $0)] } ?? []))
      } else {
        if let chart { warning.message = "\(chart): \(warning.message)" }
        Console.error(warning.description)
      }
    }
  }

  /// Says that fewer workers are used than were asked for.
  func noteWorkers(_ asked: Int?) {
    guard let asked, asked > Workers.mostCount else { return }
    note(.workersLimited, "--workers \(asked): \(Workers.mostCount) are used, four for each processor")
  }

  /// Something that is no warning: what was written, or chosen.
  func note(_ code: Diagnostic.Code, _ message: String) {
    guard !quiet else { return }
    Console.error(
      diagnostics == .json ? DiagnosticRenderer().json(Diagnostic(code, level: .note, message)) : message)
  }
}

extension Diagnostic.Code {
  static let written = Self("written")
  /// What a command chose where nothing was said.
  static let chosen = Self("chosen")
  /// Fewer workers than were asked for.
  static let workersLimited = Self("workersLimited")
  /// What a command does, and how long it takes, where `--verbose` asks for it.
  static let progress = Self("progress")
  /// A command line that says nothing that can be done.
  static let usage = Self("usage")
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)"
  }
}
