import AugerDiagnostics

extension DiagnosticCatalogue {
  /// Workspace files and data policies.
  static let workspaces: [Entry] = [
    .error(
      "argumentNotForced",
      "A rule of the data policy forces an argument that a query does not use. The restriction would have no effect.",
      fix: "Add a condition with the parameter to the query, or restrict its table with `rows`."),
    .error(
      "claimConflict",
      """
      Two rules of the data policy set different values for the same setting. Another cause is a claim with several \
      values for a setting.
      """,
      fix: "Change the rules or the claims so that each setting has one value."),
    .error(
      "claimMissing", "A rule of the data policy requires a claim that the caller does not have.",
      fix: "Add the claim to the token of the caller, or change `for` of the rule."),
    .error(
      "conflictingKeys", "A mapping contains two keys that exclude each other.",
      fix: "Remove one of them."),
    .error(
      "documentTooDeep", "The values of a file are nested too deeply.",
      fix: "Reduce the nesting. `auger limits` lists the maximum depths."),
    .error(
      "documentTooLarge", "A file exceeds the maximum number of bytes, values or attributes.",
      fix: "Split the file, or remove repeated content. `auger limits` lists the maximum sizes."),
    .error(
      "duplicateKey", "A key occurs twice in a mapping. The message contains the location of the first one.",
      fix: "Remove or rename one of the keys."),
    .error(
      "environmentReferenceInvalid", "A reference to an environment variable is not closed or has an invalid name.",
      fix: "Write `${NAME}` or `${NAME:-default}`, and `$${` for the two characters themselves."),
    .error(
      "environmentVariableNotAllowed", "A confined workspace reads an environment variable without permission.",
      fix: "Pass `--allow-env NAME` if you trust the workspace."),
    .error(
      "environmentVariableUndefined", "The workspace refers to an environment variable that is not set.",
      fix: "Set the variable, or write a default: `${NAME:-value}`."),
    .error(
      "fileNotReplaced", "A confined workspace would replace a file that Auger did not write.",
      fix: "Move the existing file, or choose another name."),
    .error(
      "jsonSyntax", "The file is not valid JSON.",
      fix: "Correct the file at the position in the message."),
    .error(
      "missingKey", "A required key is missing.",
      fix: "Add the key. If a similar key exists, the hint names it."),
    .error(
      "pathNotAllowed",
      "A confined workspace uses a file outside its folder, writes a hidden file, or chooses a server.",
      fix: """
        Pass `--allow-path PATH` if you trust the workspace. For a server, write `url: "${NAME}"` and pass \
        `--allow-env NAME`.
        """),
    .error(
      "policyMissing", "The workspace has no data policy to check.",
      fix: "Add a `policy`. Without a policy, every user can read all data."),
    .error(
      "policyNotSupported",
      "The data policy cannot be enforced, because the query delegate of the program does not support restrictions.",
      fix: "Define the queries in a workspace, or remove the data policy."),
    .error(
      "policyWeakened",
      """
      A reloaded workspace would expose more data than the running one. The server continues with the previous \
      version.
      """,
      fix: "Restore the policy and reload. Restart the server to weaken the policy on purpose."),
    .error(
      "rowsNotRestricted",
      """
      The data policy restricts the rows of a table, but it cannot restrict a query of the table. Examples are a \
      query with its own SQL text and a source that reads other sources.
      """,
      fix: "Write a table query, or use row policies of the database with `session`."),
    .warning(
      "rowsUnused", "The data policy restricts the rows of a table that no query of its dashboards reads.",
      fix: "Correct the name of the table, or remove the condition."),
    .error(
      "sessionNotSupported",
      "The data policy has session settings, but the source has no sessions or rejects the value.",
      fix: "Use `rows` for this source. Session settings require a database with row policies."),
    .error(
      "sourcesMissing", "A live check needs sources, but only dashboard files without a workspace are checked.",
      fix: "Pass `--workspace PATH`."),
    .error(
      "unknownKey", "The file contains a key that Auger does not know.",
      fix: "Correct the spelling. The hint lists the known keys."),
    .error(
      "unknownOption",
      "A source has an option that its adapter does not know. In a URL, a parameter that begins with `_` is unknown.",
      fix: "Use an option that the hint lists."),
    .error(
      "workspaceNotTrusted", "The nearest auger.yaml belongs to another user and was not named on the command line.",
      fix: "Read the file, then pass `--workspace PATH` to use it."),
    .error(
      "wrongKind", "A value has the wrong kind, such as a list instead of a mapping.",
      fix: "Change the value to the kind that the message names."),
    .error(
      "wrongValue", "A value is not valid for its key.",
      fix: "Use a value that the message or the hint lists."),
    .error(
      "yamlSeveralDocuments", "A YAML file contains more than one document.",
      fix: "Remove the line `---` and merge the documents, or write several files."),
    .error(
      "yamlSyntax", "The file is not valid YAML.",
      fix: """
        Correct the file at the position in the message. Frequent causes are tabs, wrong indentation and missing \
        quotes.
        """),
    .error(
      "yamlUnknownAlias", "A YAML alias has no anchor before it.",
      fix: "Define the anchor earlier in the file, or put a string that begins with `*` in quotes."),
    .error(
      "yamlUnknownTag", "A YAML tag is not supported.",
      fix: "Remove the tag, or put a string that begins with `!` in quotes."),
  ]
}
