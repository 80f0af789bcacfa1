import { customType } from 'drizzle-orm/pg-core'
import { type SignatureKind, signatureKinds } from '../../lib/core/signature-kinds.ts'

export interface ProcessOptions {
  enable_otp: boolean
  enable_notifications: boolean
  expires_in_days: number
  reminder_days: number | null
  locale: string
  message: string | null
  redirect_url: string | null
  signature_kinds: SignatureKind[]
  allow_delegation: boolean
  allow_download_first: boolean
  /** The certificate of completion has the signed documents and their evidence as embedded files. */
  embed_evidence: boolean
}

/** What processes and templates had that were stored before these options existed. */
const laterOptions = {
  signature_kinds: [...signatureKinds],
  allow_delegation: false,
  allow_download_first: true,
  embed_evidence: false,
}

/** The options of a process or template, as JSON; those that came later are filled in. */
export const processOptions = customType<{ data: ProcessOptions; driverData: ProcessOptions | string }>({
  dataType: () => 'jsonb',
  toDriver: (options) => JSON.stringify(options),
  fromDriver: (stored) => ({
    ...laterOptions,
    ...(typeof stored === 'string' ? (JSON.parse(stored) as ProcessOptions) : stored),
  }),
})
