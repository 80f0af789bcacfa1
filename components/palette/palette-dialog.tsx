'use client'

import { Command } from 'cmdk'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRecordSearch } from '#components/palette/use-record-search.ts'
import { useAccount } from '#components/shell/account.ts'
import { useAdminNavItems } from '#components/shell/nav.tsx'
import { navItems } from '#components/shell/nav-items.ts'
import { type Action, roleMay } from '#lib/policy'

const creations: { href: string; label: 'newProcess' | 'newTemplate'; action: Action }[] = [
  { href: '/processes/new', label: 'newProcess', action: 'process.write' },
  { href: '/templates/new', label: 'newTemplate', action: 'template.write' },
]

/** Goes to a page or a record, or starts something new. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const router = useRouter()
  const [text, setText] = useState('')
  const role = useAccount().data?.user.role
  const pages = [...navItems, ...useAdminNavItems()]
  const { records, isSearching } = useRecordSearch(text)
  const go = (href: string) => {
    onClose()
    router.push(href)
  }
  return (
    <Command.Dialog
      open
      onOpenChange={onClose}
      label={t('palette.label')}
      overlayClassName="fixed inset-0 z-50 bg-ink/40"
      contentClassName="fixed inset-x-4 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-lg border border-rule bg-card shadow-float"
    >
      <Command.Input
        value={text}
        onValueChange={setText}
        placeholder={t('palette.placeholder')}
        className="h-14 w-full border-b border-rule bg-transparent px-5 text-lg outline-none placeholder:text-ink-faint"
      />
      <Command.List className="max-h-[60vh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-center text-ink-soft">
          {t(isSearching ? 'common.loading' : 'palette.nothing')}
        </Command.Empty>
        <PaletteGroup heading={t('palette.records')}>
          {records.map(({ href, name, kind }) => (
            <PaletteItem key={href} value={`${name} ${href} ${text}`} onSelect={() => go(href)}>
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-sm text-ink-soft">{t(`shell.nav.${kind}`)}</span>
            </PaletteItem>
          ))}
        </PaletteGroup>
        <PaletteGroup heading={t('palette.create')}>
          {creations
            .filter(({ action }) => role !== undefined && roleMay(role, action))
            .map(({ href, label }) => (
              <PaletteItem key={href} value={t(`palette.${label}`)} onSelect={() => go(href)}>
                {t(`palette.${label}`)}
              </PaletteItem>
            ))}
        </PaletteGroup>
        <PaletteGroup heading={t('palette.pages')}>
          {pages.map(({ href, label, Icon }) => (
            <PaletteItem key={href} value={t(`shell.nav.${label}`)} onSelect={() => go(href)}>
              <Icon className="size-4 text-ink-soft" aria-hidden="true" />
              {t(`shell.nav.${label}`)}
            </PaletteItem>
          ))}
        </PaletteGroup>
      </Command.List>
    </Command.Dialog>
  )
}

function PaletteGroup({ heading, children }: { heading: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <Command.Group
      heading={heading}
      className="pb-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Command.Group>
  )
}

interface PaletteItemProps {
  /** The text that is matched against the input. */
  value: string
  onSelect: () => void
  children: ReactNode
}

function PaletteItem(props: PaletteItemProps) {
  return (
    <Command.Item
      {...props}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 data-[selected=true]:bg-well"
    />
  )
}
