/** Removes the stored files without a record, as the service does at night, but also those of the last day. */
import { loadInstallationKey } from '#db/installation-key'
import { documentReferences } from '#lib/document-references'
import { sweepFiles } from '#lib/documents/sweep'

await loadInstallationKey()
await sweepFiles(new Date(), documentReferences, { unusedSeconds: 1 })
process.exit()
