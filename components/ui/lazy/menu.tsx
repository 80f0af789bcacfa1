'use client'

import {
  createContext,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useContext,
  useRef,
  useState,
} from 'react'
import { cx } from '#components/ui/cx.ts'
import {
  getLoadedParts,
  loadParts,
  type MenuParts,
  type TriggerProps,
  useOpeningTrigger,
} from '#components/ui/lazy/opening-trigger.ts'

interface MenuContextValue {
  parts: MenuParts
  /** The action of the item that was selected, until the menu has closed. */
  selected: RefObject<(() => void) | null>
}

const MenuContext = createContext<MenuContextValue | null>(null)

function useMenu(): MenuContextValue {
  const menu = useContext(MenuContext)
  if (!menu) throw new Error('A menu item needs a menu around it.')
  return menu
}

interface MenuProps {
  trigger: ReactElement<TriggerProps>
  children: ReactNode
  align?: 'start' | 'end'
  /** Opens at once: for a menu of `MenuLater`. */
  defaultOpen?: boolean
}

/** A button with a menu. The code of menus is loaded when the pointer is on the first of them, or it is opened. */
export function Menu({ trigger, children, align = 'end', defaultOpen = false }: MenuProps) {
  const [parts, setParts] = useState<MenuParts | null>(defaultOpen ? getLoadedParts() : null)
  const openingTrigger = useOpeningTrigger(trigger, loadParts, setParts)
  if (!parts) return openingTrigger
  return (
    <OpenedMenu parts={parts} trigger={trigger} align={align}>
      {children}
    </OpenedMenu>
  )
}

/** What `MenuLater` gives to the menu that it has loaded. */
export type LoadedMenuProps = Required<Pick<MenuProps, 'trigger' | 'defaultOpen'>>

/** Opens with the click that loaded it, and by itself from then on. */
function OpenedMenu({ parts, trigger, children, align }: MenuProps & { parts: MenuParts }) {
  const selected = useRef<(() => void) | null>(null)
  return (
    <MenuContext value={{ parts, selected }}>
      <parts.Root modal={false} defaultOpen>
        <parts.Trigger asChild>{trigger}</parts.Trigger>
        <parts.Portal container={landmark()}>
          <parts.Content
            align={align ?? 'end'}
            sideOffset={6}
            collisionPadding={12}
            // Only now, as the focus goes back to the trigger: a dialog that the action opens returns it there.
            onCloseAutoFocus={() => {
              const action = selected.current
              selected.current = null
              action?.()
            }}
            className="appear z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[90vw] min-w-52 overflow-y-auto rounded-lg border border-rule bg-card p-1.5 shadow-float"
          >
            {children}
          </parts.Content>
        </parts.Portal>
      </parts.Root>
    </MenuContext>
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
  const { parts, selected } = useMenu()
  return (
    <parts.Item
      asChild={asChild ?? false}
      disabled={disabled ?? false}
      onSelect={() => {
        selected.current = onSelect ?? null
      }}
      className={cx(
        'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-base outline-none select-none [&>svg]:shrink-0',
        'data-[highlighted]:bg-well data-[disabled]:pointer-events-none data-[disabled]:opacity-50',
        danger ? 'text-danger' : 'text-ink',
      )}
    >
      {children}
    </parts.Item>
  )
}

export function MenuRule() {
  const { parts } = useMenu()
  return <parts.Separator className="my-1.5 h-px bg-rule" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { parts } = useMenu()
  return <parts.Label className="px-2.5 py-1.5 text-sm text-ink-soft">{children}</parts.Label>
}
