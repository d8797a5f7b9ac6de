#if Server
  import ArgumentParser
  import Auger
  import AugerCharts
  import AugerDiagnostics
  import AugerExport
  import AugerQuery
  import AugerRefresh
  import AugerServer
  import Foundation
  import Logging
  import ServiceLifecycle
  import UnixSignals

  struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "serve", abstract: "Shows the dashboards of a workspace as pages and as an API, over HTTP.",
      discussion: """
        Every page is its own API: /dashboards/sales is a page, /dashboards/sales.json what surrounds its charts,
        /dashboards/sales/Years.csv the numbers of one chart. Where a reader is stands in the address; the server keeps
        nothing of it. SIGTERM and SIGINT end it when what is under way is answered; SIGHUP reads the workspace again.

        Examples:
          auger serve
          auger serve --workspace /srv/sales --port 8080
          auger serve --port 0 --quiet
          auger serve --host 0.0.0.0 --public-url https://charts.example.org --jwks keys.json --audience charts \
            --issuer https://id.example.org --access-log accesses.jsonl --audit-required
        """)

    @Option(help: "The port to listen at; 0: any that is free.") var port = 8017

    @Option(help: "The address to listen at: this machine alone, unless it says otherwise.") var host = "127.0.0.1"

    @Option(help: "The URL by which others reach the server, as a proxy has it; needed beyond this machine.")
    var publicURL: String?

    @OptionGroup var identity: IdentityOptions

    @Option(help: "Maximum requests of one caller in a second, after ten seconds' worth at once. Default: 100.")
    var requestRate: Int?

    @Option(help: "A file to which each access is added as a line of JSON; '-' is standard output.") var accessLog:
      String?

    @Flag(help: "With --access-log: answers 503 where an access cannot be written.") var auditRequired = false

    @Option(help: "A file of at least 16 secret bytes: servers that have the same give equal ETags.")
    var etagKey: String?

    @Option(help: "The colours of pages: light, dark, high-contrast, or a theme of the workspace.") var theme = "light"

    @Flag(help: "Run the server in a child process, and start it again after a crash.") var supervised = false

    @Option(help: .hidden) var supervisedIn: String?

    @OptionGroup var memory: MemoryOptions
    @OptionGroup var threads: WorkersOption
    @OptionGroup var place: WorkspaceOption
    @OptionGroup var reporting: ReportingOptions

    func validate() throws {
      if !identity.areThere, !Self.isLoopback(host) {
        throw ValidationError(
          "--host \(host) can be reached by others: say how they are known, by --tokens, --jwks or --trusted-proxies.")
      }
      if auditRequired, accessLog == nil { throw ValidationError("--audit-required is of an --access-log.") }
      if let requestRate, requestRate < 1 { throw ValidationError("--request-rate must be 1 or more.") }
      if !(0...65_535).contains(port) { throw ValidationError("--port is a number from 0 to 65535.") }
      if publicURL == nil, !Self.isLoopback(host) {
        throw ValidationError("--host \(host) can be reached by others: say by which --public-url they reach it.")
      }
    }

    func run() async throws {
      // Whoever reloads the server early must not end it.
      signal(SIGHUP, SIG_IGN)
      try await reporting.run(isEndless: true) {
        if supervised {
          try supervise()
        } else {
          try await serve()
        }
      }
    }

    /// Serves in a child process; never returns, but throws its exit code.
    private func supervise() throws {
      let socket: ListeningSocket
      do { socket = try ListeningSocket(host: host, port: port) } catch { throw listenFailure(error) }
      let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--supervised" }
      let supervisor = try Supervisor(arguments, socket) { [reporting] in reporting.report($0) }
      throw ExitCode(try supervisor.run())
    }

    private func serve() async throws {
      reporting.noteWorkers(threads.workers)
      // One budget for the workspaces before and after a reload.
      let memory = memory.budget(standard: MachineMemory.limit / 2)
      let folder = supervisedIn.map { SupervisedFolder($0) }
      let site = try await site(memory, folder)
      var silent = Logger(label: "server")
      silent.logLevel = .critical
      var services: [any Service] = [
        server(site, silent, isSupervised: folder != nil, isRestarted: folder?.isOfRestart ?? false),
        Reloading(command: self, site: site, memory: memory), MemoryReturn(site), PublicationWatch(site),
      ]
      if folder != nil { services.append(SupervisorWatch()) }
      var configuration = ServiceGroupConfiguration(
        services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: silent)
      // What is not answered by then is cut off.
      configuration.maximumGracefulShutdownDuration = site.limits.drain
      let group = ServiceGroup(configuration: configuration)
      do { try await group.run() } catch let error as AugerError { throw error } catch { throw listenFailure(error) }
    }

    private func listenFailure(_ error: any Error) -> AugerError {
      AugerError(
        .listenFailed, operation: "listen at port \(port) of \(host)", "the port cannot be used",
        hint: "--port 0 takes one that is free", underlying: String(describing: error))
    }

    private func site(_ memory: MemoryBudget?, _ folder: SupervisedFolder?) async throws -> Site {
      let content = try content(memory)
      let access = try await identity.access(
        authorities: try authorities(), isSecure: publicURL?.lowercased().hasPrefix("https:") ?? false,
        failed: { [reporting] error in
          _ = reporting.report(error)
          reporting.note(.identityUnreadable, "callers are refused until the file can be read")
        })
      let accesses = try accessLog.map { try AccessFile($0) }
      var audit: (@Sendable (Access) throws -> Void)?
      if let accesses { audit = { access in try accesses.write(access) } }
      return Site(
        content, limits: limits, access: access, key: try key(),
        rasterize: { try await Rasterizer.make($0, .png) },
        log: { [reporting] request, error in
          reporting.report(Diagnostic(.requestFailed, level: .warning, "request \(request): \(error)"))
        }, audit: audit, isAuditRequired: auditRequired, journal: try folder?.openJournal())
    }

    private func server(_ site: Site, _ logger: Logger, isSupervised: Bool, isRestarted: Bool) -> SiteServer {
      let (host, reporting, isSilent) = (host, reporting, reporting.quiet || isRestarted)
      return SiteServer(
        site, host: host, port: port, socket: isSupervised ? STDIN_FILENO : nil, logger: logger,
        onStart: { port in
          guard !isSilent else { return }
          Console.write("http://\(host.contains(":") ? "[\(host)]" : host):\(port)/\n")
        },
        onCut: { [limits = site.limits] requests in
          reporting.report(
            Diagnostic(
              .requestsCut, level: .warning,
              "requests that were not answered within \(limits.drain) of the signal: \(requests)"))
        })
    }

    /// The workspace as it is now. Dashboards that cannot be read are reported, and said to be damaged on their pages.
    fileprivate func content(_ memory: MemoryBudget?) throws -> SiteContent {
      let workspace = try place.open(reporting, isPublic: publicURL != nil)
      guard let colours = Theme.named(theme, among: workspace.themes) else {
        throw AugerError(
          .unknownTheme, operation: "read --theme", "there is no theme '\(theme)'",
          hint: DidYouMean.hint(
            for: theme, among: Theme.builtIn.map(\.name) + workspace.themes.map(\.name), listing: "themes"))
      }
      let jobs = workspace.jobEntries.isEmpty ? [] : try JobDefinition.jobs(of: workspace)
      return SiteContent(
        workspace, pipeline: Pipeline(workspace, workers: threads.workers, memory: memory),
        publications: jobs.compactMap { job in job.publication.map { (job.name, $0.directory) } },
        version: try version(workspace), theme: colours,
        schemas: SchemaCommand.Kind.allCases.map { ($0.rawValue, $0.schema) })
    }

    /// The program, and the texts of definitions, by which ETags of other definitions differ.
    private func version(_ workspace: Workspace) throws -> String {
      var texts = workspace.dashboards.compactMap { $0.place?.source.text }
      if let path = try place.workspace ?? WorkspaceOption.nearestWorkspace() {
        let file =
          FileManager.default.contents(atPath: path + "/auger.yaml") ?? FileManager.default.contents(atPath: path)
        texts.append(String(decoding: file ?? Data(), as: UTF8.self))
      }
      let all = texts.map { "\($0.utf8.count):\($0)" }.joined()
      return AugerCommand.configuration.version + "-" + SHA256.text(Array(all.utf8)).prefix(16)
    }

    /// What keys the ETags; nil: something that this server alone has.
    private func key() throws -> [UInt8]? {
      try etagKey.map { path in
        guard let bytes = FileManager.default.contents(atPath: path) else {
          throw AugerError(.fileUnreadable, operation: "read --etag-key", "'\(path)' cannot be read")
        }
        guard bytes.count >= 16 else {
          throw AugerError(
            .wrongOptionValue, operation: "read --etag-key", "'\(path)' has \(bytes.count) bytes, too few for a secret",
            hint: "head -c 32 /dev/urandom > \(path)")
        }
        return Array(bytes)
      }
    }

    private func authorities() throws -> Set<String>? {
      if let publicURL {
        guard let url = URLComponents(string: publicURL), let name = url.host?.lowercased(), !name.isEmpty else {
          throw AugerError(
            .wrongOptionValue, operation: "read --public-url", "'\(publicURL)' is no URL",
            hint: "write https://charts.example.org")
        }
        return [url.port.map { "\(name):\($0)" } ?? name]
      }
      guard port != 0 else { return nil }
      let names = ["localhost", "127.0.0.1", "[::1]"]
      return Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
    }

    private var limits: ServerLimits {
      var limits = ServerLimits(processors: ProcessInfo.processInfo.activeProcessorCount)
      if let requestRate { (limits.rate, limits.burst) = (Double(requestRate), Double(requestRate) * 10) }
      return limits
    }

    private static func isLoopback(_ host: String) -> Bool {
      host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
  }

  /// Ends a server whose supervisor has ended without a word: it would keep the port, and nobody would start it again.
  private struct SupervisorWatch: Service {
    func run() async throws {
      let supervisor = getppid()
      try? await cancelWhenGracefulShutdown {
        while getppid() == supervisor { try await Task.sleep(for: .seconds(1)) }
        kill(getpid(), SIGTERM)
        try await Task.sleep(for: .seconds(3600))
      }
    }
  }

  /// Reads the workspace again at SIGHUP. One that has mistakes is reported, and the one before stays.
  private struct Reloading: Service {
    let command: ServeCommand
    let site: Site
    let memory: MemoryBudget?

    func run() async throws {
      for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
        do { try site.replace(try command.content(memory)) } catch {
          _ = command.reporting.report(error)
          command.reporting.note(.workspaceKept, "the workspace is served as it was before")
        }
      }
    }
  }

  extension Diagnostic.Code {
    /// A file of tokens or keys that cannot be read any more: its tokens are refused.
    static let identityUnreadable = Self("identityUnreadable")
    /// A request that could not be answered for reasons of the server's own.
    static let requestFailed = Self("requestFailed")
    /// Requests that were under way still when the server had to end.
    static let requestsCut = Self("requestsCut")
    static let listenFailed = Self("listenFailed")
    /// A workspace that was read again and has mistakes: the one before is served on.
    static let workspaceKept = Self("workspaceKept")
  }
#endif
