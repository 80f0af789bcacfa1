import type { SubmittedMark } from '../shapes.ts'

/** The props of the tabs in which a signature or initials are created. */
export interface MarkProps {
  kind: 'signature' | 'initials'
  /** Called with each change; null while none is drawn, typed or uploaded. */
  onChange: (mark: SubmittedMark | null) => void
  onSubmit: () => void
}
