#if Server
  import AugerServer
  import ServiceLifecycle

  /// Returns freed memory to the system when the server becomes idle. The allocator alone does not: small blocks of
  /// responses prevent the return of large blocks.
  struct MemoryReturn: Service {
    private let site: Site

    init(_ site: Site) { self.site = site }

    func run() async throws {
      try? await cancelWhenGracefulShutdown {
        var returned = 0
        while true {
          try await Task.sleep(for: .seconds(5))
          let made = site.madeCount
          guard made != returned, site.isIdle else { continue }
          ProcessMemory.trim()
          returned = made
        }
      }
    }
  }
#endif
