'use client'

import type { FormDraft } from '#components/shell/input/form-draft.ts'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

const RestoredNotice = loadedLater(() =>
  import('#components/shell/input/restored-notice.tsx').then((module) => module.RestoredNotice),
)

/** Says that a form shows input from before, or that there is some from before the record changed. */
export function RestoredInput({ draft }: { draft: FormDraft }) {
  return draft.isRestored || draft.isOutdated ? <RestoredNotice draft={draft} /> : null
}
