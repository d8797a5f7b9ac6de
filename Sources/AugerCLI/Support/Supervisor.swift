#if Server
  import AugerColumns
  import AugerDiagnostics
  import AugerQuery
  import AugerServer
  import Dispatch
  import Foundation

  /// Runs a server in a child process and restarts it after a crash. Requests that ran during the crash are logged and
  /// blocked for some time.
  ///
  /// The supervisor owns the listening socket and passes it to each child as standard input. Clients that connect
  /// between two servers wait for the next one.
  final class Supervisor: Sendable {
    /// The maximum number of consecutive crashes before a server listens.
    static let mostFailures = 5
    /// The first and the longest block of a request, in seconds.
    static let (shortestBlock, longestBlock) = (60.0, 3600.0)
    /// The block in seconds if several requests ran during the crash, because most of them did not cause it.
    static let suspectBlock = 5.0

    private struct State {
      var child: Int32?
      /// True after a signal to stop the server.
      var isEnding = false
    }

    private let arguments: [String]
    private let socket: ListeningSocket
    private let folder: SupervisedFolder
    private let report: @Sendable (Diagnostic) -> Void
    private let state = Locked(State())
    private let ended = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - arguments: The command line of the server.
    ///   - report: Receives the crashes.
    init(
      _ arguments: [String], _ socket: ListeningSocket, report: @escaping @Sendable (Diagnostic) -> Void
    ) throws {
      self.arguments = arguments
      self.socket = socket
      self.report = report
      folder = try SupervisedFolder.make()
    }

    deinit { folder.remove() }

    /// Runs until the server ends without a crash. Returns the exit code of the server.
    func run() throws -> Int32 {
      let signals = [SIGTERM, SIGINT, SIGHUP].map(forwarding)
      defer { for signal in signals { signal.cancel() } }
      var suspects: Suspects?
      var failures = 0
      while true {
        try folder.prepare(suspects?.blocked)
        let process = try start()
        process.waitUntilExit()
        let isEnding = state.withLock { state in
          state.child = nil
          return state.isEnding
        }
        guard process.terminationReason == .uncaughtSignal else { return process.terminationStatus }
        let code = 128 + process.terminationStatus
        guard !isEnding else { return code }
        let journal = folder.journal()
        var known = suspects ?? Suspects()
        known.add(RequestJournal.entries(journal))
        suspects = known
        failures = RequestJournal.isReady(journal) ? 0 : failures + 1
        log(process.terminationStatus, RequestJournal.entries(journal), isLast: failures >= Self.mostFailures)
        guard failures < Self.mostFailures else { return code }
        // Restart at once if the server listened. Otherwise, wait longer after each failure.
        let pause = failures == 0 ? 100 : 200 << failures
        if ended.wait(timeout: .now() + .milliseconds(pause)) == .success { return 0 }
      }
    }

    private func start() throws -> Process {
      let process = Process()
      process.executableURL = Bundle.main.executableURL
      process.arguments = arguments + ["--supervised-in", folder.path]
      // A backtrace would delay the restart by seconds. The environment variable can enable it.
      let quick = ["SWIFT_BACKTRACE": "enable=no"]
      process.environment = quick.merging(ProcessInfo.processInfo.environment) { $1 }
      process.standardInput = FileHandle(fileDescriptor: socket.descriptor, closeOnDealloc: false)
      try process.run()
      let isEnding = state.withLock { state in
        state.child = process.processIdentifier
        return state.isEnding
      }
      if isEnding { kill(process.processIdentifier, SIGKILL) }
      return process
    }

    /// Forwards a signal to the server. Before it listens, the server does not handle signals. It is then killed
    /// instead, and SIGHUP is ignored because the workspace was just read.
    private func forwarding(_ number: Int32) -> any DispatchSourceSignal {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in
        let isReady = RequestJournal.isReady(folder.journal())
        state.withLock { state in
          if number != SIGHUP { state.isEnding = true }
          guard let child = state.child else { return }
          if isReady { kill(child, number) } else if number != SIGHUP { kill(child, SIGKILL) }
        }
        if number != SIGHUP { ended.signal() }
      }
      source.resume()
      return source
    }

    private func log(_ signal: Int32, _ requests: [RequestJournal.Entry], isLast: Bool) {
      let addresses = requests.map { "'\($0.recorded)'" }.joined(separator: ", ")
      report(
        Diagnostic(
          .serverCrashed, level: .error,
          "the server ended by signal \(signal) "
            + (addresses.isEmpty ? "without a request" : "while it answered \(addresses)"),
          hint: isLast
            ? "It did not listen \(Self.mostFailures) times in a row and is not started again."
            : "It is started again. These requests are answered with 503 for some time."))
    }
  }

  /// Requests that ran when a server crashed.
  struct Suspects {
    private var strikes: [RequestJournal.Entry: Int] = [:]
    private(set) var blocked: [RequestJournal.Entry: Date] = [:]

    /// Blocks requests after a crash. A request that ran alone, or during an earlier crash, is blocked longer each
    /// time.
    mutating func add(_ requests: [RequestJournal.Entry], at now: Date = Date()) {
      blocked = blocked.filter { $0.value > now }
      if strikes.count > 1000 { strikes = [:] }
      for request in Set(requests) {
        let earlier = strikes[request, default: 0]
        strikes[request] = earlier + 1
        let exponent = requests.count == 1 ? earlier : earlier - 1
        let seconds =
          exponent < 0
          ? Supervisor.suspectBlock
          : min(Supervisor.longestBlock, Supervisor.shortestBlock * Double(1 << min(exponent, 6)))
        blocked[request] = now + seconds
      }
    }
  }

  extension Diagnostic.Code {
    static let serverCrashed = Self("serverCrashed")
  }
#endif
