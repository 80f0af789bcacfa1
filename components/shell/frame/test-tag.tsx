import { Tag } from '#components/ui/badge.tsx'

/** A label of test mode records in lists. */
export function TestTag({ show }: { show: boolean }) {
  return show ? <Tag tone="warn">TEST</Tag> : null
}
