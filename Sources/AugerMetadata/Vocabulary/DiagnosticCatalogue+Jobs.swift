import AugerDiagnostics

extension DiagnosticCatalogue {
  /// Jobs and published results.
  static let jobs: [Entry] = [
    .error(
      "countsDiffer",
      """
      The number of rows of an incremental table differs from its source. Rows were removed, or they arrived later \
      than `lookback` allows.
      """,
      fix: "Run the job with `--rebuild`. Set `count: false` to retain removed rows."),
    .error(
      "cronNever", "The schedule names a day that does not exist, such as February 30.",
      fix: "Correct the day or the month of the schedule."),
    .error(
      "cronSyntax", "The schedule is not a valid cron expression.",
      fix: "Write minute, hour, day of month, month and day of week: `15 2 * * 1-5` is 02:15 from Monday to Friday."),
    .error(
      "deliveryFailed", "A webhook or an e-mail could not be sent. Auger tries again.",
      fix: "Check the server and the URL if all attempts fail."),
    .error(
      "deliveryRefused",
      "The server rejected a webhook or an e-mail, or this build cannot send it. Auger does not try again.",
      fix: "Correct the URL, the recipient or the credentials. The next run delivers again."),
    .error(
      "diskFull", "The disk is full. No file was replaced.",
      fix: "Free disk space and run the job again."),
    .error(
      "expectationFailed", "A result violates an expectation of its job, so nothing was published.",
      fix: "Check the data. The last published snapshot remains in use."),
    .error(
      "jobUndefined", "The workspace has no job with this name, or no jobs.",
      fix: "Use a job that the hint lists, or define it under `jobs:` in auger.yaml."),
    .error(
      "jobUnderWay", "Another process runs the job.",
      fix: "Wait until it ends, or set `overlap: queue` in the job."),
    .error(
      "keyNotUnique", "Two rows of an incremental table have the same key, or a key is null.",
      fix: "List all columns that identify a row in `key`."),
    .error(
      "leaseLost", "Another worker took over the run, so this worker changed nothing.",
      fix: "No action is needed if the other run succeeded. `auger history` lists the runs."),
    .error(
      "runStoreFailed", "The database of runs cannot be used, or another version of Auger wrote it.",
      fix: "Check that its folder exists and is writable. For a newer database, update Auger."),
    .error(
      "schemaDrift", "The columns of the source have changed since the incremental table was stored.",
      fix: "Set `drift: widen` to accept the change, or run the job with `--rebuild` to read the table again."),
    .error(
      "snapshotDamaged", "A published snapshot is incomplete or was changed.",
      fix: "Run the job again. It publishes a new snapshot and moves the damaged one to the folder `damaged`."),
    .error(
      "tableDamaged", "The file of a stored table is damaged.",
      fix: "Run `auger refresh JOB --rebuild` to read the table from its source again."),
  ]
}
