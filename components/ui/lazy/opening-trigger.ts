import { cloneElement, type KeyboardEvent, type ReactElement } from 'react'
import { useTranslations } from 'use-intl'
import { useToast } from '#components/ui/lazy/toast.tsx'

export type MenuParts = typeof import('radix-ui/dropdown-menu')

export interface TriggerProps {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onClick?: () => void
  onPointerEnter?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

/** The trigger of a menu that is not loaded yet. */
export function useOpeningTrigger<Code>(
  trigger: ReactElement<TriggerProps>,
  load: () => Promise<Code>,
  open: (code: Code) => void,
) {
  const t = useTranslations('api.errors')
  const showToast = useToast()
  const loadAndOpen = () => void load().then(open, () => showToast(t('unreachable'), 'danger'))
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: loadAndOpen,
    // A failure is reported when the menu is opened.
    onPointerEnter: () => void load().catch(() => {}),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return
      // The page would scroll.
      event.preventDefault()
      loadAndOpen()
    },
  })
}

let loadedParts: MenuParts | null = null

export async function loadParts(): Promise<MenuParts> {
  loadedParts = await import('radix-ui/dropdown-menu')
  return loadedParts
}

/** The code of menus; null before it is loaded. */
export const getLoadedParts = () => loadedParts
