import AugerDiagnostics
import AugerRefresh
import Foundation
import ServiceLifecycle

/// A service that notifies listeners of publications by any process. It also triggers their check when the files of
/// tokens or keys change.
///
/// A publication replaces a link. Reading the link takes microseconds.
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
      var identity = ""
      // Publications before the start are not news. The first publication of a job after it is.
      var isAtStart = true
      while true {
        let stamp = site.access.stamp
        if Name(stamp) != Name(identity) { site.events.beat() }
        identity = stamp
        for publication in site.current.publications {
          guard let shown = Self.shown(publication.directory), shown != seen[Name(publication.job)] else { continue }
          seen[Name(publication.job)] = shown
          guard let snapshot = try? PublishedSnapshot(directory: publication.directory) else { continue }
          if isAtStart {
            site.events.remember(job: publication.job, run: snapshot.run)
          } else {
            site.events.publish(job: publication.job, run: snapshot.run)
          }
        }
        isAtStart = false
        try await Task.sleep(for: interval)
      }
    }
  }

  private static func shown(_ directory: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: directory + "/current")
  }
}
