import type { Editor } from '#components/zones/editor-state.ts'
import type { DraftZone } from '#components/zones/zone-model.ts'

/** The texts of the editor, for processes or templates. */
export interface EditorTexts {
  person: string
  /** Shown where no signer can be given fields. */
  noSigners: string
  back: { href: string; label: string }
  finish: string
  /** The rest of `finish` where there is room. */
  finishMore?: string
}

/** The props of the last step: the current zones, and functions to save them and to show one. */
export interface Finishing {
  open: boolean
  onOpenChange: (open: boolean) => void
  editor: Editor
  flush: () => Promise<boolean>
  onGo: (zone: DraftZone) => void
}
