import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { BulkSendRecord } from '#lib/bulk/schema'

const looks: Record<BulkSendRecord['status'], { label: string; tone: Tone }> = {
  running: { label: 'being sent', tone: 'accent' },
  paused: { label: 'paused', tone: 'warn' },
  completed: { label: 'complete', tone: 'good' },
  cancelled: { label: 'cancelled', tone: 'plain' },
}

export function BulkStatus({ status }: { status: BulkSendRecord['status'] }) {
  const { label, tone } = looks[status]
  return <Badge tone={tone}>{label}</Badge>
}
