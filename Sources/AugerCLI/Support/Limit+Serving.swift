import AugerAgents
import AugerColumns
import AugerDiagnostics

#if Server
  import AugerServer
#endif

extension Limit {
  static let agents = [
    Limit("Agents", "a message", bytes(AgentService.mostBytes), "refused"),
    Limit("Agents", "an address in a message", bytes(AgentService.mostAddressBytes), "`addressTooLong`"),
    Limit("Agents", "moves of a call", count(AgentService.mostMoves), "`argumentWrong`"),
    Limit("Agents", "values of a list", count(AgentService.mostValues), "`argumentWrong`"),
    Limit(
      "Agents", "cells of an answer to `explore`", count(AgentService.mostCells),
      "the first are in it, and it says how many there are", "the tool `rows`"),
    Limit("Agents", "rows of an answer to `rows`", count(AgentService.mostRows), "`argumentWrong`", "`offset`"),
    Limit(
      "Agents", "cells of an answer to `rows`", count(AgentService.mostRowCells),
      "fewer rows are in it, and it says where the next ones begin", "`offset`"),
    Limit("Agents", "marks of a picture", count(AgentService.mostMarks), "`limitExceeded`"),
    Limit("Agents", "a picture, or chart JSON", bytes(AgentService.mostAnswerBytes), "`limitExceeded`"),
  ]

  #if Server
    static let server: [Limit] = {
      let limits = ServerLimits(processors: 1)
      return [
        Limit("Server", "an address", bytes(limits.target), "414 `addressTooLong`"),
        Limit("Server", "header fields together", bytes(limits.fields), "400, and the connection is closed"),
        Limit("Server", "time until header fields are there", text(limits.fieldsTime), "the connection is closed"),
        Limit("Server", "a body", bytes(limits.body), "413 `bodyTooLong`"),
        Limit("Server", "time until a body is there", text(limits.bodyTime), "408 `bodyTooSlow`"),
        Limit("Server", "values that an address picks", count(limits.picks), "422 `tooManyPicks`"),
        Limit("Server", "frames of one request", count(limits.frames), "422 `tooManySteps`"),
        Limit("Server", "requests that are computed at once", "\(limits.slots) for each processor", "others wait"),
        Limit("Server", "requests that wait", count(limits.queue), "503 `busy`, with `Retry-After`"),
        Limit(
          "Server", "requests of one principal that are computed or wait", count(limits.ofPrincipal),
          "429 `tooManyRequests`, with `Retry-After`"),
        Limit(
          "Server", "requests of one principal in a second",
          "\(count(Int(clamping: limits.rate))), \(count(Int(clamping: limits.burst))) at once after a pause",
          "429 `rateExceeded`, with `Retry-After`", "`--request-rate`"),
        Limit(
          "Server", "open event streams", count(limits.listeners), "503 `busy`, with `Retry-After`"),
        Limit(
          "Server", "open event streams of one principal", count(limits.listenersOfPrincipal),
          "429 `tooManyListeners`, with `Retry-After`"),
        Limit(
          "Server", "memory of all results and what they are computed from",
          "half of the memory of the machine or control group", "503 `lowMemory`, with `Retry-After`",
          "`--memory-limit`"),
        Limit(
          "Server", "memory of all downloads in progress", "half of the memory limit",
          "503 `lowMemory`, with `Retry-After`", "`--memory-limit`"),
        Limit("Server", "time of a request", text(limits.time), "504 `timeout`"),
        Limit(
          "Server", "waiting for a query where an old answer may stand in", text(limits.patience),
          "the old answer, marked as such"),
        Limit(
          "Server", "text of a table that is made whole", bytes(limits.wholeBytes), "it is made as it is taken"),
        Limit("Server", "pages, pictures and data that are kept", bytes(limits.keptBytes), "the oldest are made again"),
        Limit(
          "Server", "ending what is under way at SIGTERM", text(limits.drain), "the connections are closed"),
      ]
    }()
  #else
    static let server: [Limit] = []
  #endif
}
