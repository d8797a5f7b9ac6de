#if Server
  import ArgumentParser
  import Auger
  import AugerCharts
  import AugerDiagnostics
  import AugerDocuments
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
      commandName: "serve", abstract: "Serve dashboards as web pages and an HTTP API.",
      discussion: """
        Examples:
          auger serve
          auger serve --port 8080 --theme dark --supervised

        A page and its data have similar URLs. /dashboards/sales is a page, and /dashboards/sales.json describes it. \
        /dashboards/sales/Years.csv contains the numbers of one chart. The query string contains the whole state of a \
        dashboard, so the server stores no sessions.

        SIGTERM and SIGINT stop the server after the running requests. SIGHUP reloads the workspace.
        """)

    /// The network settings and the pages of the server.
    struct ServerOptions: ParsableArguments {
      @Option(
        help: ArgumentHelp("Port to listen on, 0 to 65535. 0 selects a free port. Default: 8017.", valueName: "port"))
      var port: Int?

      @Option(
        help: ArgumentHelp(
          "IP address to listen on. Default: 127.0.0.1, which only this machine can reach.", valueName: "address"))
      var host: String?

      @Option(
        help: ArgumentHelp(
          "URL under which users reach the server. Required if --host is not a local address.", valueName: "url"))
      var publicURL: String?

      @Option(
        help: ArgumentHelp(
          """
          Color theme of pages: light, dark, high-contrast, or a theme of the workspace. Default: light or dark, like \
          the system of the reader.
          """,
          valueName: "theme"))
      var theme: String?

      @Option(
        help: ArgumentHelp(
          """
          File with at least 16 secret bytes for ETags. Servers with the same key send equal ETags. Default: a random \
          key.
          """,
          valueName: "file"))
      var etagKey: String?

      @Option(
        help: ArgumentHelp(
          """
          Interval at which open pages ask for new data, 1s to 1d: 30s, 5m. Default: pages change only when a job \
          publishes.
          """,
          valueName: "duration"), transform: Self.interval)
      var refresh: Duration?

      private static func interval(_ text: String) throws -> Duration {
        guard let value = DurationText.parse(text), value >= .seconds(1), value <= .seconds(86_400) else {
          throw ValidationError("'\(text)' is not a duration from 1s to 1d, such as 5m.")
        }
        return value
      }

      @Flag(help: "Run the server in a child process and restart it after a crash.") var supervised = false

      @Option(help: .hidden) var supervisedIn: String?
    }

    /// The log of accesses.
    struct AuditOptions: ParsableArguments {
      @Option(
        help: ArgumentHelp(
          "File to which each access is appended as a line of JSON. '-' is standard output. Default: no log.",
          valueName: "file"))
      var accessLog: String?

      @Flag(help: "Respond with status 503 if an access cannot be logged. Requires --access-log.")
      var auditRequired = false
    }

    /// The request rate of a caller.
    struct RateOptions: ParsableArguments {
      @Option(
        help: ArgumentHelp(
          """
          Maximum number of requests per second and caller. After a pause, a caller can send ten times as many at \
          once. Default: 100.
          """,
          valueName: "count"))
      var requestRate: Int?
    }

    @OptionGroup(title: "Server") var server: ServerOptions
    @OptionGroup(title: "Jobs") var runs: RefreshOptions
    @OptionGroup(title: "Access") var identity: IdentityOptions
    @OptionGroup(title: "Access") var audit: AuditOptions
    @OptionGroup(title: "Output") var reporting: ReportingOptions
    @OptionGroup(title: "Workspace") var place: WorkspaceOption
    @OptionGroup(title: "Limits") var rate: RateOptions
    @OptionGroup(title: "Limits") var memory: MemoryOptions
    @OptionGroup(title: "Limits") var threads: WorkersOption

    private var port: Int { server.port ?? 8017 }
    private var host: String { server.host ?? "127.0.0.1" }
    private var publicURL: String? { server.publicURL }

    func validate() throws {
      if !identity.areThere, !Self.isLoopback(host) {
        throw ValidationError(
          "--host \(host) is reachable from other machines: add --tokens, --jwks or --trusted-proxies.")
      }
      if audit.auditRequired, audit.accessLog == nil {
        throw ValidationError("--audit-required requires --access-log.")
      }
      if let rate = rate.requestRate, rate < 1 { throw ValidationError("--request-rate must be 1 or more.") }
      if !(0...65_535).contains(port) { throw ValidationError("--port must be from 0 to 65535.") }
      if publicURL == nil, !Self.isLoopback(host) {
        throw ValidationError(
          "--host \(host) is reachable from other machines: add --public-url with the URL that they use.")
      }
    }

    func run() async throws {
      // Ignore SIGHUP until the server handles it, so that an early reload does not stop the process.
      signal(SIGHUP, SIG_IGN)
      try await reporting.run(isEndless: true) {
        if server.supervised {
          try supervise()
        } else {
          try await serve()
        }
      }
    }

    /// Runs the server in a child process. Throws the exit code of the child.
    private func supervise() throws {
      let socket: ListeningSocket
      do { socket = try ListeningSocket(host: host, port: port) } catch { throw listenFailure(error) }
      let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--supervised" }
      let supervisor = try Supervisor(arguments, socket) { [reporting] in reporting.report($0) }
      throw ExitCode(try supervisor.run())
    }

    private func serve() async throws {
      reporting.noteWorkers(threads.workers)
      // The workspaces before and after a reload share one budget.
      let memory = memory.budget(standard: MachineMemory.limit / 2)
      let folder = server.supervisedIn.map { SupervisedFolder($0) }
      let site = try await site(memory, folder)
      if let publicURL, !identity.areThere, !(folder?.isOfRestart ?? false) {
        warnOfOpenAccess(publicURL, hasPolicy: site.current.workspace.policy != nil)
      }
      var silent = Logger(label: "server")
      silent.logLevel = .critical
      var services: [any Service] = [
        siteServer(site, silent, isSupervised: folder != nil, isRestarted: folder?.isOfRestart ?? false),
        Reloading(command: self, site: site, memory: memory), MemoryReturn(site), PublicationWatch(site),
      ]
      if folder != nil { services.append(SupervisorWatch()) }
      var configuration = ServiceGroupConfiguration(
        services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint], logger: silent)
      // Requests that take longer are cut off.
      configuration.maximumGracefulShutdownDuration = site.limits.drain
      let group = ServiceGroup(configuration: configuration)
      do { try await group.run() } catch let error as AugerError { throw error } catch { throw listenFailure(error) }
    }

    private func warnOfOpenAccess(_ url: String, hasPolicy: Bool) {
      reporting.report(
        Diagnostic(
          .openToEverybody, level: .warning,
          "everybody who reaches \(url) can read "
            + (hasPolicy ? "what the policy allows to readers without claims" : "all dashboards, and the jobs"),
          hint: "Add --tokens, --jwks or --trusted-proxies to identify readers."
            + (hasPolicy ? "" : " Use a policy in auger.yaml to limit what they see.")))
    }

    private func listenFailure(_ error: any Error) -> AugerError {
      AugerError(
        .listenFailed, operation: "listen at port \(port) of \(host)", "the port cannot be used",
        hint: "Pass --port 0 to use a free port.", underlying: String(describing: error))
    }

    private func site(_ memory: MemoryBudget?, _ folder: SupervisedFolder?) async throws -> Site {
      let content = try content(memory)
      let access = try await identity.access(
        authorities: try authorities(), isSecure: publicURL?.lowercased().hasPrefix("https:") ?? false,
        failed: { [reporting] error in
          _ = reporting.report(error)
          reporting.note(.identityUnreadable, "all requests are rejected until the file can be read")
        })
      let accesses = try audit.accessLog.map { try AccessFile($0) }
      let rasterize: ChartFiles.Rasterize? = Rasterizer.isAvailable ? Rasterizer.make : nil
      var record: (@Sendable (Access) throws -> Void)?
      if let accesses { record = { access in try accesses.write(access) } }
      return Site(
        content, limits: limits, access: access, key: try key(),
        rasterize: rasterize,
        log: { [reporting] request, error in
          reporting.report(Diagnostic(.requestFailed, level: .warning, "request \(request): \(error)"))
        }, audit: record, isAuditRequired: audit.auditRequired, journal: try folder?.openJournal())
    }

    private func siteServer(_ site: Site, _ logger: Logger, isSupervised: Bool, isRestarted: Bool) -> SiteServer {
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
              "shutdown: closed requests that were still running after \(limits.drain): \(requests)"))
        })
    }

    /// Reads the workspace. Reports dashboards that cannot be read. Their pages show an error.
    fileprivate func content(_ memory: MemoryBudget?) throws -> SiteContent {
      let workspace = try place.open(reporting, isPublic: publicURL != nil)
      let theme = server.theme ?? "light"
      guard let colors = Theme.named(theme, among: workspace.themes) else {
        throw AugerError(
          .unknownTheme, operation: "read --theme", "theme '\(theme)' does not exist",
          hint: DidYouMean.hint(
            for: theme, among: Theme.builtIn.map(\.name) + workspace.themes.map(\.name), listing: "themes"))
      }
      let jobs = workspace.jobEntries.isEmpty ? [] : try JobDefinition.jobs(of: workspace)
      return SiteContent(
        workspace, pipeline: Pipeline(workspace, workers: threads.workers, memory: memory),
        publications: jobs.compactMap { job in job.publication.map { (job.name, $0.directory) } },
        version: try version(workspace), theme: server.theme == nil ? nil : colors,
        schemas: SchemaCommand.Kind.allCases.map { ($0.rawValue, $0.schema) }, jobs: jobs, refresh: server.refresh,
        runs: { [runs] in try runs.existingStore(for: workspace) })
    }

    /// Returns a version for ETags. It changes with the program, the workspace file and the dashboards.
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

    /// Returns the key of the ETags. Nil means a random key of this process.
    private func key() throws -> [UInt8]? {
      try server.etagKey.map { path in
        guard let bytes = FileManager.default.contents(atPath: path) else {
          throw AugerError(.fileUnreadable, operation: "read --etag-key", "'\(path)' cannot be read")
        }
        guard bytes.count >= 16 else {
          throw AugerError(
            .wrongOptionValue, operation: "read --etag-key",
            "'\(path)' has \(bytes.count) bytes, which is too short for a secret",
            hint: "Run: head -c 32 /dev/urandom > \(path)")
        }
        return Array(bytes)
      }
    }

    private func authorities() throws -> Set<String>? {
      if let publicURL {
        guard let url = URLComponents(string: publicURL), let name = url.host?.lowercased(), !name.isEmpty else {
          throw AugerError(
            .wrongOptionValue, operation: "read --public-url", "'\(publicURL)' is not a URL",
            hint: "Write a full URL, such as https://charts.example.org.")
        }
        return [url.port.map { "\(name):\($0)" } ?? name]
      }
      guard port != 0 else { return nil }
      let names = ["localhost", "127.0.0.1", "[::1]"]
      return Set(names.map { "\($0):\(port)" } + (port == 80 ? names : []))
    }

    private var limits: ServerLimits {
      var limits = ServerLimits(processors: ProcessInfo.processInfo.activeProcessorCount)
      if let rate = rate.requestRate { (limits.rate, limits.burst) = (Double(rate), Double(rate) * 10) }
      return limits
    }

    private static func isLoopback(_ host: String) -> Bool {
      host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }
  }

  /// Stops the server if its supervisor died. Otherwise, the server would occupy the port and no new server could
  /// start.
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

  /// Reloads the workspace on SIGHUP. If the new workspace has errors, reports them and serves the previous one.
  private struct Reloading: Service {
    let command: ServeCommand
    let site: Site
    let memory: MemoryBudget?

    func run() async throws {
      for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
        do { try site.replace(try command.content(memory)) } catch {
          _ = command.reporting.report(error)
          command.reporting.note(.workspaceKept, "the previous version of the workspace remains in use")
        }
      }
    }
  }

  extension Diagnostic.Code {
    /// A request failed because of an error in the server.
    static let requestFailed = Self("requestFailed")
    /// Requests were still running when the shutdown time limit ended.
    static let requestsCut = Self("requestsCut")
    static let listenFailed = Self("listenFailed")
    /// A server with a public URL identifies no readers.
    static let openToEverybody = Self("openToEverybody")
    /// A reloaded workspace has errors. The server continues with the previous one.
    static let workspaceKept = Self("workspaceKept")
  }
#endif
