'use client'

import {
  cloneElement,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '#components/ui/cx.ts'
import { useToast } from '#components/ui/lazy/toast.tsx'

type MenuParts = typeof import('radix-ui/dropdown-menu')

const PartsContext = createContext<MenuParts | null>(null)

function useParts(): MenuParts {
  const parts = useContext(PartsContext)
  if (!parts) throw new Error('A menu item needs a menu around it.')
  return parts
}

interface TriggerProps {
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  onClick?: () => void
  onPointerEnter?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
}

interface MenuProps {
  trigger: ReactElement<TriggerProps>
  children: ReactNode
  align?: 'start' | 'end'
}

/** A button with a menu. The code of menus is loaded when the pointer is on the first of them, or it is opened. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  const t = useTranslations('api.errors')
  const showToast = useToast()
  const [parts, setParts] = useState<MenuParts | null>(null)
  if (parts)
    return (
      <OpenedMenu parts={parts} trigger={trigger} align={align}>
        {children}
      </OpenedMenu>
    )
  const open = () =>
    void loadParts().then(
      (loaded) => setParts(() => loaded),
      () => showToast(t('unreachable'), 'danger'),
    )
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: open,
    // A failure is reported when the menu is opened.
    onPointerEnter: () => void loadParts().catch(() => {}),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown') return
      // The page would scroll.
      event.preventDefault()
      open()
    },
  })
}

function loadParts(): Promise<MenuParts> {
  return import('radix-ui/dropdown-menu')
}

/** Opens with the click that loaded it, and by itself from then on. */
function OpenedMenu({ parts, trigger, children, align }: MenuProps & { parts: MenuParts }) {
  return (
    <PartsContext value={parts}>
      <parts.Root modal={false} defaultOpen>
        <parts.Trigger asChild>{trigger}</parts.Trigger>
        <parts.Portal container={landmark()}>
          <parts.Content
            align={align ?? 'end'}
            sideOffset={6}
            collisionPadding={12}
            className="appear z-50 max-w-[90vw] min-w-52 rounded-lg border border-rule bg-card p-1.5 shadow-float"
          >
            {children}
          </parts.Content>
        </parts.Portal>
      </parts.Root>
    </PartsContext>
  )
}

/** Where a menu is put, as all content belongs in a landmark; not behind a dialog, which hides the page. */
function landmark(): HTMLElement | null {
  return document.querySelector('[role="dialog"]') ? null : document.querySelector('main')
}

interface MenuItemProps {
  children: ReactNode
  onSelect?: () => void
  disabled?: boolean
  danger?: boolean
  /** Renders the only child, a link, as the item. */
  asChild?: boolean
}

export function MenuItem({ children, onSelect, disabled, danger, asChild }: MenuItemProps) {
  const parts = useParts()
  return (
    <parts.Item
      asChild={asChild ?? false}
      disabled={disabled ?? false}
      onSelect={onSelect}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-base outline-none select-none',
        'data-[highlighted]:bg-well data-[disabled]:pointer-events-none data-[disabled]:opacity-50',
        danger ? 'text-danger' : 'text-ink',
      )}
    >
      {children}
    </parts.Item>
  )
}

export function MenuRule() {
  const parts = useParts()
  return <parts.Separator className="my-1.5 h-px bg-rule" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const parts = useParts()
  return <parts.Label className="px-2.5 py-1.5 text-sm text-ink-soft">{children}</parts.Label>
}
