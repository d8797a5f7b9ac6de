import AugerDiagnostics
import AugerRefresh
import Foundation
import ServiceLifecycle

/// Looks what jobs have published, whichever process did it, and says so to the site's listeners.
///
/// A publication is a link that is replaced; looking where it leads costs microseconds.
package struct PublicationWatch: Service {
  private let site: Site
  private let interval: Duration

  package init(_ site: Site, interval: Duration = .milliseconds(250)) {
    self.site = site
    self.interval = interval
  }

  package func run() async throws {
    try? await cancelWhenGracefulShutdown {
      var seen: [Name: String] = [:]
      while true {
        for publication in site.current.publications {
          guard let shown = Self.shown(publication.directory), shown != seen[Name(publication.job)] else { continue }
          let isFirst = seen[Name(publication.job)] == nil
          seen[Name(publication.job)] = shown
          guard let snapshot = try? PublishedSnapshot(directory: publication.directory) else { continue }
          if isFirst {
            site.events.remember(job: publication.job, run: snapshot.run)
          } else {
            site.events.publish(job: publication.job, run: snapshot.run)
          }
        }
        try await Task.sleep(for: interval)
      }
    }
  }

  private static func shown(_ directory: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: directory + "/current")
  }
}
