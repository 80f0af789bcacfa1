import type { SubmittedMark } from './shapes.ts'

/** What each way to make a mark is given. */
export interface MarkProps {
  kind: 'signature' | 'initials'
  /** Called with each change; null while there is nothing to adopt. */
  onChange: (mark: SubmittedMark | null) => void
  onSubmit: () => void
}
