'use client'

import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { VaultRecord } from '#lib/vault/schema'

const badges: Record<VaultRecord['status'] | 'voided', { tone: Tone; hollow?: boolean }> = {
  active: { tone: 'good' },
  archived: { tone: 'plain', hollow: true },
  expiring: { tone: 'warn' },
  expired: { tone: 'warn', hollow: true },
  voided: { tone: 'danger' },
}

/** The status of a vault document; void, whatever its retention, if its process was declared void. */
export function VaultStatus({ document }: { document: VaultRecord }) {
  const t = useTranslations('vault.status')
  const status = document.voided_at ? 'voided' : document.status
  return <Badge {...badges[status]}>{t(status)}</Badge>
}
