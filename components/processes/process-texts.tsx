import { Badge, type Tone } from '#components/ui/badge.tsx'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

interface Look {
  label: string
  tone: Tone
  hollow?: boolean
}

const processLooks: Record<ProcessRecord['status'], Look> = {
  draft: { label: 'draft', tone: 'plain', hollow: true },
  sent: { label: 'sent', tone: 'accent', hollow: true },
  in_progress: { label: 'being signed', tone: 'accent' },
  completed: { label: 'complete', tone: 'good' },
  refused: { label: 'refused', tone: 'danger' },
  cancelled: { label: 'cancelled', tone: 'plain' },
  expired: { label: 'expired', tone: 'warn' },
  voided: { label: 'void', tone: 'danger' },
}

const signerLooks: Record<SignerRecord['status'], Look> = {
  pending: { label: 'not invited yet', tone: 'plain', hollow: true },
  notified: { label: 'invited', tone: 'accent', hollow: true },
  viewed: { label: 'opened', tone: 'accent' },
  signed: { label: 'signed', tone: 'good' },
  refused: { label: 'refused', tone: 'danger' },
  expired: { label: 'expired', tone: 'warn' },
}

export function ProcessStatus({ status }: { status: ProcessRecord['status'] }) {
  const { label, ...badge } = processLooks[status]
  return <Badge {...badge}>{label}</Badge>
}

export function SignerStatus({ signer }: { signer: SignerRecord }) {
  const { label, ...badge } = signerLooks[signer.status]
  return (
    <Badge {...badge}>{signer.status === 'signed' && signer.role === 'approver' ? 'approved' : label}</Badge>
  )
}

/** The signers whose turn it is. */
export function awaited(process: ProcessRecord): SignerRecord[] {
  return process.signers.filter(
    (signer) => isSigning(signer) && (signer.status === 'notified' || signer.status === 'viewed'),
  )
}

/** "Ada", "Ada and Grace", "Ada and 3 others". */
export function namesOf(signers: { name: string }[]): string {
  const [first, second] = signers
  if (!first) return 'no one'
  if (!second) return first.name
  return signers.length === 2
    ? `${first.name} and ${second.name}`
    : `${first.name} and ${signers.length - 1} others`
}

/** The progress of a process in one sentence. */
export function progressText(process: ProcessRecord): string {
  const waiting = awaited(process)
  switch (process.status) {
    case 'draft':
      return 'Draft. Place the fields and send it.'
    case 'sent':
    case 'in_progress':
      if (process.seal_blocked)
        return 'A document cannot be signed. Cancel the process and send a replacement.'
      if (process.seal_error) return 'Sealing failed. We keep retrying.'
      return waiting.length > 0 ? `Waiting for ${namesOf(waiting)}.` : 'The signatures are being sealed.'
    case 'completed':
      return process.documents.every((document) => document.deleted_at)
        ? 'Everyone has signed. The documents were deleted after their retention.'
        : 'Everyone has signed. The sealed documents are in the vault.'
    case 'refused':
      return `${namesOf(process.signers.filter((signer) => signer.status === 'refused'))} refused to sign.`
    case 'cancelled':
      return process.cancel_reason ? `Cancelled: ${process.cancel_reason}` : 'Cancelled.'
    case 'expired':
      return 'Expired.'
    case 'voided':
      return `Void: ${process.void_reason}`
  }
}
