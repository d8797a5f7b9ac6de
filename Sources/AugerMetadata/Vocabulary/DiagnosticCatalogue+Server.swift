import AugerDiagnostics

extension DiagnosticCatalogue {
  /// The server and AI agents.
  static let server: [Entry] = [
    .error(
      "addressTooLong", "The state of a dashboard, or a scenario, exceeds the maximum length of a URL.",
      fix: "Select fewer values, or replace a list of values with a range."),
    .warning(
      "answerStale",
      "The source failed, so the server uses an older result. The query allows it with `stale` of its `cache`.",
      fix: "Check the source. The server uses current data when the source responds again."),
    .error(
      "argumentMissing", "A tool call of an agent does not have a required argument.",
      fix: "Add the argument in the message. The tool list describes all arguments."),
    .error(
      "argumentWrong", "A tool call of an agent has an unknown argument or an invalid value.",
      fix: "Correct the argument that the error locates. The tool list describes the allowed values."),
    .note(
      "identityUnreadable", "A file of tokens or keys can no longer be read. The server rejects all requests.",
      fix: "Correct the file. The server reloads it when it changes."),
    .error(
      "keysUnreadable",
      "The file of public keys is not a valid JSON Web Key Set, or this build cannot verify signatures.",
      fix: "Write public keys only: `{\"keys\": [{\"kty\": \"EC\", \"crv\": \"P-256\", \"kid\": ..., ...}]}`."),
    .error(
      "listenFailed",
      "The server cannot listen on the host and port, for example because another program uses the port.",
      fix: "Choose another port with `--port`. `--port 0` uses a free port."),
    .error(
      "moveUnknown", "An agent requested a move that does not exist.",
      fix: "Use a move that the hint lists."),
    .warning(
      "openToEverybody",
      "A server with a public URL identifies no readers, so everybody who reaches it can read all dashboards.",
      fix: "Add `--tokens`, `--jwks` or `--trusted-proxies`, or limit the readers with a `policy` in auger.yaml."),
    .warning(
      "requestFailed",
      """
      A request failed because of an error in the server or in a source. The message contains the identifier of the \
      request.
      """,
      fix: "Remove the cause in the message, for example start a database that is not running."),
    .warning(
      "requestsCut", "Requests were still running when the time limit of the shutdown ended. The server closed them.",
      fix: "Send the requests again after the restart."),
    .error(
      "serverCrashed",
      "The server process crashed. The supervisor starts it again and blocks the listed requests for some time.",
      fix: "Report the crash with the listed requests. For signal 9, check whether the system ran out of memory."),
    .note(
      "workspaceKept", "A reloaded workspace has errors, so the server continues with the previous version.",
      fix: "Correct the errors before this note, and send SIGHUP again."),
  ]
}
