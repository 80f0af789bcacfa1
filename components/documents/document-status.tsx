import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { DocumentRecord } from '#lib/documents/schema'

const states: Record<DocumentRecord['status'], { label: string; tone: Tone; hollow?: boolean }> = {
  uploaded: { label: 'ready', tone: 'plain', hollow: true },
  in_process: { label: 'in process', tone: 'accent' },
  completed: { label: 'signed', tone: 'good' },
}

export function DocumentStatus({ status }: { status: DocumentRecord['status'] }) {
  const { label, ...badge } = states[status]
  return <Badge {...badge}>{label}</Badge>
}
