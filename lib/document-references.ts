import type { DocumentReferences } from '#lib/documents/references'
import { privacyReferences } from '#lib/privacy/document-references'
import { processReferences } from '#lib/processes/documents/references'
import { templateReferences } from '#lib/templates/document-references'
import { vaultReferences } from '#lib/vault/document-references'

/** The references of every module whose records refer to documents or their files. */
export const documentReferences: DocumentReferences[] = [
  processReferences,
  templateReferences,
  vaultReferences,
  privacyReferences,
]
