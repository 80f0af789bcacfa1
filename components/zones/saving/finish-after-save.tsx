import { useEffect } from 'react'
import type { LastStepProps } from '#components/zones/editor-texts.ts'

/** The last step of an editor that only saves; an error stays visible in the editor. */
export function FinishAfterSave({
  open,
  onOpenChange,
  saving,
  onSaved,
}: LastStepProps & { onSaved: () => void }) {
  const { flush } = saving
  useEffect(() => {
    if (!open) return
    void flush().then((isSaved) => {
      onOpenChange(false)
      if (isSaved) onSaved()
    })
  }, [open, onOpenChange, flush, onSaved])
  return null
}
