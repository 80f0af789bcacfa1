'use client'

import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { VaultRecord } from '#lib/vault/schema'

const badges: Record<VaultRecord['status'], { tone: Tone; hollow?: boolean }> = {
  active: { tone: 'good' },
  archived: { tone: 'plain', hollow: true },
  expiring: { tone: 'warn' },
  expired: { tone: 'warn', hollow: true },
}

/** The status of a vault document. */
export function VaultStatus({ status }: Pick<VaultRecord, 'status'>) {
  const t = useTranslations('vault.status')
  return <Badge {...badges[status]}>{t(status)}</Badge>
}
