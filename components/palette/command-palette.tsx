'use client'

import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadedLater } from '#components/ui/loaded-later.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

// Loaded when it is first opened.
const PaletteDialog = loadedLater(() =>
  import('#components/palette/palette-dialog.tsx').then((module) => module.PaletteDialog),
)

/** The button that opens the command palette; Ctrl-K and Command-K open it, too. */
export function CommandPalette() {
  const t = useTranslations('palette')
  const [isOpen, setOpen] = useState(false)
  // The server does not know the device.
  const isApple = useHydrated() && /^(Mac|iP)/.test(navigator.platform)
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      // The browser's autofill sends events without a key.
      if (event.key?.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      setOpen((before) => !before)
    }
    window.addEventListener('keydown', openByKey)
    return () => window.removeEventListener('keydown', openByKey)
  }, [])
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-9 w-full items-center gap-2 rounded-md border border-rule px-2.5 text-sm text-ink-soft hover:border-rule-strong hover:text-ink"
      >
        <Search className="size-4" aria-hidden="true" />
        <span className="flex-1 text-left">{t('open')}</span>
        <kbd className="font-mono text-xs text-ink-faint">{isApple ? '⌘K' : t('shortcut')}</kbd>
      </button>
      {isOpen ? <PaletteDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}
