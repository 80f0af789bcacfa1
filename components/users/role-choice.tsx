'use client'

import { useTranslations } from 'use-intl'
import { Radios } from '#components/ui/form/choice.tsx'
import { type Role, roles } from '#lib/core/roles'

/** The choice of a user's role. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const t = useTranslations()
  const options = roles.map((role) => ({
    value: role,
    label: t(`common.roles.${role}`),
    hint: t(`users.roleHints.${role}`),
  }))
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden="true" className="text-sm font-medium">
        {t('users.role')}
      </span>
      <Radios label={t('users.role')} options={options} value={value} onChange={onChange} />
    </div>
  )
}
