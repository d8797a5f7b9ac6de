import AugerColumns
import AugerDiagnostics
import AugerQuery
import Foundation

/// Converts SVG to PNG and PDF with `rsvg-convert` of librsvg.
///
/// Input and output use pipes. No temporary file is needed, and the child ends if its parent is killed.
package enum Rasterizer {
  /// Converts SVG to a PNG with two pixels per point, or to a PDF. Cancelling the task stops the program.
  package static func make(_ svg: [UInt8], _ format: ChartFormat) async throws -> [UInt8] {
    let control = RunControl()
    return try await Workers.blocking(control) { try make(svg, format, control) }
  }

  /// Converts SVG and blocks the thread. Equal SVG produces equal bytes. Throws `programMissing` if the program is not
  /// installed, `programFailed`, or `cancelled` after the program has ended.
  ///
  /// - Parameter scale: Pixels per point of a PNG.
  package static func make(
    _ svg: [UInt8], _ format: ChartFormat, scale: Double = 2, _ control: RunControl
  ) throws -> [UInt8] {
    let operation = "make a \(format.rawValue.uppercased())"
    #if os(macOS) || os(Linux)
      guard let program = program() else {
        throw AugerError(
          .programMissing, operation: operation, "the program 'rsvg-convert' is not installed",
          hint: "Run 'apt-get install librsvg2-bin', or write .svg.")
      }
      return try run(program, svg, format, scale: scale, control, operation)
    #else
      throw AugerError(
        .programMissing, operation: operation, "the system cannot run the program 'rsvg-convert'", hint: "Write .svg.")
    #endif
  }

  /// True if the program is installed.
  package static var isAvailable: Bool {
    #if os(macOS) || os(Linux)
      program() != nil
    #else
      false
    #endif
  }

  #if os(macOS) || os(Linux)
    private static func run(
      _ program: URL, _ svg: [UInt8], _ format: ChartFormat, scale: Double, _ control: RunControl, _ operation: String
    ) throws -> [UInt8] {
      let process = Process()
      process.executableURL = program
      process.arguments =
        (format == .png ? ["--zoom", NumberText.shortest(scale)] : []) + ["--format", format.rawValue]
      // Without a fixed time, the creation time would make every PDF different.
      process.environment = ProcessInfo.processInfo.environment.merging(["SOURCE_DATE_EPOCH": "0"]) { known, _ in known
      }
      let (input, output, errors) = (Pipe(), Pipe(), Pipe())
      (process.standardInput, process.standardOutput, process.standardError) = (input, output, errors)
      try control.check()
      try process.run()
      // Killing the child is safe: it has no files to remove. Its process ID stays valid until `waitUntilExit` below.
      let child = process.processIdentifier
      let texts = Locked([[UInt8](), [UInt8]()])
      let end: @Sendable () -> Void = { _ = kill(child, SIGKILL) }
      try control.withCancellationHandler(end) {
        try Workers.run(3) { worker in
          if worker == 0 {
            // A child that ends early does not read all input. Its error output explains why.
            try? input.fileHandleForWriting.write(contentsOf: svg)
            try? input.fileHandleForWriting.close()
          } else {
            let pipe = worker == 1 ? output : errors
            let bytes = try pipe.fileHandleForReading.readToEnd().map { Array($0) } ?? []
            texts.withLock { $0[worker - 1] = bytes }
          }
        }
      }
      process.waitUntilExit()
      try control.check()
      let (made, said) = texts.withLock { ($0[0], String(decoding: $0[1], as: UTF8.self)) }
      guard process.terminationReason == .exit, process.terminationStatus == 0, !made.isEmpty else {
        throw AugerError(.programFailed, operation: operation, "'rsvg-convert' failed", underlying: said)
      }
      return made
    }

    private static func program() -> URL? {
      let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
      return path.split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent("rsvg-convert") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
  #endif
}

extension Diagnostic.Code {
  package static let programFailed = Self("programFailed")
}
