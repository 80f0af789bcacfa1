'use client'

import { useTranslations } from 'use-intl'
import { SignerDot } from '#components/zones/signer-colors.tsx'
import type { TemplateRecord } from '#lib/templates/schema'

interface RoleNameProps {
  role: TemplateRecord['roles'][number]
  /** The position among the roles that sign, which have colours; -1 for others. */
  position: number
}

/** The name of a role, and what it does. */
export function RoleName({ role, position }: RoleNameProps) {
  const t = useTranslations('processes.roles')
  return (
    <p className="mb-2 flex items-center gap-2.5">
      {position >= 0 ? <SignerDot index={position} /> : <span className="size-5" />}
      <span className="truncate font-serif text-lg">{role.name}</span>
      <span className="text-sm text-ink-soft">{t(role.role)}</span>
    </p>
  )
}
