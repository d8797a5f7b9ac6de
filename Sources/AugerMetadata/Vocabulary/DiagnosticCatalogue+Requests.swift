import AugerDiagnostics

extension DiagnosticCatalogue {
  /// Error responses of the server. Pages show them in words, and programs receive the code.
  static let requests: [Entry] = [
    .error(
      "addressBlocked",
      """
      The same request ran when the server crashed. It is blocked for some time, so that the server stays \
      available.
      """,
      fix: "Wait for the time in `Retry-After`, and report the crash with this request."),
    .error(
      "auditUnavailable",
      "The log of accesses cannot be written, so the server answers no request that it must record.",
      fix: "Free space on the disk, or correct the permissions of the log file."),
    .error(
      "bodyTooLong",
      "The body of a request exceeds the limit.",
      fix: "Send less data. `auger limits` lists the limits."),
    .error(
      "bodyTooSlow",
      "The body of a request took too long to arrive.",
      fix: "Send the request again on a faster connection."),
    .error(
      "busy",
      "Too many requests are queued, or too many clients listen to events.",
      fix: "Wait for the time in `Retry-After`, and send the request again."),
    .error(
      "dashboardDamaged",
      "The definition of the dashboard has errors.",
      fix: "Run `auger check` and correct the errors."),
    .error(
      "dataUnavailable",
      "A source or a query failed. The log contains the cause under the identifier of the request.",
      fix: "Find the identifier in the log and remove the cause."),
    .error(
      "draining",
      "The server is being stopped and accepts no new requests.",
      fix: "Send the request again after the restart."),
    .error(
      "embedExpired",
      "The token of an embedded page has expired.",
      fix: "Reload the page that embeds the dashboard, so that it signs a new token."),
    .error(
      "embedUnknown",
      "The token of an embedded page is not valid for this dashboard or server.",
      fix: "Sign the token with a key of `--embed-jwks`, for at most 15 minutes."),
    .error(
      "expectationUnknown",
      "A request has an `Expect` field other than `100-continue`.",
      fix: "Remove the field."),
    .error(
      "foreignOrigin",
      "A page of another site sent the request.",
      fix: "Send the request from a page of this server, or allow the site with `--public-url`."),
    .error(
      "formIncomplete",
      "A form does not have a required field, or a field has an invalid value.",
      fix: "Send the field that the message names."),
    .error(
      "formUnreadable",
      "The body of a request is not a valid form.",
      fix: "Encode the fields as `application/x-www-form-urlencoded`."),
    .error(
      "hostRepeated",
      "A request has several `Host` fields.",
      fix: "Send one `Host` field."),
    .error(
      "locked",
      "The token of an embedded page locks the filter or variable, and the URL selects another value.",
      fix: "Select a locked value, or sign a token that does not lock it."),
    .error(
      "methodNotAllowed",
      "The URL does not accept the method of the request.",
      fix: "Use a method that the field `Allow` lists."),
    .error(
      "notAForm",
      "The body of a request is not a form.",
      fix: "Send it with the content type `application/x-www-form-urlencoded`."),
    .error(
      "notFound",
      "The URL names no page, dashboard or item, or your permissions do not include it.",
      fix: "Compare the names with the list at `/.json`."),
    .error(
      "notJSON",
      "A message of an agent is not JSON.",
      fix: "Send it with the content type `application/json`."),
    .error(
      "notSignedIn",
      "The request has no valid identity.",
      fix: "Send a valid access token, or sign in again."),
    .error(
      "rateExceeded",
      "One principal sent too many requests in a short time.",
      fix: "Wait for the time in `Retry-After`, or raise the limit with `--request-rate`."),
    .error(
      "tokenExpired",
      "The access token has expired.",
      fix: "Get a new token."),
    .error(
      "tooManyListeners",
      "One principal has too many open event streams.",
      fix: "Close an event stream, then open another one."),
    .error(
      "tooManyMarks",
      "A chart has too many marks for an animation.",
      fix: "Filter the chart, or show a level with fewer categories."),
    .error(
      "tooManyPicks",
      "A URL selects too many values.",
      fix: "Select fewer values, or use a range."),
    .error(
      "tooManyRequests",
      "One principal has too many running or queued requests.",
      fix: "Wait until a request ends, and send the request again."),
    .error(
      "unknownMove",
      "A form requested a move that does not exist.",
      fix: "Use a move of the OpenAPI description at `/-/openapi.json`."),
    .error(
      "unknownRevision",
      "The client uses an unknown revision of the agent protocol.",
      fix: "Use a revision that the server lists when a session begins."),
    .error(
      "wrongHost",
      "The `Host` field of the request names another server.",
      fix: "Use the URL of the server, or start it with `--public-url`."),
    .error(
      "wrongLocale",
      "The locale of a URL does not exist.",
      fix: "Write a language and a region, for example `_locale=de_DE`."),
    .error(
      "wrongSize",
      "The size of a picture in a URL is invalid or too large.",
      fix: "Write width and height in pixels, for example `_size=720x420`."),
  ]
}
