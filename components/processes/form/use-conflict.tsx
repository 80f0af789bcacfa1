import { type ReactNode, useState } from 'react'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

const loadDialog = () =>
  import('#components/processes/form/conflict-dialog.tsx').then((module) => module.ConflictDialog)
const ConflictDialog = loadedLater(loadDialog)

export type Version = 'stored' | 'mine'

/** Asks which version of a record to keep when another tab or person has changed it too. */
export function useConflict(): { ask: (text: string) => Promise<Version>; dialog: ReactNode } {
  const [conflict, setConflict] = useState<{ text: string; decide: (version: Version) => void } | null>(null)
  async function ask(text: string) {
    // Without its dialog nobody could decide: then the form shows that the service cannot be reached.
    await loadDialog()
    const version = await new Promise<Version>((decide) => setConflict({ text, decide }))
    setConflict(null)
    return version
  }
  return { ask, dialog: conflict ? <ConflictDialog {...conflict} /> : null }
}
