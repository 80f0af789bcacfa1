'use client'

import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { usePalette } from '#components/palette/palette-context.ts'
import { Button } from '#components/ui/button.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'

/** The button that opens the command palette, with its shortcut. */
export function PaletteBar() {
  const t = useTranslations('palette')
  const { open } = usePalette()
  // The server does not know the device.
  const isApple = useHydrated() && /^(Mac|iP)/.test(navigator.platform)
  return (
    <button
      type="button"
      onClick={open}
      className="flex min-h-9 w-full items-center gap-2 rounded-md border border-rule px-2.5 text-sm text-ink-soft hover:border-rule-strong hover:text-ink"
    >
      <Search className="size-4" aria-hidden="true" />
      <span className="flex-1 text-left">{t('open')}</span>
      <kbd className="font-mono text-xs text-ink-faint">{isApple ? '⌘K' : t('shortcut')}</kbd>
    </button>
  )
}

/** The button that opens the command palette on a phone. */
export function PaletteIcon() {
  const t = useTranslations('palette')
  const { open } = usePalette()
  return (
    <Button variant="quiet" size="icon" aria-label={t('open')} onClick={open}>
      <Search className="size-5" strokeWidth={1.6} aria-hidden="true" />
    </Button>
  )
}
