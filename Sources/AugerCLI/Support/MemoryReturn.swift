#if Server
  import AugerServer
  import ServiceLifecycle

  /// Gives freed memory back to the system when the server has become idle: blocks of small answers keep large ones
  /// from going back by themselves.
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
