import type { Editor } from '#components/zones/model/editor-state.ts'
import type { DraftZone } from '#components/zones/model/zone-model.ts'

/** The texts of the editor that differ, for processes or templates. */
export interface EditorTexts {
  /** The name of a field's owner: a signer or a role. */
  person: string
  /** Shown where no signer can be given fields. */
  noSigners: string
  /** The page before; none in a frame. */
  back?: { href: string; label: string }
  finish: string
  /** The rest of `finish` where there is room. */
  finishMore?: string
}

/** The props of the last step. */
export interface LastStepProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  editor: Editor
  saving: {
    /** Saves the zones. @returns whether all are saved */
    flush: () => Promise<boolean>
    /** Shows zones that were changed elsewhere. @returns whether there were any */
    refresh: () => Promise<boolean>
    /** The version of the stored fields that the editor shows. */
    etag: () => string | null
    /** How often saving has merged changes from elsewhere. */
    countMerges: () => number
  }
  /** Selects zones in the editor and shows the first. */
  onGo: (zones: DraftZone[]) => void
}
