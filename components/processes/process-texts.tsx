'use client'

import { useTranslations } from 'use-intl'
import type { ProcessSummary, SignerSummary } from '#components/processes/summary.ts'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import { isOnTurn, isSigning } from '#lib/processes/rules'
import type { ProcessRecord, SignerRecord } from '#lib/processes/schema'

/** The texts of processes in the reader's language. */
export type ProcessTexts = ReturnType<typeof useTranslations<'processes'>>

interface BadgeVariant {
  tone: Tone
  hollow?: boolean
}

const processBadges: Record<ProcessRecord['status'], BadgeVariant> = {
  draft: { tone: 'plain', hollow: true },
  sent: { tone: 'accent', hollow: true },
  in_progress: { tone: 'accent' },
  completed: { tone: 'good' },
  refused: { tone: 'danger' },
  cancelled: { tone: 'plain' },
  expired: { tone: 'warn' },
  voided: { tone: 'danger' },
}

const signerBadges: Record<SignerRecord['status'], BadgeVariant> = {
  pending: { tone: 'plain', hollow: true },
  notified: { tone: 'accent', hollow: true },
  viewed: { tone: 'accent' },
  signed: { tone: 'good' },
  refused: { tone: 'danger' },
  expired: { tone: 'warn' },
}

const unsignedStatuses: readonly SignerRecord['status'][] = ['pending', 'notified', 'viewed']

export function ProcessStatus({ status }: { status: ProcessRecord['status'] }) {
  const t = useTranslations('processes.status')
  return <Badge {...processBadges[status]}>{t(status)}</Badge>
}

interface SignerStatusProps {
  signer: SignerSummary
  /** The process has ended without a signed file. */
  hasEnded?: boolean
}

export function SignerStatus({ signer, hasEnded = false }: SignerStatusProps) {
  const t = useTranslations('processes.signerStatus')
  const { status, role } = signer
  if (hasEnded && unsignedStatuses.includes(status))
    return isSigning(signer) ? <Badge {...signerBadges.pending}>{t('unsigned')}</Badge> : null
  const hasApproved = status === 'signed' && role === 'approver'
  return <Badge {...signerBadges[status]}>{t(hasApproved ? 'approved' : status)}</Badge>
}

/** The signers whom the process waits for: it is their turn, or they have to confirm their signature. */
export function awaited(process: ProcessSummary): SignerSummary[] {
  return process.signers.filter((signer) => isOnTurn(signer) || signer.awaits_provider)
}

function formatNames(t: ProcessTexts, signers: { name: string }[]): string {
  const [first, second] = signers
  if (!first) return t('names.none')
  if (!second) return first.name
  return signers.length === 2
    ? t('names.two', { first: first.name, second: second.name })
    : t('names.more', { first: first.name, count: signers.length - 1 })
}

/** Lists names: "Ada", "Ada and Grace", "Ada and 3 others". */
export function useNameList(): (signers: { name: string }[]) => string {
  const t = useTranslations('processes')
  return (signers) => formatNames(t, signers)
}

/** Describes the progress of a process in one sentence. */
export function useProgressText(): (process: ProcessSummary) => string {
  const t = useTranslations('processes')
  return (process) => progressText(t, process)
}

function progressText(t: ProcessTexts, process: ProcessSummary): string {
  const waiting = awaited(process)
  switch (process.status) {
    case 'draft':
      return t('progress.draft')
    case 'sent':
    case 'in_progress':
      if (process.seal_blocked) return t('progress.sealBlocked')
      if (process.seal_error) return t('progress.sealFailed')
      return waiting.length > 0
        ? t('progress.waiting', { names: formatNames(t, waiting) })
        : t('progress.sealing')
    case 'completed':
      return process.documents.every((document) => document.deleted_at)
        ? t('progress.deleted')
        : t('progress.completed')
    case 'refused': {
      const refusing = process.signers.filter((signer) => signer.status === 'refused')
      return t('progress.refused', { names: formatNames(t, refusing) })
    }
    case 'cancelled':
      return process.cancel_reason
        ? t('progress.cancelledFor', { reason: process.cancel_reason })
        : t('progress.cancelled')
    case 'expired':
      return t('progress.expired')
    case 'voided':
      return t('progress.voided', { reason: process.void_reason ?? '' })
  }
}
