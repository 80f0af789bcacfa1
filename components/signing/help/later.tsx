'use client'

import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { useSigningSession } from '../session/context.ts'
import { Until } from '../until.tsx'

/** Says how the signer comes back, and until when. */
export function Later({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useSigningSession()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={t.later}
      closeLabel={t.close}
    >
      <p className="text-pretty">{t.comeBack}</p>
      <Until className="mt-3 text-ink-soft" />
      <Button size="lg" variant="primary" className="mt-5 sm:self-end" onClick={onClose}>
        {t.close}
      </Button>
    </Dialog>
  )
}
