/// What a request, a client and the server may take.
package struct ServerLimits: Sendable, Hashable {
  /// Bytes of a request's target: path and query.
  package var target = 8 << 10
  /// Bytes of a request's header fields together.
  package var fields = 16 << 10
  /// How long header fields may take to arrive.
  package var fieldsTime: Duration = .seconds(10)
  package var body = 256 << 10
  /// How long a body may take to arrive.
  package var bodyTime: Duration = .seconds(10)
  /// Maximum age of a check for changed data that requests may rely on.
  package var trust: Duration = .milliseconds(5)
  /// Values that an address picks, of drills, filters and selections together.
  package var picks = 1000
  package var frames = 64
  /// How long a request may be computed.
  package var time: Duration = .seconds(30)
  /// How long of that a query is waited for where an old answer may be given in its place.
  package var patience: Duration { time * 2 / 3 }
  /// Text of a table up to so many bytes is made whole and kept; more is made as the client takes it.
  package var wholeBytes = 1 << 20
  /// Requests that are computed at once.
  package var slots: Int
  /// Requests that wait for their turn.
  package var queue = 64
  /// Requests of one principal that are computed or wait.
  package var ofPrincipal = 4
  /// Requests of one principal in a second, over a longer time.
  package var rate = 100.0
  /// Requests of one principal that are answered at once after a pause.
  package var burst = 1000.0
  /// Open streams of events, in total and of one principal.
  package var listeners = 2000
  package var listenersOfPrincipal = 64
  /// Bytes of pages, pictures and data that are kept.
  package var keptBytes = 64 << 20
  /// How long what is under way may take when the server is stopped.
  package var drain: Duration = .seconds(20)

  package init(processors: Int) { slots = max(1, 2 * processors) }
}
