import type { PersonalData } from '#db/tenancy/personal-data'
import { auditData } from '#lib/audit/personal-data'
import { bulkData } from '#lib/bulk/personal-data'
import { documentData } from '#lib/documents/personal-data'
import { folderData } from '#lib/folders/personal-data'
import { identityData } from '#lib/identity/personal-data'
import { mailData } from '#lib/mail/personal-data'
import { noticeData } from '#lib/notices/personal-data'
import { processData } from '#lib/processes/personal-data'
import { templateData } from '#lib/templates/personal-data'
import { vaultData } from '#lib/vault/personal-data'
import { webhookData } from '#lib/webhooks/personal-data'
import { privacyData } from './personal-data.ts'

/**
 * The personal data of every module, in the order in which it is erased. Rows of bulk sends and visits to reusable links
 * come first: they would become new drafts, and their drafts are deleted with them. Emails that mention the person are
 * found by the names of signers; a signer whose files were deleted has no contact data left to erase. Users come last: the
 * names that others have of a suspended user are found by the address that is cleared then.
 */
export const personalData: PersonalData[] = [
  bulkData,
  templateData,
  noticeData,
  vaultData,
  processData,
  mailData,
  webhookData,
  documentData,
  folderData,
  auditData,
  privacyData,
  identityData,
]
