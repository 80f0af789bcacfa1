'use client'

import type { FormDraft } from '#components/shell/form-draft.ts'
import { loadedLater } from '#components/ui/loaded-later.tsx'

const RestoredNotice = loadedLater(() =>
  import('#components/shell/restored-notice.tsx').then((module) => module.RestoredNotice),
)

/** Says that a form shows input from before, or that there is some from before the record changed. */
export function RestoredInput({ draft }: { draft: FormDraft }) {
  return draft.isRestored || draft.isOutdated ? <RestoredNotice draft={draft} /> : null
}
