// The short names of the engine. The public names are nested, so that a program can import Auger next to SwiftUI, GRDB
// and SwiftData, which have types of these names.

package typealias Table = DataTable
package typealias Column = DataTable.Column
package typealias Field = DataTable.Field
package typealias Schema = DataTable.Schema
