import type { ErrorTemplate } from '#lib/core/error-messages/messages'
import { documentMessages } from './error-messages/documents.ts'
import { failureMessages } from './error-messages/failures.ts'
import { identityMessages } from './error-messages/identity.ts'
import { importMessages } from './error-messages/import.ts'
import { processMessages } from './error-messages/processes.ts'
import { refusalMessages } from './error-messages/refusals.ts'
import { signingMessages } from './error-messages/signing.ts'
import { valueMessages } from './error-messages/values.ts'

export const errorMessages: Record<ErrorTemplate, string> = {
  ...valueMessages,
  ...identityMessages,
  ...documentMessages,
  ...processMessages,
  ...signingMessages,
  ...refusalMessages,
  ...failureMessages,
  ...importMessages,
}
