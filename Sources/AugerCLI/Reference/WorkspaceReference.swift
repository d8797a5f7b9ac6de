import Auger
import AugerArrowFiles
import AugerCSV
import AugerDocuments
import AugerMetadata
import AugerPostgreSQL
import AugerQuery
import AugerRefresh
import AugerSQLite

/// What can be written in files beside dashboards - a workspace, a CSV schema, a theme - put together from the
/// catalogues that their readers check with.
package enum WorkspaceReference {
  package static let adapters: [(adapter: any SourceAdapter, options: MappingDescription)] = [
    (CSVAdapter(), CSVAdapter.options), (SQLiteAdapter(), SQLiteAdapter.options),
    (PostgreSQLAdapter(), PostgreSQLAdapter.options), (ArrowAdapter(), ArrowAdapter.options),
    (TableStoreAdapter(), TableStoreAdapter.options), (SQLAdapter(), SQLAdapter.options),
  ]

  /// The whole of `auger.yaml`.
  package static let workspace: MappingDescription = {
    let variants = adapters.map { adapter, options in
      // A source that reads others lies nowhere itself.
      let located = MappingDescription(
        options.name, options.summary, keys: options.keys, needsOneOf: adapter.readsOthers ? [] : ["path", "url"],
        example: options.example)
      return MappingDescription.Variants.Case(adapter.name, located)
    }
    let source = WorkspaceKeys.source.shaping(["adapter": .choice(adapters.map(\.adapter.name))])
      .varying(MappingDescription.Variants(by: "adapter", variants))
    return WorkspaceKeys.workspace.shaping([
      "sources": .named(.mapping(source)), "jobs": .named(.mapping(JobKeys.job)),
    ])
  }()

  package static let schema = KeySchema(allowsReferences: true).document(
    workspace, id: "auger.workspace-1.schema.json", title: "auger.yaml, a workspace of Auger")

  package static let csvSchema = KeySchema(allowsReferences: false).document(
    CSVKeys.schema, id: "auger.csv-1.schema.json", title: "NAME.schema.yaml, how a CSV file is read")

  package static let themeSchema = KeySchema(allowsReferences: false).document(
    ThemeReader.keys, id: "auger.theme-1.schema.json", title: "A theme file of Auger")

  package static let page = """
    # auger.yaml

    The reference of workspace files, written by `auger schema --of workspace --markdown` from what their reader
    knows: a key that is not here is refused, with the nearest one that is. Editors complete and check the file by its
    JSON Schema, [Schemas/auger.workspace-1.schema.json](../Schemas/auger.workspace-1.schema.json): in an editor with
    a YAML language server by a first line

    ```yaml
    # yaml-language-server: $schema=auger.workspace-1.schema.json
    ```

    and a copy of the schema beside the file, made by

    ```sh
    auger schema --of workspace -o auger.workspace-1.schema.json
    ```

    What the tables call *list* may also be a single value. Durations are `250ms`, `2s`, `10m`, `1h30m`, `7d`; those
    of a source's options have one unit, or none for milliseconds. A key without a value is as good as left out.
    Expressions are in [expressions.md](expressions.md). `auger check` reads the whole workspace and says all that is
    wrong in it.


    """ + KeyReference.sections(workspace)

  package static let csvPage = """
    # Schema files of CSV

    Written by `auger schema --of csv --markdown` from what their reader knows. The JSON Schema for editors is
    [Schemas/auger.csv-1.schema.json](../Schemas/auger.csv-1.schema.json).


    """ + KeyReference.sections(CSVKeys.schema)
}
