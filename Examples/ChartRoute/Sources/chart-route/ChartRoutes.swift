import Auger
import Hummingbird

/// The routes of a dashboard: `/charts/NAME.svg` and `/charts/NAME.json`. The query string is the state of the
/// dashboard, so a link contains drill paths, filters and variables.
struct ChartRoutes: Sendable {
  let dashboard: Dashboard
  let pipeline: Pipeline

  func add(to router: Router<some RequestContext>) {
    router.get("charts/{name}.svg") { request, context in
      try await response(to: request, context, as: .svg(), type: "image/svg+xml")
    }
    router.get("charts/{name}.json") { request, context in
      try await response(to: request, context, as: .json, type: "application/json")
    }
  }

  private func response(
    to request: Request, _ context: some RequestContext, as format: OutputFormat<ChartModel, String>, type: String
  ) async throws -> Response {
    let name = try context.parameters.require("name")
    let state = try state(of: request)
    let text = try await chart(name, in: state).rendered(as: format)
    return Response(
      status: .ok, headers: [.contentType: type], body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }

  /// Returns the state of a query string. An invalid one is the client's error.
  private func state(of request: Request) throws -> DashboardState {
    do {
      return try dashboard.state(address: request.uri.query ?? "")
    } catch {
      throw HTTPError(.badRequest, message: error.message)
    }
  }

  /// Returns a chart. Errors of the data are not shown to the client.
  private func chart(_ name: String, in state: DashboardState) async throws -> ChartModel {
    do {
      return try await pipeline.chart(name, in: state)
    } catch {
      throw error.code == "metadataObjectUndefined"
        ? HTTPError(.notFound, message: error.message) : HTTPError(.internalServerError)
    }
  }
}
