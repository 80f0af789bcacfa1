'use client'

import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'

export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className="rising z-50 max-w-[90vw] min-w-52 rounded-lg border border-rule bg-card p-1.5 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
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
  return (
    <DropdownMenu.Item
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
    </DropdownMenu.Item>
  )
}

export function MenuRule() {
  return <DropdownMenu.Separator className="my-1.5 h-px bg-rule" />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className="px-2.5 py-1.5 text-sm text-ink-soft">{children}</DropdownMenu.Label>
}
