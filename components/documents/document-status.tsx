'use client'

import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { DocumentRecord } from '#lib/documents/schema'

const badges: Record<DocumentRecord['status'], { tone: Tone; hollow?: boolean }> = {
  uploaded: { tone: 'plain', hollow: true },
  in_process: { tone: 'accent' },
  completed: { tone: 'good' },
}

/** The status of a document. */
export function DocumentStatus({ status }: { status: DocumentRecord['status'] }) {
  const t = useTranslations('documents.status')
  return <Badge {...badges[status]}>{t(status)}</Badge>
}
