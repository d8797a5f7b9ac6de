import Hummingbird
import Logging

/// The context of a request that does not come from a connection.
struct LocalContext: RequestContext {
  struct Source: RequestContextSource {
    let logger: Logger
  }

  var coreContext: CoreRequestContextStorage

  init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
}
