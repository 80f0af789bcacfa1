'use client'

import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { BulkSendRecord } from '#lib/bulk/schema'

const tones: Record<BulkSendRecord['status'], Tone> = {
  running: 'accent',
  paused: 'warn',
  completed: 'good',
  cancelled: 'plain',
}

export function BulkStatus({ status }: { status: BulkSendRecord['status'] }) {
  const t = useTranslations('bulk.status')
  return <Badge tone={tones[status]}>{t(status)}</Badge>
}
