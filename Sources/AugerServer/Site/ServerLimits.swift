/// The limits of a request, a client and the server.
package struct ServerLimits: Sendable, Hashable {
  /// The maximum length of a URL (path and query) in bytes.
  package var target = 8 << 10
  /// The maximum total size of the header fields in bytes.
  package var fields = 16 << 10
  /// The maximum time to receive the header fields.
  package var fieldsTime: Duration = .seconds(10)
  package var body = 256 << 10
  /// The maximum time to receive a body.
  package var bodyTime: Duration = .seconds(10)
  /// The maximum age of a check for changed data that requests may rely on.
  package var trust: Duration = .milliseconds(5)
  /// The maximum number of values that a URL selects in drill paths, filters and selections.
  package var picks = 1000
  package var frames = 64
  /// The maximum time to compute a response.
  package var time: Duration = .seconds(30)
  /// The part of that time to wait for a query if a stale answer is available.
  package var patience: Duration { time * 2 / 3 }
  /// The maximum size of a table's text that is cached. A longer text is streamed.
  package var wholeBytes = 1 << 20
  /// The maximum number of requests computed at once.
  package var slots: Int
  /// The maximum number of queued requests.
  package var queue = 64
  /// The maximum number of running and queued requests of one principal.
  package var ofPrincipal = 4
  /// The maximum number of requests of one principal per second, as a long-term average.
  package var rate = 100.0
  /// The maximum number of requests of one principal in a burst after a pause.
  package var burst = 1000.0
  /// The maximum number of open event streams, in total and for each principal.
  package var listeners = 2000
  package var listenersOfPrincipal = 64
  /// The maximum size of all cached responses in bytes.
  package var keptBytes = 64 << 20
  /// The maximum time to finish requests in progress at shutdown.
  package var drain: Duration = .seconds(20)

  package init(processors: Int) { slots = max(1, 2 * processors) }
}
