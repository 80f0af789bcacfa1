'use client'

import { roleNames } from '#components/shell/role-names.ts'
import { Radios } from '#components/ui/choice.tsx'
import { type Role, roles } from '#lib/core/roles'

const hints: Record<Role, string> = {
  tenant_admin: 'Full access, including users, API keys and webhooks.',
  user: 'Documents, processes, templates and the vault.',
  viewer: 'Read-only access to all documents and processes.',
}

/** The choice of a user's role. */
export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const options = [...roles].map((role) => ({ value: role, label: roleNames[role], hint: hints[role] }))
  return (
    <div className="flex flex-col gap-2">
      <span aria-hidden="true" className="text-sm font-medium">
        Role
      </span>
      <Radios label="Role" options={options} value={value} onChange={onChange} />
    </div>
  )
}
