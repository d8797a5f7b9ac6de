import ArgumentParser
import AugerDiagnostics
import AugerQuery

/// The diagnostics of a command on standard error: errors, warnings and notes, as text or as one line of JSON each.
struct ReportingOptions: ParsableArguments {
  @Flag(help: "Hide warnings and notes.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Format of errors, warnings and notes. 'json' prints one object per line. Default: text.", valueName: "style"))
  var diagnostics = Style.text

  @Flag(help: "Report progress and timings on standard error.")
  var verbose = false

  enum Style: String, ExpressibleByArgument, CaseIterable {
    case text, json

    /// Empty, because the help text states the default.
    var defaultValueDescription: String { "" }
  }

  /// Runs the work of a command. If it throws, the error is reported and the exit code is 2. A terminal shows the
  /// progress of long work, unless `isEndless` is true.
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
      // The parser reports help, exit codes and usage errors.
      guard report(error) else { throw error }
      throw ExitCode(2)
    }
  }

  func log(_ message: @autoclosure () -> String) {
    if verbose { note(.progress, message()) }
  }

  /// Returns the time of each phase. Time that no source and no file took counts as `compute`.
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

  /// Reports an error of the work. Returns false for help, exit codes and usage errors, which it does not report.
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
        // Name the chart: the same error can occur for several charts.
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

  /// Reports a diagnostic. With `--quiet`, reports only errors.
  func report(_ diagnostic: Diagnostic) {
    guard !quiet || diagnostic.level == .error else { return }
    let renderer = DiagnosticRenderer()
    Console.error(diagnostics == .json ? renderer.json(diagnostic) : renderer.text(diagnostic))
  }

  /// Reports warnings about rows. `chart` names the chart if the command writes several.
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

  /// Reports that a command uses fewer threads than requested.
  func noteWorkers(_ asked: Int?) {
    guard let asked, asked > Workers.mostCount else { return }
    note(.workersLimited, "--workers \(asked) exceeds the maximum of \(Workers.mostCount), four per processor")
  }

  /// Reports a note, such as a written file or a choice.
  func note(_ code: Diagnostic.Code, _ message: String) {
    guard !quiet else { return }
    Console.error(
      diagnostics == .json ? DiagnosticRenderer().json(Diagnostic(code, level: .note, message)) : message)
  }
}

extension Diagnostic.Code {
  static let written = Self("written")
  /// A choice that a command made because an option was missing.
  static let chosen = Self("chosen")
  /// A number of threads that is lower than requested.
  static let workersLimited = Self("workersLimited")
  /// Progress and timings of a command with `--verbose`.
  static let progress = Self("progress")
  /// An invalid command line.
  static let usage = Self("usage")
}

extension Duration {
  /// Whole milliseconds.
  fileprivate var milliseconds: String {
    let (seconds, attoseconds) = components
    return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)"
  }
}
