import { Badge, type Tone } from '#components/ui/badge.tsx'
import type { DocumentRecord } from '#lib/documents/schema'

const states: Record<DocumentRecord['status'], { words: string; tone: Tone; hollow?: boolean }> = {
  uploaded: { words: 'ready', tone: 'plain', hollow: true },
  in_process: { words: 'in process', tone: 'accent' },
  completed: { words: 'signed', tone: 'good' },
}

export function DocumentStatus({ status }: { status: DocumentRecord['status'] }) {
  const { words, ...badge } = states[status]
  return <Badge {...badge}>{words}</Badge>
}
