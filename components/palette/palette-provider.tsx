'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUploads } from '#components/documents/upload/upload-queue.tsx'
import { PaletteContext } from '#components/palette/palette-context.ts'
import { Dialog } from '#components/ui/lazy/dialog.tsx'
import { loadedLater } from '#components/ui/lazy/loaded-later.tsx'

// Loaded when they are first opened.
const PaletteDialog = loadedLater(() =>
  import('#components/palette/palette-dialog.tsx').then((module) => module.PaletteDialog),
)
const InviteForm = loadedLater(() =>
  import('#components/users/invite-form.tsx').then((module) => module.InviteForm),
)
const ShortcutList = loadedLater(() =>
  import('#components/palette/shortcut-list.tsx').then((module) => module.ShortcutList),
)

/** The command palette of all pages, opened by Ctrl-K, Command-K or its buttons, and the dialogs of its actions. */
export function PaletteProvider({ children }: { children: ReactNode }) {
  const t = useTranslations()
  const router = useRouter()
  const { add } = useUploads()
  const fileInput = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState<'palette' | 'invite' | 'shortcuts' | null>(null)
  const close = () => setShown(null)
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      // The browser's autofill sends events without a key.
      if (event.key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setShown((before) => (before === 'palette' ? null : 'palette'))
    }
    window.addEventListener('keydown', openByKey)
    return () => window.removeEventListener('keydown', openByKey)
  }, [])
  const actions = useMemo(
    () => ({
      open: () => setShown('palette'),
      invite: () => setShown('invite'),
      chooseFiles: () => fileInput.current?.click(),
      showShortcuts: () => setShown('shortcuts'),
    }),
    [],
  )
  return (
    <PaletteContext value={actions}>
      {children}
      {shown === 'palette' ? <PaletteDialog onClose={close} /> : null}
      <input
        ref={fileInput}
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        className="hidden"
        onChange={(event) => {
          add([...(event.target.files ?? [])], '')
          event.target.value = ''
          // Shows the progress.
          router.push('/documents')
        }}
      />
      <Dialog
        open={shown === 'invite'}
        onOpenChange={close}
        title={t('users.invite.title')}
        description={t('users.invite.text')}
      >
        <InviteForm onDone={close} />
      </Dialog>
      <Dialog open={shown === 'shortcuts'} onOpenChange={close} title={t('palette.shortcuts.title')}>
        <ShortcutList />
      </Dialog>
    </PaletteContext>
  )
}
