import AugerAgents
import AugerColumns
import AugerDiagnostics

#if Server
  import AugerServer
#endif

extension Limit {
  static let agents = [
    Limit("Agents", "a message", bytes(AgentService.mostBytes), "an error"),
    Limit("Agents", "a state in a message", bytes(AgentService.mostAddressBytes), "`addressTooLong`"),
    Limit("Agents", "moves of a call", count(AgentService.mostMoves), "`argumentWrong`"),
    Limit("Agents", "values of a list", count(AgentService.mostValues), "`argumentWrong`"),
    Limit(
      "Agents", "cells of an answer to `explore`", count(AgentService.mostCells),
      "the first cells and the total count are returned", "the tool `rows`"),
    Limit("Agents", "rows of an answer to `rows`", count(AgentService.mostRows), "`argumentWrong`", "`offset`"),
    Limit(
      "Agents", "cells of an answer to `rows`", count(AgentService.mostRowCells),
      "fewer rows and the offset of the next ones are returned", "`offset`"),
    Limit("Agents", "marks of a picture", count(AgentService.mostMarks), "`limitExceeded`"),
    Limit("Agents", "a picture, or chart JSON", bytes(AgentService.mostAnswerBytes), "`limitExceeded`"),
  ]

  #if Server
    static let server: [Limit] = {
      let limits = ServerLimits(processors: 1)
      return [
        Limit("Server", "a URL", bytes(limits.target), "414 `addressTooLong`"),
        Limit("Server", "total size of the header fields", bytes(limits.fields), "400; the connection is closed"),
        Limit("Server", "time to receive the header fields", text(limits.fieldsTime), "the connection is closed"),
        Limit("Server", "a body", bytes(limits.body), "413 `bodyTooLong`"),
        Limit("Server", "time to receive the body", text(limits.bodyTime), "408 `bodyTooSlow`"),
        Limit("Server", "selected values in a URL", count(limits.picks), "422 `tooManyPicks`"),
        Limit("Server", "frames of one request", count(limits.frames), "422 `tooManySteps`"),
        Limit("Server", "concurrent requests", "\(limits.slots) per processor", "other requests are queued"),
        Limit("Server", "queued requests", count(limits.queue), "503 `busy`, with `Retry-After`"),
        Limit(
          "Server", "running and queued requests of one principal", count(limits.ofPrincipal),
          "429 `tooManyRequests`, with `Retry-After`"),
        Limit(
          "Server", "requests of one principal per second",
          "\(count(Int(clamping: limits.rate))), \(count(Int(clamping: limits.burst))) in a burst",
          "429 `rateExceeded`, with `Retry-After`", "`--request-rate`"),
        Limit(
          "Server", "open event streams", count(limits.listeners), "503 `busy`, with `Retry-After`"),
        Limit(
          "Server", "open event streams of one principal", count(limits.listenersOfPrincipal),
          "429 `tooManyListeners`, with `Retry-After`"),
        Limit(
          "Server", "memory of all results and their working data",
          "half of the memory of the machine or control group", "503 `lowMemory`, with `Retry-After`",
          "`--memory-limit`"),
        Limit(
          "Server", "memory of all downloads in progress", "half of the memory limit",
          "503 `lowMemory`, with `Retry-After`", "`--memory-limit`"),
        Limit("Server", "time of a request", text(limits.time), "504 `timeout`"),
        Limit(
          "Server", "wait for a query if a stale answer is available", text(limits.patience),
          "the stale answer, marked as stale"),
        Limit(
          "Server", "text of a table that is cached", bytes(limits.wholeBytes), "the text is streamed"),
        Limit("Server", "cached pages, pictures and data", bytes(limits.keptBytes), "the oldest are evicted"),
        Limit(
          "Server", "time to finish requests after SIGTERM", text(limits.drain), "the connections are closed"),
      ]
    }()
  #else
    static let server: [Limit] = []
  #endif
}
